"""Builds the extension module with CMake; everything else about the package is in pyproject.toml."""

import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class CMakeBuild(build_ext):
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
        if shutil.which("ninja"):
            command += ["-G", "Ninja"]
        subprocess.run(command, check=True)
        subprocess.run(["cmake", "--build", build, "--target", "stickslip_python", "--parallel", "2"], check=True)
        target = Path(self.get_ext_fullpath(ext.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        for made in (target.name, "friction.pyi"):  # the stub of the laws is written by the build
            shutil.copy(build / "python" / "stickslip" / made, target.parent / made)


setup(ext_modules=[Extension("stickslip._stickslip", sources=[])], cmdclass={"build_ext": CMakeBuild})
