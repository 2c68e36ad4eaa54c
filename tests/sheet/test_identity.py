from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trekprint.sheet.identity import Identity, parse_identity

_QR_SHORT_MODE = set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
_IDENTITIES = st.builds(
    Identity,
    sheet=st.from_regex(r"[a-z0-9][a-z0-9-]{0,29}", fullmatch=True),
    revision=st.integers(1, 999),
    copy=st.integers(1, 1000),
    run=st.from_regex(r"[A-Z0-9]{4}", fullmatch=True),
)


@given(_IDENTITIES)
def test_parsing_undoes_formatting(identity: Identity) -> None:
    assert parse_identity(identity.format()) == identity


@given(_IDENTITIES)
def test_the_code_fits_the_short_mode_of_qr(identity: Identity) -> None:
    assert set(identity.format()) <= _QR_SHORT_MODE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://example.org/a/b/c",
        "TREK/KAGKOT/1/1",
        "TREK/KAGKOT/1/1/AB12/X",
        "BANG/KAGKOT/1/1/AB12",
        "TREK//1/1/AB12",
        "TREK/K_GKOT/1/1/AB12",
        "TREK/КАГКОТ/1/1/AB12",
        "TREK/KAGKOT/x/1/AB12",
        "TREK/KAGKOT/-1/1/AB12",
        "TREK/KAGKOT/1//AB12",
        "TREK/KAGKOT/²/1/AB12",
        "TREK/KAGKOT/1/²/AB12",
        "TREK/KAGKOT/١/1/AB12",
    ],
)
def test_other_codes_in_a_photo_are_none_of_ours(text: str) -> None:
    assert parse_identity(text) is None


@given(st.text())
def test_no_text_breaks_the_parser(text: str) -> None:
    parse_identity(text)
