// SPDX-License-Identifier: Apache-2.0
// The bounds of docs/tuning.md are exact where nothing contends: a stream of packets over one link of a 1x2 mesh runs
// at the full rate with the depth of the bound, and does not with one entry less.
#include <gtest/gtest.h>

#include <flitlock/tune.h>

#include "support/config.h"

using flitlock_test::Config;
using flitlock_test::Pod;

namespace {

const std::string stream = "gpu0.mesh0.A->B.req";

class Stream {
 public:
  Stream(std::vector<std::string> sets)
      : file_(folder_.write("stream.yaml",
                            "pod: {gpus: 1, meshes: 1, rows: 1, columns: 2, exit_node: null, client_nodes: null,\n"
                            "      req_clients: 1, rsp_clients: 1, planes_rsp: false}\n"
                            "workload: {op: write, posted: true, scope: local, injection: greedy}\n"
                            "run: {cycles: 400, warmup: 150cycles}\n"
                            "links: [{match: '*', input_depth: 32}]\n")),
        config_(file_, sets) {
    EXPECT_EQ(config_.status(), FLITLOCK_OK) << config_.error();
    if (config_.status() != FLITLOCK_OK) return;
    Pod pod(config_);
    flitlock_error error = {};
    const flitlock_tune_target target = {"*.A->B.req", 1};
    EXPECT_EQ(flitlock_tune_bounds_create(pod.get(), &target, 1, &bounds_, &error), FLITLOCK_OK) << error.text;
  }
  ~Stream() { flitlock_tune_bounds_free(bounds_); }
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;

  flitlock_tune_buffer buffer(int kind) const {
    for (uint32_t n = 0; bounds_ != nullptr && n < bounds_->buffer_count; n++)
      if (bounds_->buffer[n].kind == kind && bounds_->link[bounds_->buffer[n].link].name == stream)
        return bounds_->buffer[n];
    ADD_FAILURE() << "no buffer of kind " << kind;
    return {};
  }

  // Flits per cycle over the link with all buffers of a kind at a depth.
  double use(int kind, uint32_t depth) const {
    flitlock_tune_point point = {kind, depth, 0, 0, 0};
    flitlock_error error = {};
    EXPECT_EQ(flitlock_tune_simulate(config_.get(), bounds_, &point, &error), FLITLOCK_OK) << error.text;
    return point.use;
  }

  void expect_exact(int kind, double full = 1) const {
    const flitlock_tune_buffer found = buffer(kind);
    EXPECT_DOUBLE_EQ(use(kind, found.bound), full) << flitlock_tune_kind_text(kind) << " depth " << found.bound;
    if (found.bound > found.terms.least) {
      EXPECT_LT(use(kind, found.bound - 1), full) << flitlock_tune_kind_text(kind) << " depth " << found.bound - 1;
    }
  }

 private:
  flitlock_test::TempFolder folder_;
  std::string file_;
  Config config_;
  flitlock_tune_bounds *bounds_ = nullptr;
};

std::vector<std::string> link(unsigned latency, unsigned credit_latency, unsigned bytes) {
  return {"workload.bytes=" + std::to_string(bytes), "links.1.match=*.A->B.req",
          "links.1.latency=" + std::to_string(latency), "links.1.credit_latency=" + std::to_string(credit_latency)};
}

}  // namespace

TEST(TuneStream, TheBoundOfAnInputBufferIsExact) {
  for (unsigned latency : {1U, 2U, 4U}) {
    for (unsigned credit_latency : {1U, 2U, 4U}) {
      for (unsigned bytes : {64U, 192U, 256U}) {
        SCOPED_TRACE(testing::Message() << "L " << latency << " C " << credit_latency << " bytes " << bytes);
        Stream test(link(latency, credit_latency, bytes));
        ASSERT_EQ(test.buffer(FLITLOCK_TUNE_INPUT).bound, latency + credit_latency - 1 + bytes / 64);
        test.expect_exact(FLITLOCK_TUNE_INPUT);
      }
    }
  }
}

TEST(TuneStream, TheBoundsOfRegisteredBuffersAreExact) {
  const struct {
    const char *key;
    int kind;
  } stages[] = {{"input", FLITLOCK_TUNE_INPUT}, {"crossbar", FLITLOCK_TUNE_CROSSBAR}, {"output", FLITLOCK_TUNE_OUTPUT}};
  for (const auto &stage : stages) {
    for (unsigned bytes : {64U, 256U}) {
      SCOPED_TRACE(testing::Message() << stage.key << " bytes " << bytes);
      std::vector<std::string> sets = link(1, 1, bytes);
      Stream(sets).expect_exact(stage.kind);
      sets.push_back(std::string("defaults.") + stage.key + "_stage=registered");
      Stream test(sets);
      EXPECT_EQ(test.buffer(stage.kind).bound, (stage.kind == FLITLOCK_TUNE_INPUT ? 2 : 1) + bytes / 64);
      test.expect_exact(stage.kind);
    }
  }
}

// Two entries are freed together, so the bound is exact where the round trip takes an even number of edges, and one
// entry more than is needed where it is odd.
TEST(TuneStream, TheBoundBeforeAWiderOutputIsEnough) {
  for (unsigned credit_latency : {1U, 2U, 3U}) {
    SCOPED_TRACE(credit_latency);
    std::vector<std::string> sets = link(1, credit_latency, 256);
    sets.push_back("links.2.match=*.B->B.rsp_client0.req");
    sets.push_back("links.2.width=128B");
    Stream test(sets);
    uint32_t bound = test.buffer(FLITLOCK_TUNE_INPUT).bound;
    ASSERT_EQ(bound, 1 + credit_latency + 4);
    EXPECT_DOUBLE_EQ(test.use(FLITLOCK_TUNE_INPUT, bound), 1);
    if (credit_latency % 2 == 1) {
      EXPECT_LT(test.use(FLITLOCK_TUNE_INPUT, bound - 1), 1);
    }
  }
}
