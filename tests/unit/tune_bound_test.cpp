// SPDX-License-Identifier: Apache-2.0
// Bounds of buffer depths: the arithmetic by hand, the terms on whole pods, and the knee. That the bound of a link is
// exact is in tune_stream_test.cpp.
#include <gtest/gtest.h>

#include <flitlock/tune.h>

#include "support/config.h"

using flitlock_test::Config;
using flitlock_test::Pod;
using flitlock_test::preset;

namespace {

struct Bounds {
  flitlock_tune_bounds *bounds = nullptr;
  flitlock_error error = {};
  int status = 0;

  Bounds(const Config &config, const std::vector<flitlock_tune_target> &targets = {}) {
    Pod pod(config);
    EXPECT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
    if (pod.status() == FLITLOCK_OK)
      status = flitlock_tune_bounds_create(pod.get(), targets.data(), targets.size(), &bounds, &error);
  }
  ~Bounds() { flitlock_tune_bounds_free(bounds); }
  Bounds(const Bounds &) = delete;
  Bounds &operator=(const Bounds &) = delete;

  flitlock_tune_buffer find(const std::string &link, int kind, unsigned vc, const std::string &from = "") const {
    for (uint32_t n = 0; bounds != nullptr && n < bounds->buffer_count; n++) {
      const flitlock_tune_buffer &buffer = bounds->buffer[n];
      if (bounds->link[buffer.link].name == link && buffer.kind == kind && buffer.vc == vc && buffer.from == from)
        return buffer;
    }
    ADD_FAILURE() << "no " << flitlock_tune_kind_text(kind) << " buffer of " << link << " VC " << vc << " " << from
                  << "; " << error.text;
    return {};
  }
};

void expect_terms(const flitlock_tune_buffer &buffer, double rate, unsigned rtt, unsigned wait, unsigned packet,
                  unsigned bound) {
  EXPECT_NEAR(buffer.terms.rate, rate, 1e-9);
  EXPECT_EQ(buffer.terms.credit_rtt, rtt);
  EXPECT_EQ(buffer.terms.wait, wait);
  EXPECT_EQ(buffer.terms.packet, packet);
  EXPECT_EQ(buffer.bound, bound);
}

uint32_t depth(uint32_t rtt, uint32_t wait, double rate, uint32_t packet, uint32_t least) {
  flitlock_tune_terms terms = {rtt, wait, packet, least, rate};
  return flitlock_tune_depth(&terms);
}

const std::string exit_link = "gpu0.mesh0.E->dst.req";

}  // namespace

TEST(TuneDepth, AddsItsTermsAndRoundsUp) {
  EXPECT_EQ(depth(1, 0, 1, 1, 1), 2U);        // latencies of 1, one flit
  EXPECT_EQ(depth(7, 0, 1, 4, 4), 11U);       // latencies of 4, four flits: 7 + 4
  EXPECT_EQ(depth(7, 0, 0.5, 4, 4), 8U);      // 3.5 + 4
  EXPECT_EQ(depth(0, 2, 1.0 / 3, 1, 1), 2U);  // one of three inputs: 0.667 + 1
  EXPECT_EQ(depth(0, 8, 1.0 / 3, 4, 4), 7U);  // ... with four flits each: 2.667 + 4
  EXPECT_EQ(depth(3, 8, 0.5, 4, 4), 10U);     // 1.5 + 4 + 4 = 9.5
}

TEST(TuneDepth, IsNeverBelowTheLargestPacket) {
  EXPECT_EQ(depth(0, 0, 0.1, 1, 4), 4U);
  EXPECT_EQ(depth(1, 0, 0.1, 1, 1), 2U);
}

TEST(TuneDepth, TakesTheChanceOfSumsForWhatItIs) {
  double third = 0;
  for (int n = 0; n < 1000; n++)
    third += 1.0 / 3000;
  EXPECT_NE(third * 3, 1.0);
  EXPECT_EQ(depth(0, 3, third, 1, 1), 2U);
}

