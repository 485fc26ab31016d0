// SPDX-License-Identifier: Apache-2.0
// Scripted blocks in an engine, and the target that observers are made for.
#ifndef FLITLOCK_TESTS_SUPPORT_SCRIPTED_ENGINE_H
#define FLITLOCK_TESTS_SUPPORT_SCRIPTED_ENGINE_H

#include <cstring>
#include <list>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "observe/target.h"
#include "support/scripted_block.h"

namespace flitlock_test {

class ScriptedEngine {
 public:
  ScriptedEngine() {
    flitlock_error error{};
    if (flitlock_engine_create(&engine, &error) != FLITLOCK_OK) throw std::runtime_error(error.text);
    target.seed = 7;
    target.config_hash = 0x1234;
    target.unit_bytes = 8;
    target.clock_ghz = 1.0;
  }
  ~ScriptedEngine() { flitlock_engine_destroy(engine); }
  ScriptedEngine(const ScriptedEngine &) = delete;
  ScriptedEngine &operator=(const ScriptedEngine &) = delete;

  // Adds the block of `script`; `kind` and place as in pod.h. The ports have to be there already.
  uint32_t add(Script &script, const std::string &name, struct flitlock_pod_node node,
               const flitlock_block_ops &ops = kScriptedBlock) {
    flitlock_error error{};
    uint32_t number = 0;
    if (flitlock_engine_add_block(engine, &ops, &script, name.c_str(), &number, &error) != FLITLOCK_OK) {
      throw std::runtime_error(error.text);
    }
    nodes.push_back(node);
    return number;
  }
  void connect(const std::string &name, uint32_t src, uint32_t src_port, uint32_t dst, uint32_t dst_port,
               uint32_t latency = 1, uint32_t credit_latency = 1) {
    flitlock_channel channel{};
    std::strncpy(channel.name, name.c_str(), sizeof channel.name - 1);
    channel.src_block = src;
    channel.src_port = src_port;
    channel.dst_block = dst;
    channel.dst_port = dst_port;
    channel.latency = latency;
    channel.credit_latency = credit_latency;
    flitlock_error error{};
    if (flitlock_engine_connect(engine, &channel, &error) != FLITLOCK_OK) throw std::runtime_error(error.text);
  }
  // To be called when all blocks and channels are there.
  const flitlock_target *ready() {
    target.engine = engine;
    target.node = nodes.data();
    flitlock_engine_reset(engine);
    return &target;
  }
  void run(uint64_t cycles) { flitlock_engine_run(engine, cycles); }

  flitlock_engine *engine = nullptr;
  flitlock_target target{};
  std::vector<struct flitlock_pod_node> nodes;
};

// A flit of a packet of one unit.
inline flitlock_flit single_flit(unsigned vc, uint32_t src, uint32_t dst, uint32_t id,
                                 flitlock_op op = FLITLOCK_OP_READ_REQ) {
  flitlock_flit flit{};
  flit.vc = static_cast<uint8_t>(vc);
  flit.head = flit.tail = flit.units = flit.len = 1;
  flit.op = static_cast<uint8_t>(op);
  flit.src = src;
  flit.dst = dst;
  flit.id = id;
  return flit;
}

}  // namespace flitlock_test

#endif
