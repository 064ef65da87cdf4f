"""Builds the extension module with CMake; everything else about the package is in pyproject.toml.

The variable CMAKE_ARGS is handed to the configuration, as make hands it.
"""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


def missing_packages(source: Path) -> str:
    """What to install, in words."""
    listing = ["bash", source / "tools" / "setup", "--list", "command", "python"]
    packages = subprocess.run(listing, capture_output=True, text=True).stdout.strip()
    if not packages:
        return "All packages that it needs are installed: see CMake's messages above."
    return "It needs these packages (Debian's names): " + packages


class CMakeBuild(build_ext):
    def run(self):
        super().run()
        if self.inplace:  # an editable install: Python reads the package where its sources are
            for ext in self.extensions:
                self.copy_made(ext)

    def copy_made(self, ext):
        """What the build has made to where the package is read from: with stubs that have docstrings, but in an editable install.
        There the stubs are those of the sources, to which the build must not write; only that of the laws is not among them."""
        made, target = Path(self.build_temp) / "python" / "stickslip", Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        stubs = ["friction.pyi"] if self.inplace else [path.name for path in made.glob("*.pyi")]
        for name in (target.name, *stubs):
            shutil.copy(made / name, target.parent / name)

    def build_extension(self, ext):
        source = Path(__file__).resolve().parent
        build = Path(self.build_temp).resolve()
        options = {"CMAKE_BUILD_TYPE": "Release", "Python_EXECUTABLE": sys.executable}
        options["STICKSLIP_PYTHON"] = "ON"
        for part in ("APPS", "TESTS", "EXAMPLES", "BENCHMARKS"):
            options[f"STICKSLIP_{part}"] = "OFF"
        try:
            import pybind11  # one installed by pip is not where CMake looks

            options["pybind11_DIR"] = pybind11.get_cmake_dir()
        except ImportError:
            pass
        command = ["cmake", "-S", source, "-B", build]
        command += [f"-D{name}={value}" for name, value in options.items()]
        command += shlex.split(os.environ.get("CMAKE_ARGS", ""))
        if shutil.which("ninja"):
            command += ["-G", "Ninja"]
        try:
            subprocess.run(command, check=True)
        except (FileNotFoundError, subprocess.CalledProcessError) as error:
            raise SystemExit(f"stickslip could not be configured: {error}\n{missing_packages(source)}") from None
        subprocess.run(["cmake", "--build", build, "--target", "stickslip_python", "--parallel", "2"], check=True)
        self.copy_made(ext)


setup(ext_modules=[Extension("stickslip._stickslip", sources=[])], cmdclass={"build_ext": CMakeBuild})
