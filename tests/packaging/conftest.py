"""The wheel, and an environment with it: made once for all tests of this folder."""

from pathlib import Path

import pytest

from tests.packaging.environment import Environment, build_wheel, environment_with


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return environment_with(wheel, tmp_path_factory.mktemp("installed") / "env")