TEST(TuneBounds, OfThreeInputsAtTheExit) {
  Config config(preset("pod4-write64"));
  Bounds bounds(config);
  ASSERT_EQ(bounds.status, FLITLOCK_OK) << bounds.error.text;
  EXPECT_NEAR(bounds.bounds->rate, 0.125, 1e-9);
  expect_terms(bounds.find(exit_link, FLITLOCK_TUNE_INPUT, 3), 1, 1, 0, 1, 2);
  expect_terms(bounds.find(exit_link, FLITLOCK_TUNE_CROSSBAR, 3, "N"), 0.5, 0, 2, 1, 2);
  expect_terms(bounds.find(exit_link, FLITLOCK_TUNE_CROSSBAR, 3, "E"), 0.25, 0, 2, 1, 2);
  expect_terms(bounds.find(exit_link, FLITLOCK_TUNE_CROSSBAR, 3, "W"), 0.25, 0, 2, 1, 2);
  expect_terms(bounds.find(exit_link, FLITLOCK_TUNE_OUTPUT, 3), 1, 0, 0, 1, 1);
  // R-DST-3: behind the GPU link the VC is another, its input buffer is the link's (R-DST-4).
  expect_terms(bounds.find("gpu0.dst->gpu1.dst.req", FLITLOCK_TUNE_INPUT, 3), 1, 1, 0, 1, 2);
  expect_terms(bounds.find("gpu1.mesh0.dst->E.req", FLITLOCK_TUNE_CROSSBAR, 4, "gpu0"), 1.0 / 3, 0, 2, 1, 2);
  // Twelve links of each kind and plane fill first.
  for (uint32_t n = 0; n < bounds.bounds->link_count; n++)
    EXPECT_EQ(bounds.bounds->link[n].measured != 0, bounds.bounds->link[n].load > 0.999) << bounds.bounds->link[n].name;
  EXPECT_EQ(bounds.bounds->measured_count, 6U * 12U);
}

