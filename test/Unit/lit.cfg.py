"""How lit finds and runs the GoogleTest binaries: every test is one of lit's."""
import lit.formats

config.name = "Stax-Unit"
config.suffixes = []
config.test_source_root = config.stax_build + "/test/Unit"
config.test_exec_root = config.test_source_root
config.test_format = lit.formats.GoogleTest(".", "Tests")
# Tests that ask for too much memory expect a null pointer, also in the asan
# build.
config.environment["ASAN_OPTIONS"] = "allocator_may_return_null=1"
