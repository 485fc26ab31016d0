// SPDX-License-Identifier: Apache-2.0
// Unloaded latencies of the reference pod, cycle for cycle: all pairs of a request client of gpu0 and a response client
// of another GPU, every size, reads and writes, so every packet length on both planes. One request at a time is in the
// pod; when it left and came back must be what unloaded.h derives from the rules.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <flitlock/pod.h>

#include "reference/unloaded.h"
#include "support/paths.h"

using namespace flitlock_test;

namespace {

using PodNode = struct flitlock_pod_node;  // a function has this name too

struct Question {
  uint32_t client = 0;  // number of the request client
  uint32_t src = 0, dst = 0;
  uint8_t op = 0;
  uint16_t bytes = 0;
};

struct Answer {
  uint64_t birth = 0, delivered = 0, completed = 0;
};

// A workload that asks one question after the other, each when the pod is empty again.
class OneAtATime {
 public:
  OneAtATime() {
    static const flitlock_workload_ops ops = {"one at a time", nullptr, poll, delivered, completed, exhausted, nullptr};
    base.ops = &ops;
  }
  flitlock_workload base{};  // first: the workload is known by its address
  std::vector<Question> questions;
  std::vector<Answer> answers;

 private:
  static OneAtATime &self(flitlock_workload *workload) { return *reinterpret_cast<OneAtATime *>(workload); }
  static int poll(flitlock_workload *workload, uint32_t client, uint64_t cycle, flitlock_request *request,
                  uint64_t *next) {
    OneAtATime &w = self(workload);
    *next = FLITLOCK_SLEEP;
    if (w.asked_ != w.answers.size() || w.asked_ == w.questions.size()) return 0;  // one is under way, or all done
    const Question &q = w.questions[w.asked_];
    if (client != q.client) return 0;
    if (cycle < w.start_) {
      *next = w.start_;
      return 0;
    }
    *request = flitlock_request{};
    request->birth = cycle;
    request->addr = 0x1000U * w.asked_;
    request->dst = q.dst;
    request->bytes = q.bytes;
    request->op = q.op;
    request->tag = w.asked_;
    w.now_ = Answer{cycle, 0, 0};
    w.asked_++;
    return 1;
  }
  static void delivered(flitlock_workload *workload, uint64_t cycle, const flitlock_flit *) {
    self(workload).now_.delivered = cycle;
  }
  static void completed(flitlock_workload *workload, uint32_t, uint64_t cycle, uint64_t tag) {
    OneAtATime &w = self(workload);
    if (tag != w.answers.size()) return;  // the count of answers will show it
    w.now_.completed = cycle;
    w.answers.push_back(w.now_);
    w.start_ = cycle + 20;  // longer than any credit needs to get home
    if (w.asked_ < w.questions.size()) w.base.wake(w.base.host, w.questions[w.asked_].client, w.start_);
  }
  static int exhausted(const flitlock_workload *workload) {
    const OneAtATime &w = *reinterpret_cast<const OneAtATime *>(workload);
    return w.asked_ == w.questions.size();
  }

  size_t asked_ = 0;
  uint64_t start_ = 0;
  Answer now_;
};

struct Pod {
  flitlock_config *config = nullptr;
  flitlock_pod *pod = nullptr;
  OneAtATime workload;
  std::string failure;

  explicit Pod(const std::vector<const char *> &sets) {
    flitlock_error error{};
    std::vector<const char *> all = {"workload.bytes=256B"};  // the largest packet decides what is built
    all.insert(all.end(), sets.begin(), sets.end());
    const std::string path = repository_file("configs/pod4-write64.yaml");
    if (flitlock_config_load(path.c_str(), all.data(), all.size(), &config, &error) != FLITLOCK_OK ||
        flitlock_pod_create(config, &workload.base, nullptr, nullptr, &pod, &error) != FLITLOCK_OK)
      failure = error.text;
  }
  Pod(const Pod &) = delete;
  Pod &operator=(const Pod &) = delete;
  ~Pod() {
    flitlock_pod_destroy(pod);
    flitlock_config_free(config);
  }

  // Every pair of a request client of gpu0 and a response client of another GPU.
  std::vector<std::pair<const PodNode *, const PodNode *>> pairs() const {
    std::vector<std::pair<const PodNode *, const PodNode *>> list;
    for (uint32_t i = 0; i < flitlock_pod_req_client_count(pod); i++)
      for (uint32_t j = 0; j < flitlock_pod_rsp_client_count(pod); j++) {
        const PodNode *from = flitlock_pod_node(pod, flitlock_pod_req_client(pod, i));
        const PodNode *to = flitlock_pod_node(pod, flitlock_pod_rsp_client(pod, j));
        if (from->gpu == 0 && to->gpu != 0) list.emplace_back(from, to);
      }
    return list;
  }

