// SPDX-License-Identifier: Apache-2.0
// MSCCL schedules on a network of the test's own: what is sent, what arrives, what the collective leaves behind, and
// what a broken schedule is told.
#include <gtest/gtest.h>

#include <flitlock/msccl.h>
#include <flitlock/rng.h>

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <regex>
#include <sstream>

#include "support/paths.h"
#include "workload_clients.h"

using namespace flitlock_test;

namespace {

std::string data_file(const std::string &name) { return repository_file("tests/data/msccl/" + name); }

std::string read_text(const std::string &path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The text with one match of `pattern` (the first, or number `which`) replaced; fails the test if there is none.
std::string mutate(const std::string &text, const std::string &from, const std::string &to, int which = 0) {
  size_t at = text.find(from);
  for (int i = 0; i < which && at != std::string::npos; i++)
    at = text.find(from, at + 1);
  EXPECT_NE(at, std::string::npos) << "no \"" << from << "\"";
  if (at == std::string::npos) return text;
  return text.substr(0, at) + to + text.substr(at + from.size());
}

flitlock_config msccl_config(std::string &path, uint32_t gpus, uint64_t bytes) {
  auto config = workload_config();
  config.pod.gpus = gpus;
  config.workload.kind = FLITLOCK_WORKLOAD_MSCCL;
  config.workload.msccl = path.data();
  config.workload.msccl_bytes = bytes;
  return config;
}

// Carries packets with latencies drawn from (seed, client, packet); asks clients in an order of its own.
class Network {
 public:
  Network(Workload &workload, const PodClients &clients, uint64_t seed, bool eager, bool backward)
      : w_(workload.w), clients_(clients), eager_(eager), backward_(backward) {
    wake_.assign(clients.req.size(), 0);
    busy_.assign(clients.req.size(), 0);
    next_id_.assign(clients.req.size(), 0);
    rng_.resize(clients.req.size());
    for (size_t i = 0; i < rng_.size(); i++)
      flitlock_rng_seed(&rng_[i], seed, i);
    w_->host = this;
    w_->wake = [](void *host, uint32_t client, uint64_t cycle) {
      auto *self = static_cast<Network *>(host);
      EXPECT_GT(cycle, self->now_);
      self->wake_[client] = std::min(self->wake_[client], cycle);
    };
  }

  // Until all is quiet. Returns what was sent: cycle, client, destination, address, bytes.
  std::string run(uint64_t limit = 200000) {
    std::string log;
    for (now_ = 0; now_ < limit; now_++) {
      if (backward_) deliver();
      for (size_t i = 0; i < wake_.size(); i++) {
        uint32_t client = static_cast<uint32_t>(backward_ ? wake_.size() - 1 - i : i);
        if (now_ < busy_[client] || (!eager_ && now_ < wake_[client])) continue;
        ask(client);
      }
      for (size_t i = 0; i < sent_.size(); i++)
        log += sent_[i] + "\n";
      sent_.clear();
      if (!backward_) deliver();
      if (w_->ops->exhausted(w_) && flying_.empty()) break;
    }
    EXPECT_LT(now_, limit);
    return log;
  }
  uint64_t now() const { return now_; }
  uint64_t packets() const { return packets_; }
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> bytes_by_gpu;

 private:
  void ask(uint32_t client) {
    flitlock_request request{};
    uint64_t next = 0;
    if (!w_->ops->poll(w_, client, now_, &request, &next)) {
      wake_[client] = next;
      return;
    }
    EXPECT_EQ(request.birth, now_);
    EXPECT_EQ(request.op, FLITLOCK_OP_WRITE_REQ);
    uint32_t cycles = (request.bytes + 63U) / 64U;
    busy_[client] = now_ + cycles;
    wake_[client] = busy_[client];
    flitlock_flit tail{};
    tail.op = request.op;
    tail.bytes = request.bytes;
    tail.addr = request.addr;
    tail.src = clients_.req[client];
    tail.dst = request.dst;
    tail.id = next_id_[client]++;
    packets_++;
    bytes_by_gpu[{flitlock_address_gpu(tail.src), flitlock_address_gpu(tail.dst)}] += request.bytes;
    uint64_t arrival = now_ + cycles + 3 + flitlock_rng_below(&rng_[client], 40);
    flying_.emplace(arrival, tail);
    std::ostringstream line;
    line << now_ << " " << client << " " << request.dst << " " << request.addr << " " << request.bytes;
    sent_.push_back(line.str());
    std::sort(sent_.begin(), sent_.end());
  }
  void deliver() {
    std::vector<flitlock_flit> now;
    while (!flying_.empty() && flying_.begin()->first == now_) {
      now.push_back(flying_.begin()->second);
      flying_.erase(flying_.begin());
    }
    if (backward_) std::reverse(now.begin(), now.end());
    for (const auto &tail : now)
      w_->ops->delivered(w_, now_, &tail);
  }

  flitlock_workload *w_;
  const PodClients &clients_;
  bool eager_, backward_;
  uint64_t now_ = 0, packets_ = 0;
  std::vector<uint64_t> wake_, busy_;
  std::vector<uint32_t> next_id_;
  std::vector<flitlock_rng> rng_;
  std::multimap<uint64_t, flitlock_flit> flying_;
  std::vector<std::string> sent_;
};

struct Schedule {
  const char *file;
  const char *collective;
  uint32_t gpus;
  uint64_t transfers;
  // Bytes that GPU `a` sends to GPU `b` for a buffer of 24 * 1000 bytes.
  uint64_t (*bytes)(uint32_t a, uint32_t b);
};

const Schedule kSchedules[] = {
    {"allreduce-ring-4.xml", "allreduce", 4, 24,
     [](uint32_t a, uint32_t b) -> uint64_t { return b == (a + 1) % 4 ? 6 * 6000 : 0; }},
    {"allgather-ring-4.xml", "allgather", 4, 12,
     [](uint32_t a, uint32_t b) -> uint64_t { return b == (a + 1) % 4 ? 3 * 6000 : 0; }},
    {"alltoall-4.xml", "alltoall", 4, 12, [](uint32_t a, uint32_t b) -> uint64_t { return a == b ? 0 : 6000; }},
    {"allreduce-pair-2.xml", "allreduce", 2, 2, [](uint32_t a, uint32_t b) -> uint64_t { return a == b ? 0 : 24000; }},
    {"reduce-scatter-2.xml", "reduce_scatter", 2, 2,
     [](uint32_t a, uint32_t b) -> uint64_t { return a == b ? 0 : 12000; }},
};

TEST(WorkloadMsccl, RunsToTheEndAndSendsWhatTheScheduleSays) {
  for (const Schedule &schedule : kSchedules) {
    SCOPED_TRACE(schedule.file);
    PodClients clients(schedule.gpus);
    std::string path = data_file(schedule.file);
    auto config = msccl_config(path, schedule.gpus, 24000);
    Workload workload(config, clients);
    ASSERT_EQ(workload.status, FLITLOCK_OK) << workload.message;
    flitlock_msccl_report report{};
    ASSERT_EQ(flitlock_msccl_get_report(workload.w, &report), 1);
    EXPECT_EQ(report.finished, 0);
    Network network(workload, clients, 11, false, false);
    network.run();
    flitlock_error error{};
    ASSERT_EQ(workload.w->ops->finish(workload.w, network.now(), &error), FLITLOCK_OK) << error.text;
    ASSERT_EQ(flitlock_msccl_get_report(workload.w, &report), 1);
    EXPECT_STREQ(report.collective, schedule.collective);
    EXPECT_EQ(report.bytes, 24000U);
    EXPECT_EQ(report.gpus, schedule.gpus);
    EXPECT_EQ(report.finished, 1);
    EXPECT_EQ(report.time_cycles, network.now() + 1) << "what arrives in cycle t counts from t + 1";
    EXPECT_EQ(report.sends, schedule.transfers);
    EXPECT_EQ(report.receives, schedule.transfers);
    EXPECT_EQ(report.sends_scheduled, schedule.transfers);
    for (uint32_t a = 0; a < schedule.gpus; a++) {
      for (uint32_t b = 0; b < schedule.gpus; b++) {
        EXPECT_EQ(report.bytes_by_pair[a * schedule.gpus + b], schedule.bytes(a, b)) << a << " to " << b;
        EXPECT_EQ(report.bytes_by_pair_scheduled[a * schedule.gpus + b], schedule.bytes(a, b)) << a << " to " << b;
        EXPECT_EQ((network.bytes_by_gpu[{a, b}]), schedule.bytes(a, b)) << a << " to " << b;
      }
    }
  }
}

TEST(WorkloadMsccl, DoesNotDependOnTheOrderOfEvaluationNorOnHowOftenItIsAsked) {
  for (const Schedule &schedule : kSchedules) {
    SCOPED_TRACE(schedule.file);
    PodClients clients(schedule.gpus);
    std::string path = data_file(schedule.file);
    for (uint64_t bytes : {1ULL, 7ULL, 24000ULL, 100001ULL}) {
      auto config = msccl_config(path, schedule.gpus, bytes);
      std::string expected;
      uint64_t expected_time = 0;
      for (int mode = 0; mode < 4; mode++) {
        Workload workload(config, clients);
        ASSERT_EQ(workload.status, FLITLOCK_OK) << workload.message;
        Network network(workload, clients, bytes, mode % 2 != 0, mode / 2 != 0);
        std::string log = network.run();
        flitlock_error error{};
        EXPECT_EQ(workload.w->ops->finish(workload.w, network.now(), &error), FLITLOCK_OK) << error.text;
        flitlock_msccl_report report{};
        flitlock_msccl_get_report(workload.w, &report);
        if (mode == 0) {
          expected = log;
          expected_time = report.time_cycles;
        }
        EXPECT_TRUE(log == expected) << "bytes and seed " << bytes << ", mode " << mode;
        EXPECT_EQ(report.time_cycles, expected_time);
      }
    }
  }
}

TEST(WorkloadMsccl, LosesNoByteWhenTheSizeDoesNotDivide) {
  PodClients clients;
  std::string path = data_file("allgather-ring-4.xml");
  for (uint64_t bytes = 1; bytes < 40; bytes += 3) {
    auto config = msccl_config(path, 4, bytes);
    config.workload.msccl_packet = 4;
    Workload workload(config, clients);
    ASSERT_EQ(workload.status, FLITLOCK_OK) << workload.message;
    flitlock_msccl_report report{};
    flitlock_msccl_get_report(workload.w, &report);
    uint64_t sum = std::accumulate(report.bytes_by_pair_scheduled, report.bytes_by_pair_scheduled + 16, uint64_t{0});
    EXPECT_EQ(sum, 3 * bytes) << "every byte goes to three other GPUs";
    Network network(workload, clients, bytes, false, false);
    network.run();
    flitlock_error error{};
    EXPECT_EQ(workload.w->ops->finish(workload.w, network.now(), &error), FLITLOCK_OK) << error.text;
  }
}

TEST(WorkloadMsccl, CutsTransfersIntoPacketsOverAllClientsOfTheThreadBlock) {
  PodClients clients;
  std::string path = data_file("allgather-ring-4.xml");
  auto config = msccl_config(path, 4, 4 * 100000);
  config.workload.msccl_packet = 192;
  Workload workload(config, clients);
  std::map<uint32_t, unsigned> per_client;
  std::map<uint64_t, unsigned> sizes;
  std::map<uint32_t, std::map<uint64_t, uint64_t>> written;  // by GPU: begin and end of each packet
  Network network(workload, clients, 3, false, false);
  std::istringstream log(network.run());
  uint64_t cycle, client, dst, addr, bytes;
  while (log >> cycle >> client >> dst >> addr >> bytes) {
    per_client[static_cast<uint32_t>(client)]++;
    sizes[bytes]++;
    EXPECT_TRUE(written[flitlock_address_gpu(static_cast<uint32_t>(dst))].emplace(addr, addr + bytes).second);
  }
  // Every GPU is sent three chunks, each to its place in the output, which no other packet touches.
  for (const auto &[gpu, ranges] : written) {
    uint64_t end = 0, total = 0;
    for (auto [from, to] : ranges) {
      EXPECT_GE(from, end) << "GPU " << gpu;
      end = to;
      total += to - from;
    }
    EXPECT_EQ(total, 300000U);
  }
  // 100000 = 520 packets of 192 and one of 160; 12 transfers.
  EXPECT_EQ(sizes, (std::map<uint64_t, unsigned>{{192, 12 * 520}, {160, 12}}));
  EXPECT_EQ(per_client.size(), 96U) << "one sending thread block a GPU has all of its clients";
  for (auto [number, count] : per_client)
    EXPECT_NEAR(count, 12 * 521 / 96.0, 3.0) << number;
}

TEST(WorkloadMsccl, ADependenceHoldsTheStepBack) {
  // The second thread block sends only after the first one has received everything.
  std::string text = read_text(data_file("allreduce-pair-2.xml"));
  PodClients clients(2);
  std::string path = data_file("allreduce-pair-2.xml");
  auto config = msccl_config(path, 2, 6400);
  Workload workload(config, clients);
  flitlock_request request{};
  uint64_t next = 0;
  // Nothing was delivered: after everything is handed out no client gets more, and the collective is not finished.
  unsigned packets = 0;
  for (uint64_t t = 0; t < 100; t++) {
    for (uint32_t c = 0; c < clients.req.size(); c++)
      packets += workload.poll(c, t, &request, &next);
  }
  EXPECT_EQ(packets, 50U);
  EXPECT_TRUE(workload.w->ops->exhausted(workload.w));
  flitlock_error error{};
  EXPECT_EQ(workload.w->ops->finish(workload.w, 100, &error), FLITLOCK_E_MISMATCH);
  EXPECT_NE(std::string(error.text).find("not finished at cycle 100"), std::string::npos) << error.text;
  EXPECT_NE(std::string(error.text).find("gpu 0 tb 0 step 1 (r)"), std::string::npos) << error.text;
}

TEST(WorkloadMsccl, AnUnfinishedCollectiveIsATimeout) {
  PodClients clients;
  std::string path = data_file("allreduce-ring-4.xml");
  auto config = msccl_config(path, 4, 6400);
  Workload workload(config, clients);
  flitlock_error error{};
  EXPECT_FALSE(workload.w->ops->exhausted(workload.w));
  EXPECT_EQ(workload.w->ops->finish(workload.w, 0, &error), FLITLOCK_E_TIMEOUT);
}

TEST(WorkloadMsccl, TellsADeliveryThatNobodyWaitsFor) {
  PodClients clients;
  std::string path = data_file("allreduce-ring-4.xml");
  auto config = msccl_config(path, 4, 6400);
  Workload workload(config, clients);
  flitlock_flit stray{};
  stray.op = FLITLOCK_OP_WRITE_REQ;
  stray.id = 7;
  workload.w->ops->delivered(workload.w, 3, &stray);
  flitlock_error error{};
  EXPECT_EQ(workload.w->ops->finish(workload.w, 4, &error), FLITLOCK_E_MISMATCH);
  EXPECT_NE(std::string(error.text).find("no transfer waits for it"), std::string::npos) << error.text;
}

TEST(WorkloadMsccl, OtherWorkloadsHaveNoReport) {
  PodClients clients;
  auto config = workload_config();
  Workload workload(config, clients);
  flitlock_msccl_report report{};
  EXPECT_EQ(flitlock_msccl_get_report(workload.w, &report), 0);
  EXPECT_EQ(flitlock_msccl_get_report(nullptr, &report), 0);
}

// --- Broken schedules ---

std::string refuse(const std::string &text, uint32_t gpus) {
  std::string path = testing::TempDir() + "flitlock_msccl_" + std::to_string(getpid()) + ".xml";
  std::ofstream(path) << text;
  PodClients clients(gpus);
  auto config = msccl_config(path, gpus, 6400);
  Workload workload(config, clients);
  std::remove(path.c_str());
  EXPECT_EQ(workload.status, FLITLOCK_E_INPUT) << workload.message;
  EXPECT_EQ(workload.message.find(path) == std::string::npos, false) << workload.message;
  return workload.message;
}

TEST(WorkloadMsccl, TellsBrokenFilesByLineThreadBlockAndStep) {
  const std::string ring = read_text(data_file("allreduce-ring-4.xml"));
  const std::string pair = read_text(data_file("allreduce-pair-2.xml"));
  struct Row {
    const char *from;
    const char *to;
    const char *text;
  };
  const Row rows[] = {
      {"type=\"rrcs\"", "type=\"xyz\"", ":9: <step>: type is \"xyz\"; allowed are nop s r rcs rrc rrs rrcs cpy re"},
      {"send=\"1\"", "send=\"-1\"", ":6: <step>: sends, but its <tb> has send=\"-1\""},
      {"recv=\"3\"", "recv=\"-1\"", ":7: <step>: receives, but its <tb> has recv=\"-1\""},
      {"recv=\"3\"", "recv=\"0\"", "peer is its own GPU"},
      {"send=\"1\"", "send=\"4\"", "send is \"4\"; allowed is -1 to 3"},
      {"chan=\"0\"", "chan=\"1\"", "sends to GPU 1 on channel 1, where nothing receives it"},
      {"srcoff=\"0\"", "srcoff=\"4\"", "gpu 0 tb 0 step 0 (s): chunks 4 to 4 of buffer i, which has 4 chunks"},
      {"cnt=\"1\"", "cnt=\"2\"", "gpu 0 tb 0 step 0 (s) sends 2 chunks, but the matching"},
      {"cnt=\"1\"", "cnt=\"0\"", "cnt is \"0\""},
      {"cnt=\"1\"", "", "\"cnt\" is missing"},
      {"depid=\"-1\" deps=\"-1\"", "depid=\"7\" deps=\"0\"", "depid is 7"},
      {"depid=\"-1\" deps=\"-1\"", "depid=\"0\" deps=\"9\"", "deps is 9, but tb 0 has the steps 0 to 6"},
      {"depid=\"-1\" deps=\"-1\"", "depid=\"0\" deps=\"3\"", "deadlocks: "},
      {" s=\"0\"", " s=\"1\"", "s is \"1\"; allowed is 0 to 0"},
      {"coll=\"allreduce\"", "coll=\"broadcast\"", "allowed are allreduce allgather alltoall reduce_scatter"},
      {"ngpus=\"4\"", "ngpus=\"3\"", "ngpus is \"3\""},
      {"gpu id=\"2\"", "gpu id=\"9\"", "none has id=\"2\""},
      {"i_chunks=\"4\"", "i_chunks=\"5\"", "i_chunks is 4 on GPU 1 and 5 on GPU 0"},
      {"<tb id=\"0\"", "<block id=\"0\"", ""},
      {"</algo>", "", ""},
      {"srcbuf=\"i\"", "srcbuf=\"x\"", "srcbuf is \"x\"; allowed are i o s"},
      {"<algo", "<algorithm", ""},
      {"inplace=\"1\"", "inplace=\"2\"", "inplace is \"2\""},
  };
  for (const Row &row : rows) {
    SCOPED_TRACE(std::string(row.from) + " -> " + row.to);
    std::string message = refuse(mutate(ring, row.from, row.to), 4);
    EXPECT_NE(message.find(row.text), std::string::npos) << message;
  }
  std::string twice = mutate(pair, "<tb id=\"1\" send=\"-1\" recv=\"-1\"", "<tb id=\"1\" send=\"1\" recv=\"-1\"");
  EXPECT_NE(refuse(twice, 2).find("both send to GPU 1 on channel 0"), std::string::npos);
  EXPECT_NE(refuse(mutate(pair, "<tb id=\"1\"", "<tb id=\"0\""), 2).find("same id"), std::string::npos);
  EXPECT_NE(refuse(pair, 4).find("for 2 GPUs; pod.gpus is 4"), std::string::npos);
  EXPECT_NE(refuse("<algo", 2).find(":1:"), std::string::npos);
}

TEST(WorkloadMsccl, TellsBrokenDataFlow) {
  const std::string ring = read_text(data_file("allreduce-ring-4.xml"));
  struct Row {
    const char *from;
    const char *to;
    const char *text;
  };
  const Row rows[] = {
      {"type=\"rrs\"", "type=\"rcs\"", "with chunk"},
      {"type=\"rrcs\"", "type=\"rcs\"", "it has to be chunk"},
      {"srcbuf=\"i\" srcoff=\"3\" dstbuf=\"i\" dstoff=\"3\"", "srcbuf=\"i\" srcoff=\"2\" dstbuf=\"i\" dstoff=\"2\"",
       "adds chunks of different positions"},
  };
  for (const Row &row : rows) {
    SCOPED_TRACE(std::string(row.from) + " -> " + row.to);
    std::string message = refuse(mutate(ring, row.from, row.to), 4);
    EXPECT_NE(message.find(row.text), std::string::npos) << message;
  }
  const std::string pair = read_text(data_file("allreduce-pair-2.xml"));
  // Adds its own data to itself.
  std::string message = refuse(mutate(pair, "type=\"re\" srcbuf=\"s\"", "type=\"re\" srcbuf=\"i\""), 2);
  EXPECT_NE(message.find("a contribution that is in the sum already"), std::string::npos) << message;
  EXPECT_NE(message.find("gpu 0 tb 1 step 1 (re)"), std::string::npos) << message;
  // Sends chunks the wrong way round.
  const std::string all = read_text(data_file("alltoall-4.xml"));
  message = refuse(mutate(all, "srcbuf=\"i\" srcoff=\"2\"", "srcbuf=\"i\" srcoff=\"4\""), 4);
  EXPECT_NE(message.find("of GPU 0"), std::string::npos) << message;
}

TEST(WorkloadMsccl, EveryDroppedOrMovedChunkOfAScheduleIsCaught) {
  // Each place of each step is moved by one chunk, one at a time: none may pass, but where the format says that the
  // place is not used (what a send calls its destination, what a receive calls its source).
  for (const Schedule &schedule : kSchedules) {
    const std::string text = read_text(data_file(schedule.file));
    unsigned mutants = 0;
    for (const char *side : {"src", "dst"}) {
      std::regex pattern(std::string("type=\"([a-z]+)\"[^>]*?") + side + "off=\"([0-9]+)\"");
      for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) {
        std::string type = (*it)[1];
        bool source = side[0] == 's';
        if (source ? type == "r" || type == "rcs" : type == "s" || type == "rrs") continue;
        size_t at = static_cast<size_t>(it->position(2));
        int value = std::stoi((*it)[2]);
        std::string mutant = text.substr(0, at) + std::to_string(value > 0 ? value - 1 : value + 1) +
                             text.substr(at + (*it)[2].length());
        mutants++;
        SCOPED_TRACE(std::string(schedule.file) + " " + it->str());
        refuse(mutant, schedule.gpus);
      }
    }
    EXPECT_GT(mutants, schedule.gpus);
  }
}

TEST(WorkloadMsccl, BrokenExamples) {
  struct Row {
    const char *file;
    const char *text;
  };
  const Row rows[] = {
      {"broken-missing-dependence.xml", "a dependence is missing"},
      {"broken-deadlock.xml", "gpu 0 tb 0 step 0 (r) waits for "},
      {"broken-unmatched.xml", "gpu 0 tb 0 step 0 (s) sends to GPU 1 on channel 0, where nothing receives it"},
  };
  for (const Row &row : rows) {
    PodClients clients(2);
    std::string path = data_file(row.file);
    auto config = msccl_config(path, 2, 6400);
    Workload workload(config, clients);
    EXPECT_EQ(workload.status, FLITLOCK_E_INPUT);
    EXPECT_NE(workload.message.find(row.text), std::string::npos) << workload.message;
  }
}

TEST(WorkloadMsccl, RefusesConfigurationsThatCannotBe) {
  PodClients clients;
  std::string path = data_file("allreduce-ring-4.xml");
  auto expect = [&](void (*spoil)(flitlock_config &), int status, const char *text) {
    auto config = msccl_config(path, 4, 6400);
    spoil(config);
    Workload workload(config, clients);
    EXPECT_EQ(workload.status, status);
    EXPECT_NE(workload.message.find(text), std::string::npos) << workload.message;
  };
  expect([](flitlock_config &c) { c.workload.msccl = nullptr; }, FLITLOCK_E_CONFIG, "workload.msccl");
  expect([](flitlock_config &c) { c.workload.msccl_bytes = 0; }, FLITLOCK_E_CONFIG, "workload.msccl_bytes is 0");
  expect([](flitlock_config &c) { c.workload.msccl_packet = 0; }, FLITLOCK_E_CONFIG, "workload.msccl_packet is 0");
  expect([](flitlock_config &c) { c.workload.msccl_packet = 961; }, FLITLOCK_E_CONFIG, "1 to 960");
  expect([](flitlock_config &c) { c.workload.msccl = const_cast<char *>("no/such.xml"); }, FLITLOCK_E_INPUT,
         "no/such.xml");
  PodClients fewer(3);
  auto config = msccl_config(path, 4, 6400);
  Workload workload(config, fewer);
  EXPECT_EQ(workload.status, FLITLOCK_E_CONFIG);
  EXPECT_NE(workload.message.find("GPU 3 has 0 request and 0 response clients"), std::string::npos) << workload.message;
}

}  // namespace
