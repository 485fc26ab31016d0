// SPDX-License-Identifier: Apache-2.0
// Request client - router - response client and back, all scripted: a run that keeps every rule, for tests to spoil.
#ifndef FLITLOCK_TESTS_SUPPORT_SCRIPTED_POD_H
#define FLITLOCK_TESTS_SUPPORT_SCRIPTED_POD_H

#include <algorithm>
#include <cstdint>
#include <list>
#include <vector>

#include "flitlock/client.h"
#include "support/scripted_engine.h"

namespace flitlock_test {

struct ScriptedPod {
  static constexpr uint32_t kReq = 0x00010000;
  static constexpr uint32_t kRsp = 0x01020001;
  static constexpr uint32_t kOther = 0x01030001;
  static constexpr unsigned kVc = 3;

  Script req, rsp, other;  // clients; `other` is a second response client
  Script out, back;        // routers of the planes
  ScriptedEngine engine;
  std::list<std::vector<uint8_t>> payloads;
  flitlock_invariants *invariants = nullptr;
  flitlock_error error{};

  explicit ScriptedPod(uint8_t width = 1) {
    for (Script *client : {&req, &rsp, &other}) {
      client->port("req", true, true, width);
      client->port("rsp", true, true, width);
    }
    for (Script *router : {&out, &back}) {
      router->port("in", true, true, width);
      router->port("out", true, true, width);
      router->port("other", true, true, width);
    }
  }
  ~ScriptedPod() { flitlock_invariants_destroy(invariants); }

  // Called when the scripts are ready.
  void build() {
    auto add = [this](Script &script, const char *name, flitlock_node_kind kind, uint32_t address) {
      struct flitlock_pod_node node {};
      node.kind = static_cast<uint8_t>(kind);
      node.address = address;
      return engine.add(script, name, node);
    };
    uint32_t c = add(req, "client", FLITLOCK_NODE_REQ_CLIENT, kReq);
    uint32_t o = add(out, "out", FLITLOCK_NODE_ROUTER, 0);
    uint32_t s = add(rsp, "server", FLITLOCK_NODE_RSP_CLIENT, kRsp);
    uint32_t t = add(other, "other", FLITLOCK_NODE_RSP_CLIENT, kOther);
    uint32_t b = add(back, "back", FLITLOCK_NODE_ROUTER, 0);
    engine.connect("client->out", c, 0, o, 0);
    engine.connect("out->server", o, 1, s, 0);
    engine.connect("out->other", o, 2, t, 0);
    engine.connect("server->back", s, 1, b, 0);
    engine.connect("back->client", b, 1, c, 1);
    if (flitlock_invariants_create_for(engine.ready(), &invariants, &error) != FLITLOCK_OK) {
      throw std::runtime_error(error.text);
    }
  }
  // Runs and says what the checker found.
  int check(int drained = 1, uint64_t cycles = 200) {
    if (invariants == nullptr) build();
    engine.run(cycles);
    error = {};
    return flitlock_invariants_check(invariants, drained, &error);
  }
  std::string text() const { return error.text; }

  // Flit `index` of a packet; the payload is right.
  flitlock_flit flit(uint32_t id, bool response, uint8_t len = 1, uint8_t seq = 0, uint8_t width = 1) {
    flitlock_flit made = single_flit(kVc, response ? kRsp : kReq, response ? kReq : kRsp, id,
                                     response ? FLITLOCK_OP_WRITE_RSP : FLITLOCK_OP_WRITE_REQ);
    made.len = len;
    made.seq = seq;
    made.units = static_cast<uint8_t>(std::min<int>(width, len - seq));
    made.head = seq == 0;
    made.tail = seq + made.units == len;
    made.bytes = static_cast<uint16_t>(8 * (response ? 1 : len) - 3);
    payloads.emplace_back(8U * made.units);
    if (!response) {
      uint32_t data = std::min<uint32_t>(made.bytes, 8U * (seq + made.units)) - 8U * seq;
      flitlock_payload_fill(engine.target.seed, kReq, id, 0, 8U * seq, payloads.back().data(), data);
    }
    made.payload = payloads.back().data();
    return made;
  }

  // A whole request of one unit and its response: sent in cycle `at`, complete in cycle `at + 7`.
  void transaction(uint32_t id, uint64_t at) {
    request(id, at);
    deliver(id, at + 2);
    response(id, at + 4);
    complete(id, at + 6);
  }
  void request(uint32_t id, uint64_t at) { req.flit(at, 0, flit(id, false)); }
  void deliver(uint32_t id, uint64_t at) {
    out.flit(at, 1, flit(id, false));
    out.credit(at, 0, kVc);
    rsp.credit(at + 1, 0, kVc);
  }
  void response(uint32_t id, uint64_t at) { rsp.flit(at, 1, flit(id, true)); }
  void complete(uint32_t id, uint64_t at) {
    back.flit(at, 1, flit(id, true));
    back.credit(at, 0, kVc);
    req.credit(at + 1, 1, kVc);
  }
};

}  // namespace flitlock_test

#endif
