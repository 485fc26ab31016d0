// SPDX-License-Identifier: Apache-2.0
// Handles that are wrong, calls at the wrong time, and messages.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "dpi/dpi_block.h"

extern "C" {
#include "dpi/messages.h"
}

using namespace flitlock_test;

namespace {

// Every function with one handle: all must give the same status, and a text.
void expect_refused(void *handle, int status) {
  std::vector<uint32_t> in(641), out(641, 7), route(195);
  EXPECT_EQ(flitlock_dpi_status(handle), status);
  EXPECT_EQ(flitlock_dpi_route(handle, route.data()), status);
  EXPECT_EQ(flitlock_dpi_reset(handle), status);
  EXPECT_EQ(flitlock_dpi_step(handle, 0, in.data(), out.data()), status);
  EXPECT_EQ(out[0], 7U) << "how much may be written is not known";
  EXPECT_EQ(flitlock_dpi_compare(handle, 0, in.data(), out.data()), status);
  ASSERT_NE(flitlock_dpi_error(handle), nullptr);
  EXPECT_STREQ(flitlock_dpi_error(handle), flitlock_dpi_status_text(status));
  EXPECT_STRNE(flitlock_dpi_error(handle), "");
  EXPECT_EQ(flitlock_dpi_destroy(handle), status);
}

class DpiHandle : public testing::Test {
 protected:
  void *make(const char *name = "bench.dut") {
    void *handle = DpiOffer(params).create(name);
    EXPECT_EQ(flitlock_dpi_status(handle), FLITLOCK_OK) << flitlock_dpi_error(handle);
    EXPECT_EQ(flitlock_dpi_route(handle, dpi_route(params.route).data()), FLITLOCK_OK);
    return handle;
  }
  int step(void *handle, uint64_t cycle) { return flitlock_dpi_step(handle, cycle, in.data(), out.data()); }

  flitlock_router_params params = two_ports();
  std::vector<uint32_t> in = std::vector<uint32_t>(641), out = std::vector<uint32_t>(641);
};

}  // namespace

TEST_F(DpiHandle, NullIsRefused) { expect_refused(nullptr, FLITLOCK_DPI_E_NULL_HANDLE); }

TEST_F(DpiHandle, AForeignOneIsRefused) {
  int variable = 0;
  void *handle = make();
  const uintptr_t value = reinterpret_cast<uintptr_t>(handle);
  for (uintptr_t other : {reinterpret_cast<uintptr_t>(&variable), uintptr_t{1}, ~uintptr_t{0}, value + 1000,
                          value ^ uintptr_t{1} << 60, value + (uintptr_t{1} << 40)})
    expect_refused(reinterpret_cast<void *>(other), FLITLOCK_DPI_E_FOREIGN_HANDLE);
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
}

TEST_F(DpiHandle, AFreedOneIsRefusedAlsoWhenItsPlaceIsTakenAgain) {
  void *first = make();
  EXPECT_EQ(flitlock_dpi_destroy(first), FLITLOCK_OK);
  expect_refused(first, FLITLOCK_DPI_E_FREED_HANDLE);
  void *second = make();
  EXPECT_NE(first, second);
  expect_refused(first, FLITLOCK_DPI_E_FREED_HANDLE);
  EXPECT_EQ(step(second, 0), FLITLOCK_OK);
  EXPECT_EQ(flitlock_dpi_destroy(second), FLITLOCK_OK);
}

TEST_F(DpiHandle, SteppedTwiceInACycleIsSaidAtOnceWithTheName) {
  void *handle = make("bench.mesh.B");
  EXPECT_EQ(step(handle, 41), FLITLOCK_OK);
  out.assign(out.size(), 7);
  EXPECT_EQ(step(handle, 41), FLITLOCK_DPI_E_CALLED_TWICE);
  const std::string text = dpi_messages(handle);
  EXPECT_NE(text.find("bench.mesh.B: cycle 41: stepped again"), std::string::npos) << text;
  EXPECT_EQ(out, std::vector<uint32_t>(641)) << "nothing is presented";
  EXPECT_EQ(step(handle, 40), FLITLOCK_DPI_E_CALLED_TWICE);
  EXPECT_EQ(step(handle, 42), FLITLOCK_OK);
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
}

TEST_F(DpiHandle, AMissedCycleIsSaidOnceAndResetAllowsAny) {
  void *handle = make();
  EXPECT_EQ(step(handle, 5), FLITLOCK_OK);
  EXPECT_EQ(step(handle, 8), FLITLOCK_DPI_E_MISSED_CYCLE);
  const std::string text = dpi_messages(handle);
  EXPECT_NE(text.find("cycle 8: the step before was cycle 5: 2 cycles were missed"), std::string::npos) << text;
  EXPECT_EQ(step(handle, 9), FLITLOCK_OK);
  EXPECT_EQ(flitlock_dpi_reset(handle), FLITLOCK_OK);
  EXPECT_EQ(step(handle, 0), FLITLOCK_OK);
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
}

TEST_F(DpiHandle, InstancesShareNothing) {
  void *one = make("one"), *other = make("other");
  EXPECT_EQ(step(one, 0), FLITLOCK_OK);
  EXPECT_EQ(step(other, 77), FLITLOCK_OK);
  EXPECT_EQ(step(one, 1), FLITLOCK_OK);
  EXPECT_EQ(step(one, 1), FLITLOCK_DPI_E_CALLED_TWICE);
  EXPECT_STREQ(flitlock_dpi_error(other), "");
  EXPECT_EQ(flitlock_dpi_destroy(one), FLITLOCK_OK);
  EXPECT_EQ(step(other, 78), FLITLOCK_OK);
  EXPECT_EQ(flitlock_dpi_destroy(other), FLITLOCK_OK);
}

TEST_F(DpiHandle, TheTableCanBeFullAndEmptied) {
  std::vector<void *> handles;
  for (int k = 0; k < FLITLOCK_DPI_INSTANCES; k++)
    handles.push_back(DpiOffer(params).create("many"));
  EXPECT_EQ(std::count(handles.begin(), handles.end(), nullptr), 0);
  EXPECT_EQ(DpiOffer(params).create("one too many"), nullptr);
  for (void *handle : handles)
    EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
  EXPECT_EQ(flitlock_dpi_destroy(make()), FLITLOCK_OK);
}

TEST(DpiMessages, TheOldestAreKeptTheOthersCountedAndNoneIsNull) {
  static flitlock_dpi_messages messages;
  for (int round = 0; round < 3; round++) {
    EXPECT_STREQ(flitlock_dpi_read(&messages), "");
    for (int k = 0; k < FLITLOCK_DPI_MESSAGES + 5; k++)
      flitlock_dpi_say(&messages, "message %d", k);
    for (int k = 0; k < FLITLOCK_DPI_MESSAGES; k++)
      EXPECT_EQ(flitlock_dpi_read(&messages), "message " + std::to_string(k));
    EXPECT_STREQ(flitlock_dpi_read(&messages), "and 5 more messages");
  }
  EXPECT_STREQ(flitlock_dpi_read(&messages), "");
  flitlock_dpi_say(&messages, "%s", std::string(5000, 'x').c_str());
  EXPECT_EQ(std::strlen(flitlock_dpi_read(&messages)), size_t{FLITLOCK_DPI_MESSAGE_SIZE - 1});
}
