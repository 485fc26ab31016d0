// SPDX-License-Identifier: Apache-2.0
// A client on the bench: its two ports are driven by hand, one edge at a time.
#ifndef FLITLOCK_TESTS_CLIENT_BENCH_H
#define FLITLOCK_TESTS_CLIENT_BENCH_H

#include <gtest/gtest.h>

#include <flitlock/client.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

namespace flitlock_test {

// A workload that hands out a list. A request is given at its birth or later; what happens is written down.
struct ScriptedWorkload {
  struct Delivered {
    uint64_t cycle;
    flitlock_flit tail;
  };
  struct Completed {
    uint32_t client;
    uint64_t cycle;
    uint64_t tag;
  };

  flitlock_workload base{};  // first member
  std::deque<flitlock_request> requests;
  bool greedy = false;  // births are the cycle of the question
  std::vector<Delivered> delivered;
  std::vector<Completed> completed;

  ScriptedWorkload() {
    static const flitlock_workload_ops ops = {
        "scripted", nullptr, &ScriptedWorkload::poll, &on_delivered, &on_completed, &is_exhausted, nullptr};
    base.ops = &ops;
  }
  ScriptedWorkload(const ScriptedWorkload &) = delete;

  void add(uint64_t birth, int op, unsigned bytes, uint32_t dst, uint64_t tag = 0) {
    flitlock_request request{};
    request.birth = birth;
    request.addr = 0x1000 + 64 * requests.size();
    request.dst = dst;
    request.bytes = static_cast<uint16_t>(bytes);
    request.op = static_cast<uint8_t>(op);
    request.tag = tag;
    requests.push_back(request);
  }

 private:
  static ScriptedWorkload *self(const flitlock_workload *w) {
    return reinterpret_cast<ScriptedWorkload *>(const_cast<flitlock_workload *>(w));
  }
  static int poll(flitlock_workload *w, uint32_t, uint64_t cycle, flitlock_request *request, uint64_t *next) {
    auto &requests = self(w)->requests;
    if (requests.empty()) {
      *next = FLITLOCK_SLEEP;
      return 0;
    }
    if (!self(w)->greedy && requests.front().birth > cycle) {
      *next = requests.front().birth;
      return 0;
    }
    *request = requests.front();
    if (self(w)->greedy) request->birth = cycle;
    requests.pop_front();
    return 1;
  }
  static void on_delivered(flitlock_workload *w, uint64_t cycle, const flitlock_flit *tail) {
    self(w)->delivered.push_back({cycle, *tail});
  }
  static void on_completed(flitlock_workload *w, uint32_t client, uint64_t cycle, uint64_t tag) {
    self(w)->completed.push_back({client, cycle, tag});
  }
  static int is_exhausted(const flitlock_workload *w) { return self(w)->requests.empty(); }
};

inline constexpr uint32_t kRequester = 0x01020000U;  // gpu 0, mesh 0, node 2, port 1
inline constexpr uint32_t kResponder = 0x03050201U;  // gpu 1, mesh 2, node 5, port 3
inline constexpr unsigned kVc = 3;
inline constexpr uint64_t kSeed = 7;

inline flitlock_client_params client_params(ScriptedWorkload &workload, uint32_t address) {
  flitlock_client_params p{};
  p.seed = kSeed;
  p.address = address;
  p.number = 5;
  p.vcs = 10;
  p.max_len = 4;
  p.unit_bytes = 64;
  p.inject_vc = kVc;
  p.req_width = 1;
  p.rsp_width = 2;
  for (unsigned v = 0; v < p.vcs; v++) {
    p.credits[v] = 8;
    p.input_depth[v] = 8;
  }
  p.response_queue = 64;
  p.checks = 1;
  p.workload = &workload.base;
  return p;
}

class ClientBench {
 public:
  ClientBench(const flitlock_block_ops &ops, const flitlock_client_params &params) : ops_(ops) {
    flitlock_error error{};
    status = ops.create(&params, "bench.client", &block, &error);
    message = error.text;
  }
  ~ClientBench() { ops_.destroy(block); }
  ClientBench(const ClientBench &) = delete;

