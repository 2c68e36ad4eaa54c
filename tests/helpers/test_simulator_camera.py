from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.simulator_camera import Camera, PaperPose, make_curl, place_camera

CORNERS = np.array([[0.0, 0.0], [148.0, 0.0], [148.0, 210.0], [0.0, 210.0]])


def camera_on(pose: PaperPose, **changes: float) -> Camera:
    settings = {
        "tilt_deg": 20.0,
        "tilt_towards_deg": 70.0,
        "rotation_deg": 10.0,
        "fill": 0.8,
        "focal_equiv_mm": 26.0,
    } | changes
    return place_camera(
        pose.to_space(CORNERS),
        width=900,
        height=1200,
        off_centre=(0.2, -0.4),
        **settings,
    )


@pytest.mark.parametrize("kind", ["arch", "edge", "wave"])
@pytest.mark.parametrize("turn", [0.0, 33.0])
def test_the_two_ways_between_paper_and_photo_agree_on_bent_paper(
    kind: str, turn: float
) -> None:
    """Forward: paper, space, photo. Back: photo, table, paper. Within 0.02 mm."""
    pose = PaperPose(
        width=148,
        height=210,
        middle=(30.0, -20.0),
        turn_deg=turn,
        curl=make_curl(6.0, 15.0, 128.0, kind),
    )
    camera = camera_on(pose)
    paper = np.random.default_rng(3).uniform((0, 0), (148, 210), (200, 2))
    photo = camera.project(pose.to_space(paper))
    back, _ = pose.from_table(camera.to_table(photo), camera)
    assert np.abs(back - paper).max() < 0.02


def test_bending_moves_the_picture() -> None:
    flat = PaperPose(width=148, height=210)
    bent = PaperPose(width=148, height=210, curl=make_curl(6.0, 0.0, 128.0, "arch"))
    camera = camera_on(flat)
    middle = np.array([[74.0, 30.0]])
    one, two = (camera.project(p.to_space(middle)) for p in (flat, bent))
    assert np.abs(one - two).max() > 3.0


@pytest.mark.parametrize("fill", [0.45, 0.9])
@pytest.mark.parametrize("tilt", [0.0, 30.0, 45.0])
def test_the_form_fills_the_frame_as_asked_and_stays_in_it(
    fill: float, tilt: float
) -> None:
    pose = PaperPose(width=148, height=210)
    seen = camera_on(pose, fill=fill, tilt_deg=tilt).project(pose.to_space(CORNERS))
    assert (np.ptp(seen, axis=0) / (900, 1200)).max() == pytest.approx(fill, abs=0.01)
    assert seen.min() >= 0
    assert (seen.max(0) < (900, 1200)).all()


def test_tilt_is_the_angle_of_sight() -> None:
    pose = PaperPose(width=148, height=210)
    for tilt in (0.0, 12.0, 30.0):
        camera = camera_on(pose, tilt_deg=tilt)
        assert np.degrees(np.arccos(camera.turn[2] @ (0, 0, 1))) == pytest.approx(tilt)
        assert camera.eye[2] < 0


@pytest.mark.parametrize(("rotation", "corner"), [(0, 0), (90, 1), (180, 2), (270, 3)])
def test_rotation_is_clockwise_in_the_photo(rotation: float, corner: int) -> None:
    """At 90 degrees clockwise the sheet's top-left corner is at the top right."""
    pose = PaperPose(width=148, height=210)
    camera = camera_on(pose, tilt_deg=0.0, rotation_deg=rotation)
    seen = camera.project(pose.to_space(CORNERS))
    low, high = seen.min(0), seen.max(0)
    wanted = [low, (high[0], low[1]), high, (low[0], high[1])][corner]
    assert seen[0] == pytest.approx(wanted, abs=0.5)