  void run() {
    flitlock_engine *engine = flitlock_pod_engine(pod);
    flitlock_engine_reset(engine);
    const uint64_t limit = 1000 * (workload.questions.size() + 1);
    while (workload.answers.size() < workload.questions.size() && flitlock_engine_cycle(engine) < limit)
      flitlock_engine_run(engine, 1000);
  }
};

unsigned units(unsigned bytes) { return (bytes + 63) / 64; }

void expect_latencies(Pod &p, const Timing &timing, const Way &way = {}) {
  ASSERT_EQ(p.workload.answers.size(), p.workload.questions.size()) << "a request was lost";
  std::set<std::tuple<unsigned, unsigned>> different;
  unsigned wrong = 0;
  for (size_t k = 0; k < p.workload.questions.size() && wrong < 5; k++) {
    const Question &q = p.workload.questions[k];
    const Answer &a = p.workload.answers[k];
    const bool write = q.op == FLITLOCK_OP_WRITE_REQ;
    const unsigned out = unloaded_cycles(write ? units(q.bytes) : 1, remote_way(REQ, q.src, q.dst, way), timing);
    const unsigned back = unloaded_cycles(write ? 1 : units(q.bytes), remote_way(RSP, q.dst, q.src, way), timing);
    EXPECT_EQ(a.delivered - a.birth, out) << "request plane";
    EXPECT_EQ(a.completed - a.delivered, back) << "response plane";
    if (a.delivered - a.birth != out || a.completed - a.delivered != back) {
      wrong++;
      ADD_FAILURE() << (write ? "write " : "read ") << q.bytes << " from 0x" << std::hex << q.src << " to 0x" << q.dst;
    }
    different.insert({out, back});
  }
  EXPECT_GE(different.size(), 10U) << "the pairs and sizes do not differ in latency: nothing was tested";
}

std::vector<Question> all_questions(const Pod &p, size_t stride = 1) {
  std::vector<Question> list;
  size_t count = 0;
  for (const auto &[from, to] : p.pairs())
    for (uint8_t op : {FLITLOCK_OP_WRITE_REQ, FLITLOCK_OP_READ_REQ})
      for (unsigned bytes : {64U, 128U, 192U, 256U})
        if (count++ % stride == 0)
          list.push_back({from->number, from->address, to->address, op, static_cast<uint16_t>(bytes)});
  return list;
}

}  // namespace

// By hand, so that the recurrence itself is held to something.
TEST(PodAnalytic, TheRecurrenceGivesWhatTheRulesGiveByHand) {
  const Timing plain;
  // D to F, one unit: client-D, D-E, E-dst, dst-dst, dst-E, E-F, F-client: seven links of one cycle.
  EXPECT_EQ(unloaded_cycles(1, remote_way(REQ, flitlock_address(0, 0, D, 0), flitlock_address(1, 0, F, 2)), plain), 7U);
  // A to C, one unit: client-A, A-B, B-E, three gateways, E-F, F-C, C-client: nine.
  EXPECT_EQ(unloaded_cycles(1, remote_way(REQ, flitlock_address(0, 0, A, 0), flitlock_address(1, 0, C, 2)), plain), 9U);
  // Four units on the request plane: three cycles more.
  EXPECT_EQ(unloaded_cycles(4, remote_way(REQ, flitlock_address(0, 0, A, 0), flitlock_address(1, 0, C, 2)), plain),
            12U);
  // Four units on the response plane, D to F, two flits from the client at 0 and 1. D: sampled and sent on at 1 and 2
  // (128). E splits: 2 3 4 5 (E-dst); dst: 3 .. 6; dst: 4 .. 7; E merges for F: units 0, 1 at 6, units 2, 3 at 8;
  // F: 7, 9 to the client, which samples the tail at 10.
  EXPECT_EQ(unloaded_cycles(4, remote_way(RSP, flitlock_address(1, 0, D, 2), flitlock_address(0, 0, F, 0)), plain),
            10U);
  // Three units the same way: 0 1; 1 2; 2 3 4; 3 4 5; 4 5 6; E: pair at 6, odd one at 7; F: 7 8; tail at 9.
  EXPECT_EQ(unloaded_cycles(3, remote_way(RSP, flitlock_address(1, 0, D, 2), flitlock_address(0, 0, F, 0)), plain), 9U);
  // Two registered stages in each of the six routers of the shortest way.
  EXPECT_EQ(unloaded_cycles(1, remote_way(REQ, flitlock_address(0, 0, D, 0), flitlock_address(1, 0, F, 2)), {2, 1}),
            7U + 6 * 2);
}

TEST(PodAnalytic, EveryPairAndSizeTakesExactlyTheCyclesOfTheSpecification) {
  Pod p({});
  ASSERT_EQ(p.failure, "");
  ASSERT_EQ(p.pairs().size(), 24U * 72U);
  p.workload.questions = all_questions(p);
  ASSERT_EQ(p.workload.questions.size(), 24U * 72U * 8U);
  p.run();
  expect_latencies(p, {});
}

TEST(PodAnalytic, RegisteredStagesAndLongerLinksAddTheirCycles) {
  Pod stages({"defaults.input_stage=registered", "defaults.output_stage=registered"});
  ASSERT_EQ(stages.failure, "");
  stages.workload.questions = all_questions(stages, 11);
  stages.run();
  expect_latencies(stages, {2, 1});

  Pod links({"defaults.crossbar_stage=registered", "defaults.latency=2", "defaults.gpu_link_latency=2"});
  ASSERT_EQ(links.failure, "");
  links.workload.questions = all_questions(links, 11);
  links.run();
  expect_latencies(links, {1, 2});
}

TEST(PodAnalytic, OtherWaysThroughMeshesAndSwitches) {
  Pod yx({"routing.algorithm=yx"});
  ASSERT_EQ(yx.failure, "");
  yx.workload.questions = all_questions(yx, 7);
  yx.run();
  expect_latencies(yx, {}, {true, false});

  Pod switched({"pod.switches=3"});
  ASSERT_EQ(switched.failure, "");
  switched.workload.questions = all_questions(switched, 7);
  switched.run();
  expect_latencies(switched, {}, {false, true});
}
