"""How lit finds and runs the Stax tests."""
import os
import shutil

import lit.formats

config.name = "Stax"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt", "lit.cfg.py"]
config.test_source_root = config.stax_source + "/test"
config.test_exec_root = config.stax_build + "/test"

path = [config.stax_build + "/bin", config.llvm_tools]
config.environment["PATH"] = os.pathsep.join(path + [os.environ["PATH"]])

# Programs must bring the sanitizer that the runtime library was built with.
sanitize = f" -fsanitize={config.sanitizer}" if config.sanitizer else ""

# Instruction sets that compiled tests may run.
try:
    with open("/proc/cpuinfo") as info:
        flags = set(info.read().split())
except OSError:
    flags = set()
for feature, needed in (("avx2", {"avx2", "fma", "f16c"}),
                        ("avx512", {"avx512f", "avx512bw", "avx512dq",
                                    "avx512vl"})):
    if needed <= flags:
        config.available_features.add(feature)

if shutil.which("chromium"):
    config.available_features.add("chromium")

config.substitutions += [
    ("%python", config.python),
    ("%same_compilers", f"-DCMAKE_C_COMPILER={config.c_compiler} "
                        f"-DCMAKE_CXX_COMPILER={config.cxx_compiler}"),
    ("%cc", config.c_compiler + sanitize),
    ("%stax_source", config.stax_source),
    ("%stax_build", config.stax_build),
    ("%llvm_libs", os.path.join(os.path.dirname(config.llvm_tools), "lib")),
    ("%isas", ",".join(["none", *(f for f in ("avx2", "avx512")
                                  if f in config.available_features)])),
    ("%unit", config.stax_build + "/test/Unit"),
]