TEST(TuneBounds, OfLongPacketsOnALongLink) {
  Config config(preset("pod4-write256"),
                {"links.5.match=*E->dst.req", "links.5.latency=4", "links.5.credit_latency=4"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  Bounds bounds(config);
  ASSERT_EQ(bounds.status, FLITLOCK_OK) << bounds.error.text;
  expect_terms(bounds.find(exit_link, FLITLOCK_TUNE_INPUT, 3), 1, 7, 0, 4, 11);
  expect_terms(bounds.find(exit_link, FLITLOCK_TUNE_CROSSBAR, 3, "N"), 0.5, 0, 8, 4, 8);
  expect_terms(bounds.find(exit_link, FLITLOCK_TUNE_CROSSBAR, 3, "W"), 0.25, 0, 8, 4, 6);
  expect_terms(bounds.find(exit_link, FLITLOCK_TUNE_OUTPUT, 3), 1, 0, 0, 4, 4);
  // Write responses are one flit, but a depth holds the largest packet of the pod.
  expect_terms(bounds.find("gpu0.mesh0.E->dst.rsp", FLITLOCK_TUNE_OUTPUT, 3), 0.25, 0, 0, 1, 4);
  EXPECT_EQ(bounds.bounds->largest[FLITLOCK_TUNE_INPUT], 11U);
  EXPECT_EQ(bounds.bounds->largest[FLITLOCK_TUNE_CROSSBAR], 8U);
  EXPECT_EQ(bounds.bounds->largest[FLITLOCK_TUNE_OUTPUT], 4U);
  EXPECT_EQ(bounds.bounds->largest[FLITLOCK_TUNE_ALL], 11U);
  EXPECT_EQ(bounds.bounds->least[FLITLOCK_TUNE_ALL], 4U);
}

TEST(TuneBounds, OfRegisteredStages) {
  Config config(preset("pod4-write64"), {"defaults.input_stage=registered", "defaults.crossbar_stage=registered",
                                         "defaults.output_stage=registered"});
  Bounds bounds(config);
  ASSERT_EQ(bounds.status, FLITLOCK_OK) << bounds.error.text;
  expect_terms(bounds.find(exit_link, FLITLOCK_TUNE_INPUT, 3), 1, 2, 0, 1, 3);
  expect_terms(bounds.find(exit_link, FLITLOCK_TUNE_CROSSBAR, 3, "N"), 0.5, 1, 2, 1, 3);
  expect_terms(bounds.find(exit_link, FLITLOCK_TUNE_OUTPUT, 3), 1, 1, 0, 1, 2);
  // A client has no stages.
  expect_terms(bounds.find("gpu0.mesh0.A->A.rsp_client0.req", FLITLOCK_TUNE_INPUT, 4), 0.125, 1, 0, 1, 2);
}

TEST(TuneBounds, OfOtherWidths) {
  Config config(preset("pod4-read256"));
  Bounds bounds(config);
  ASSERT_EQ(bounds.status, FLITLOCK_OK) << bounds.error.text;
  // 64 to 128 bytes: the first of a pair waits for the second (R-W-4).
  expect_terms(bounds.find("gpu0.mesh0.dst->E.rsp", FLITLOCK_TUNE_INPUT, 0), 1, 2, 0, 4, 6);
  // 128 to 64 bytes: the last entry waits until the packet has left, two edges more than it took to come (R-W-2).
  expect_terms(bounds.find("gpu0.mesh0.D->E.rsp", FLITLOCK_TUNE_INPUT, 3), 0.125, 3, 0, 2, 3);
  // Read requests are one flit, without anything to merge.
  expect_terms(bounds.find(exit_link, FLITLOCK_TUNE_INPUT, 3), 0.25, 1, 0, 1, 4);
}

TEST(TuneBounds, OfVcsThatShareALink) {
  Config config(preset("pod4-write64"), {"workload.scope=all"});
  Bounds bounds(config);
  ASSERT_EQ(bounds.status, FLITLOCK_OK) << bounds.error.text;
  for (unsigned vc : {3U, 4U}) {
    EXPECT_EQ(bounds.find("gpu0.mesh0.E->D.req", FLITLOCK_TUNE_INPUT, vc).terms.wait, 1U);
    EXPECT_EQ(bounds.find("gpu0.mesh0.E->D.req", FLITLOCK_TUNE_OUTPUT, vc).terms.wait, 1U);
  }
  EXPECT_EQ(bounds.find(exit_link, FLITLOCK_TUNE_INPUT, 3).terms.wait, 0U);
}

TEST(TuneBounds, OfWeightedTurns) {
  Config config(preset("pod4-write64"), {"defaults.arbiter_l2=weighted", "routers.0.match=*.E.req",
                                         "routers.0.port_weights=[{port: N, weight: 3}]"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  Bounds bounds(config);
  ASSERT_EQ(bounds.status, FLITLOCK_OK) << bounds.error.text;
  EXPECT_EQ(bounds.find(exit_link, FLITLOCK_TUNE_CROSSBAR, 3, "N").terms.wait, 2U);
  EXPECT_EQ(bounds.find(exit_link, FLITLOCK_TUNE_CROSSBAR, 3, "E").terms.wait, 4U);
}

TEST(TuneBounds, ForTargets) {
  Config config(preset("pod4-write64"));
  Bounds half(config, {{"*.mesh0.E->dst.req", 1}, {"gpu0.*.E->dst.req", 0.5}});
  ASSERT_EQ(half.status, FLITLOCK_OK) << half.error.text;
  EXPECT_NEAR(half.find(exit_link, FLITLOCK_TUNE_CROSSBAR, 3, "N").terms.rate, 0.25, 1e-9);
  EXPECT_NEAR(half.find("gpu1.mesh0.E->dst.req", FLITLOCK_TUNE_CROSSBAR, 3, "N").terms.rate, 0.5, 1e-9);
  EXPECT_NEAR(half.find("gpu0.mesh0.B->E.req", FLITLOCK_TUNE_INPUT, 3).terms.rate, 0.5, 1e-9);
  EXPECT_EQ(half.bounds->measured_count, 4U + 2U);
}

TEST(TuneBounds, RefuseWhatMakesNoSense) {
  Config config(preset("pod4-write64"));
  Bounds nothing(config, {{"*nowhere*", 1}});
  EXPECT_EQ(nothing.status, FLITLOCK_E_USAGE);
  EXPECT_NE(std::string(nothing.error.text).find("*nowhere*"), std::string::npos) << nothing.error.text;
  EXPECT_EQ(nothing.bounds, nullptr);
  Bounds idle(config, {{"gpu0.mesh0.A->D.req", 1}});
  EXPECT_EQ(idle.status, FLITLOCK_E_USAGE);
  EXPECT_NE(std::string(idle.error.text).find("puts nothing"), std::string::npos) << idle.error.text;
}

TEST(TuneKnee, IsTheSmallestDepthNearTheLargests) {
  const flitlock_tune_point points[] = {
      {FLITLOCK_TUNE_INPUT, 4, 0.9799, 0, 0}, {FLITLOCK_TUNE_INPUT, 8, 0.9901, 0, 0},
      {FLITLOCK_TUNE_INPUT, 16, 1.0, 0, 0},   {FLITLOCK_TUNE_OUTPUT, 16, 0.5, 0, 0},
      {FLITLOCK_TUNE_OUTPUT, 2, 0.496, 0, 0}, {FLITLOCK_TUNE_OUTPUT, 1, 0.494, 0, 0},
      {FLITLOCK_TUNE_CROSSBAR, 2, 0.3, 0, 0},
  };
  size_t count = sizeof points / sizeof points[0];
  EXPECT_EQ(flitlock_tune_knee(points, count, FLITLOCK_TUNE_INPUT), 8U);
  EXPECT_EQ(flitlock_tune_knee(points, count, FLITLOCK_TUNE_OUTPUT), 2U);
  EXPECT_EQ(flitlock_tune_knee(points, count, FLITLOCK_TUNE_CROSSBAR), 2U);
  EXPECT_EQ(flitlock_tune_knee(points, count, FLITLOCK_TUNE_ALL), 0U);
  EXPECT_EQ(flitlock_tune_knee(points, 0, FLITLOCK_TUNE_INPUT), 0U);
}
