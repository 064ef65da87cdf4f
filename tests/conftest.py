"""What the tests of the whole project share: where things are."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# A shell that starts the tests in the background has them ignore Ctrl-C, and some tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def root() -> Path:
    """The source tree."""
    return ROOT


@pytest.fixture(scope="session")
def build() -> Path:
    """The build to test: build/release unless STICKSLIP_BUILD says otherwise."""
    return Path(os.environ.get("STICKSLIP_BUILD", ROOT / "build" / "release")).resolve()


@pytest.fixture(scope="session")
def command(build) -> Path:
    """The command stickslip."""
    return build / "bin" / "stickslip"


@pytest.fixture(scope="session")
def installed(build, tmp_path_factory) -> Path:
    """The build installed into an empty prefix."""
    prefix = tmp_path_factory.mktemp("prefix")
    subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, capture_output=True)
    return prefix