  // Arrives at the next step only.
  void give_flit(unsigned port, const flitlock_flit &flit) {
    in_flit_[port] = flit;
    in_.flit_valid |= 1U << port;
  }
  void give_credit(unsigned port, unsigned vc, unsigned count) {
    if (!(in_.credit_valid & 1U << port)) in_credit_[port] = 0;
    in_credit_[port] |= flitlock_credit_one(vc, count);
    in_.credit_valid |= 1U << port;
  }
  // One edge. `sent`, `returned` tell what is presented after it.
  uint64_t step(uint64_t cycle) {
    in_.flit = in_flit_.data();
    in_.credit = in_credit_.data();
    flitlock_out out{};
    out.flit = out_flit_.data();
    out.credit = out_credit_.data();
    uint64_t next = ops_.step(block, cycle, &in_, &out);
    in_.flit_valid = in_.credit_valid = 0;
    out_ = out;
    return next;
  }
  const flitlock_flit *sent(unsigned port) const { return out_.flit_valid >> port & 1U ? &out_flit_[port] : nullptr; }
  uint32_t returned(unsigned port, unsigned vc) const {
    return out_.credit_valid >> port & 1U ? flitlock_credit_get(out_credit_[port], vc) : 0;
  }
  int idle_cause(unsigned port) const {
    std::array<uint8_t, 4> cause{};
    ops_.idle_causes(block, cause.data());
    return cause[port];
  }
  flitlock_client_counts counts() const {
    flitlock_client_counts c{};
    flitlock_client_get_counts(block, &c);
    return c;
  }
  int check() {
    flitlock_error error{};
    int result = ops_.check(block, &error);
    message = error.text;
    return result;
  }
  std::string waits() const {
    std::array<char, 1024> text{};
    int needed = ops_.waits(block, text.data(), text.size());
    EXPECT_EQ(static_cast<size_t>(needed), std::strlen(text.data()));
    return text.data();
  }
  const flitlock_block_ops &ops() const { return ops_; }

  flitlock_block *block = nullptr;
  int status = 0;
  std::string message;

 private:
  const flitlock_block_ops &ops_;
  std::array<flitlock_flit, 4> in_flit_{};
  std::array<uint32_t, 4> in_credit_{};
  std::array<flitlock_flit, 4> out_flit_{};
  std::array<uint32_t, 4> out_credit_{};
  flitlock_in in_{};
  flitlock_out out_{};
};

// A packet made by hand, with the payload of R-PAY-1 in memory of its own.
struct Packet {
  flitlock_flit header{};
  std::vector<uint8_t> bytes;
  unsigned width;

  Packet(int op, unsigned data_bytes, uint32_t src, uint32_t dst, uint32_t id, unsigned link_width)
      : width(link_width) {
    bool response = op >= FLITLOCK_OP_WRITE_RSP;
    bool carries = op == FLITLOCK_OP_WRITE_REQ || op == FLITLOCK_OP_READ_RSP;
    header.op = static_cast<uint8_t>(op);
    header.bytes = static_cast<uint16_t>(data_bytes);
    header.src = src;
    header.dst = dst;
    header.id = id;
    header.vc = kVc;
    header.len = static_cast<uint8_t>(carries ? (data_bytes + 63) / 64 : 1);
    bytes.assign(header.len * 64U, 0);
    if (carries) flitlock_payload_fill(kSeed, response ? dst : src, id, response, 0, bytes.data(), data_bytes);
  }
  unsigned flits() const { return flitlock_flits(header.len, width); }
  flitlock_flit flit(unsigned index) {
    flitlock_flit f = header;
    f.seq = static_cast<uint8_t>(index * width);
    f.units = static_cast<uint8_t>(std::min<unsigned>(width, header.len - f.seq));
    f.head = f.seq == 0;
    f.tail = f.seq + f.units == header.len;
    f.payload = bytes.data() + f.seq * 64U;
    return f;
  }
};

}  // namespace flitlock_test

#endif
