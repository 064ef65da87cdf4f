"""Builds the extension module with CMake; everything else about the package is in pyproject.toml."""

import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class CMakeBuild(build_ext):
    def run(self):
        super().run()
        if self.inplace:  # an editable install: Python reads the package where its sources are
            for ext in self.extensions:
                self.copy_made(ext)

    def copy_made(self, ext):
        """What the build has made, the stub of the laws included, to where the package is read from."""
        made, target = Path(self.build_temp) / "python" / "stickslip", Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        for name in (target.name, "friction.pyi"):
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
        if shutil.which("ninja"):
            command += ["-G", "Ninja"]
        subprocess.run(command, check=True)
        subprocess.run(["cmake", "--build", build, "--target", "stickslip_python", "--parallel", "2"], check=True)
        self.copy_made(ext)


setup(ext_modules=[Extension("stickslip._stickslip", sources=[])], cmdclass={"build_ext": CMakeBuild})
