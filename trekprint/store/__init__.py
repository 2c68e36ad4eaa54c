"""Played Expeditions and solo games, kept in one file in the user's data folder."""

from trekprint.store.errors import (
    AbsentError,
    NameTakenError,
    StaleError,
    StoreError,
)
from trekprint.store.store import Log, Record, Store, default_path

__all__ = [
    "AbsentError",
    "Log",
    "NameTakenError",
    "Record",
    "StaleError",
    "Store",
    "StoreError",
    "default_path",
]
