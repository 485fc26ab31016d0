// SPDX-License-Identifier: Apache-2.0
// Verilated routers behind the block contract: which model is picked, what they report, reset, payload.
#include <gtest/gtest.h>

#include <cctype>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "support/paths.h"
#include "verilated/rtl_router.h"
#include "verilated/shape.h"

namespace flitlock_test {
namespace {

flitlock_router_params shape_params(const char *name) {
  for (size_t k = 0; k < flitlock_rtl_shape_count(); k++)
    if (std::strcmp(flitlock_rtl_shape_at(k).name, name) == 0) {
      flitlock_router_params params = *flitlock_rtl_shape_at(k).params;
      params.checks = 1;
      params.route.kind = FLITLOCK_ROUTE_SWITCH;  // on dst.gpu, which is the number of the port
      for (unsigned port = 0; port < 256; port++)
        params.route.gpu_port[port] = static_cast<uint8_t>(port);
      return params;
    }
  ADD_FAILURE() << "no model " << name;
  return {};
}

// One router with its lanes.
class Rtl {
 public:
  explicit Rtl(const flitlock_router_params &params) : in_flit_(params.ports), in_credit_(params.ports) {
    flit.resize(params.ports);
    credit.resize(params.ports);
    flitlock_error error{};
    EXPECT_EQ(flitlock_router_rtl.create(&params, "dut", &block, &error), FLITLOCK_OK) << error.text;
  }
  ~Rtl() { flitlock_router_rtl.destroy(block); }
  Rtl(const Rtl &) = delete;
  Rtl &operator=(const Rtl &) = delete;

  void put(uint32_t port, const flitlock_flit &value) {
    in_.flit_valid |= uint64_t{1} << port;
    in_flit_[port] = value;
  }
  void step() {
    in_.flit = in_flit_.data();
    in_.credit = in_credit_.data();
    out = {0, 0, flit.data(), credit.data()};
    flitlock_router_rtl.step(block, cycle++, &in_, &out);
    in_ = {};
  }
  std::string check() const {
    flitlock_error error{};
    return flitlock_router_rtl.check(block, &error) == FLITLOCK_OK ? "" : error.text;
  }

  flitlock_block *block = nullptr;
  flitlock_out out{};
  std::vector<flitlock_flit> flit;
  std::vector<uint32_t> credit;
  uint64_t cycle = 0;

