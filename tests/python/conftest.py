import numpy as np
import pytest
from cases import LAWS
from scenes import PIVOT, SLIDING_BOX


@pytest.fixture
def random():
    return np.random.default_rng(20240917)


@pytest.fixture
def velocities(random):
    """Smooth velocities from presliding to full sliding with stops between them, as (N, dim)."""

    def make(dim, count=400):
        amplitude = 10.0 ** random.uniform(-5, -1.5, (1 + count // 50, dim))
        phase = np.arange(count)[:, None] * random.uniform(0.05, 0.3, dim)
        v = np.repeat(amplitude, 50, axis=0)[:count] * np.sin(phase)
        v[count // 3 : count // 3 + 10] = 0.0
        return v

    return make


@pytest.fixture(params=LAWS.values(), ids=LAWS.keys())
def law(request):
    return request.param


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files of two scenes, and the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "box.yaml").write_text(SLIDING_BOX)
    (tmp_path / "pivot.yaml").write_text(PIVOT)
    return tmp_path
