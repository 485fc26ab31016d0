// SPDX-License-Identifier: Apache-2.0
// The shared library for simulators that load DPI-C at run time: it exports the imports and nothing else, needs nothing
// from its host, and can be unloaded and loaded again.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "dpi/dpi_block.h"

using namespace flitlock_test;

namespace {

const char *const imports[] = {"flitlock_dpi_create",  "flitlock_dpi_status", "flitlock_dpi_route",
                               "flitlock_dpi_reset",   "flitlock_dpi_step",   "flitlock_dpi_compare",
                               "flitlock_dpi_destroy", "flitlock_dpi_error",  "flitlock_dpi_status_text"};

// Beside the program that this is, build/PRESET/tests/dpi/flitlock_dpi_tests.
std::string library_path() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "../../sv" / FLITLOCK_GOLDEN_LIBRARY;
}

}  // namespace

TEST(DpiLibrary, IsLoadedUsedUnloadedAndLoadedAgain) {
  void *old_handle = nullptr;
  for (int round = 0; round < 2; round++) {
    void *library = dlopen(library_path().c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    for (const char *name : imports)
      EXPECT_NE(dlsym(library, name), nullptr) << name;
    for (const char *name : {"flitlock_router_golden", "flitlock_dpi_say", "flitlock_handle_new"})
      EXPECT_EQ(dlsym(library, name), nullptr) << "more is exported than the imports";
    auto create = reinterpret_cast<decltype(&flitlock_dpi_create)>(dlsym(library, "flitlock_dpi_create"));
    auto step = reinterpret_cast<decltype(&flitlock_dpi_step)>(dlsym(library, "flitlock_dpi_step"));
    auto destroy = reinterpret_cast<decltype(&flitlock_dpi_destroy)>(dlsym(library, "flitlock_dpi_destroy"));
    const DpiOffer offer(two_ports());
    std::vector<uint32_t> words(641);
    // A handle of the library that was unloaded is none of this one.
    if (old_handle) {
      EXPECT_NE(step(old_handle, 0, words.data(), words.data()), FLITLOCK_OK);
    }
    void *handle =
        create("bench.dut", offer.abi, offer.layout.data(), offer.vector_bits, offer.port_bits, offer.ports, offer.vcs,
               offer.max_len, offer.unit_bytes, offer.in_units, offer.out_units, offer.input_depth.data(),
               offer.crossbar_depth.data(), offer.output_depth.data(), offer.credits.data(), offer.vc_map.data(),
               offer.registered, offer.arbiter, offer.vc_weight.data(), offer.in_weight.data());
    ASSERT_NE(handle, nullptr);
    EXPECT_EQ(step(handle, 0, words.data(), words.data()), FLITLOCK_OK);
    EXPECT_EQ(destroy(handle), FLITLOCK_OK);
    old_handle = handle;
    EXPECT_EQ(dlclose(library), 0);
    EXPECT_EQ(dlopen(library_path().c_str(), RTLD_NOW | RTLD_NOLOAD), nullptr) << "still loaded";
  }
}