 private:
  flitlock_in in_{};
  std::vector<flitlock_flit> in_flit_;
  std::vector<uint32_t> in_credit_;
};

flitlock_flit make_flit(uint8_t *payload, unsigned to, unsigned len, unsigned seq) {
  flitlock_flit flit{};
  flit.dst = to;
  flit.src = 0x01020304;
  flit.id = 7;
  flit.len = static_cast<uint8_t>(len);
  flit.seq = static_cast<uint8_t>(seq);
  flit.units = 1;
  flit.head = seq == 0;
  flit.tail = seq + 1 == len;
  flit.payload = payload + 8 * seq;
  return flit;
}

TEST(RtlAdapter, NamesTheValueThatNoModelHas) {
  flitlock_router_params params = shape_params("table_01");
  params.port[1].output_depth[0] = 57;
  flitlock_block *block = nullptr;
  flitlock_error error{};
  EXPECT_EQ(flitlock_router_rtl.create(&params, "gpu0.mesh0.A.req", &block, &error), FLITLOCK_E_CONFIG);
  EXPECT_EQ(block, nullptr);
  const std::string text = error.text;
  EXPECT_NE(text.find("gpu0.mesh0.A.req"), std::string::npos) << text;
  EXPECT_NE(text.find("OutputDepth of port 1 (E), VC 0 is 4 in the RTL and 57 in the configuration"), std::string::npos)
      << text;
}

TEST(RtlAdapter, FindsTheShapeWhateverTheRoute) {
  for (size_t k = 0; k < flitlock_rtl_shape_count(); k++) {
    flitlock_router_params params = *flitlock_rtl_shape_at(k).params;
    params.route.node = 3;
    params.max_len = 1;
    std::strcpy(params.port[0].name, "other");
    flitlock_error error{};
    EXPECT_EQ(flitlock_rtl_shape_find(&params, "x", &error), k) << error.text;
  }
}

TEST(RtlAdapter, ReadsTheShapesItWrites) {
  for (size_t k = 0; k < flitlock_rtl_shape_count(); k++) {
    const flitlock_rtl_shape shape = flitlock_rtl_shape_at(k);
    std::stringstream text;
    flitlock_rtl::write_shape(text, {shape.name, *shape.params});
    const auto read = flitlock_rtl::read_shapes(text);
    ASSERT_EQ(read.size(), 1U);
    EXPECT_EQ(read[0].name, shape.name);
    unsigned equal = 0;
    EXPECT_EQ(flitlock_rtl::shape_difference(read[0].params, *shape.params, &equal), "");
  }
}

TEST(RtlAdapter, SaysInWhichLineAShapeIsWrong) {
  for (const char *text : {"shape a\n  vcs 99\n", "shape a\n  colour 3\n", "shape a\n  vcs 2\n  registered 0 0\n"}) {
    std::stringstream in(text);
    try {
      flitlock_rtl::read_shapes(in);
      ADD_FAILURE() << text;
    } catch (const std::runtime_error &wrong) {
      EXPECT_EQ(std::string(wrong.what()).rfind("line ", 0), 0U) << wrong.what();
    }
  }
}

// R-FL-1: the package of the RTL is the field table of flit.h.
TEST(RtlAdapter, HasTheHeaderOfFlitH) {
  std::ifstream in(repository_file("rtl/flitlock_pkg.sv"));
  std::map<std::string, unsigned> value;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string localparam, integer, name, equals;
    unsigned number = 0;
    if (words >> localparam >> integer >> name >> equals >> number && localparam == "localparam") value[name] = number;
  }
  EXPECT_EQ(value["HeaderBits"], unsigned{FLITLOCK_HEADER_BITS});
  ASSERT_GT(flitlock_flit_field_count, 0U);
  for (size_t k = 0; k < flitlock_flit_field_count; k++) {
    const flitlock_field &field = flitlock_flit_fields[k];
    std::string name = field.name;
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    ASSERT_EQ(value.count(name + "Lsb"), 1U) << name;
    EXPECT_EQ(value[name + "Lsb"], field.lsb) << name;
    EXPECT_EQ(value[name + "Bits"], field.bits) << name;
  }
}

TEST(RtlAdapter, ReportsWhatAnAssertionSays) {
  uint8_t bytes[16] = {};
  Rtl rtl(shape_params("table_01"));
  flitlock_flit flit = make_flit(bytes, 1, 1, 0);
  flit.vc = 9;
  rtl.put(0, flit);
  rtl.step();
  EXPECT_NE(rtl.check().find("R-IN-2: a flit of a VC that the router does not have"), std::string::npos) << rtl.check();
  EXPECT_NE(rtl.check().find("dut: cycle 0"), std::string::npos) << rtl.check();
}

TEST(RtlAdapter, WritesBytesBackOnlyIfAsked) {
  const flitlock_router_params params = shape_params("table_01");
  for (const int on : {0, 1}) {
    uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    Rtl rtl(params);
    flitlock_rtl_write_back(rtl.block, on);
    rtl.put(0, make_flit(bytes, 1, 1, 0));
    rtl.step();
    ASSERT_EQ(rtl.out.flit_valid, 2U);
    EXPECT_EQ(rtl.flit[1].payload, bytes);
    const uint8_t *wires = flitlock_rtl_payload(rtl.block, 1);
    for (unsigned k = 0; k < 8; k++)
      EXPECT_EQ(wires[k], k + 1);
    EXPECT_EQ(flitlock_router_rtl.occupancy(rtl.block), 0U);
    EXPECT_EQ(rtl.check(), "");
    // What changes while the RTL holds the flit shows whether it is written back.
    rtl.put(0, make_flit(bytes, 1, 1, 0));
    Rtl late(shape_params("table_02"));
    flitlock_rtl_write_back(late.block, on);
    late.put(0, make_flit(bytes, 1, 1, 0));
    late.step();
    ASSERT_EQ(late.out.flit_valid, 0U);
    EXPECT_EQ(flitlock_router_rtl.occupancy(late.block), 1U);
    bytes[0] = 99;
    late.step();
    ASSERT_EQ(late.out.flit_valid, 2U);
    EXPECT_EQ(bytes[0], on ? 1 : 99);
  }
}

// R-RST-1: at whatever cycle of a packet reset comes, what follows is what a new router does.
TEST(RtlAdapter, IsAsNewAfterResetAtEveryCycle) {
  const flitlock_router_params params = shape_params("table_04");
  uint8_t bytes[32] = {};
  for (unsigned at = 0; at < 10; at++) {
    Rtl old(params), fresh(params);
    for (unsigned k = 0; k < at; k++) {
      if (k < 4) old.put(0, make_flit(bytes, 1, 4, k));
      old.step();
    }
    flitlock_router_rtl.reset(old.block);
    if (at % 2) flitlock_router_rtl.reset(old.block);  // twice is as good
    EXPECT_EQ(flitlock_router_rtl.occupancy(old.block), 0U);
    unsigned seen = 0;
    for (unsigned k = 0; k < 10; k++) {
      for (Rtl *rtl : {&old, &fresh}) {
        if (k < 4) rtl->put(0, make_flit(bytes, 1, 4, k));
        rtl->step();
      }
      ASSERT_EQ(old.out.flit_valid, fresh.out.flit_valid) << "reset at " << at << ", step " << k;
      ASSERT_EQ(old.out.credit_valid, fresh.out.credit_valid) << "reset at " << at << ", step " << k;
      if (old.out.flit_valid) {
        seen++;
        EXPECT_EQ(flitlock_flit_compare(&old.flit[1], &fresh.flit[1]), -1);
      }
    }
    EXPECT_EQ(seen, 4U);
    EXPECT_EQ(old.check(), "");
  }
}

}  // namespace
}  // namespace flitlock_test
