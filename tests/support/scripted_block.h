// SPDX-License-Identifier: Apache-2.0
// A block that does what a script says: it presents given flits and credits in given cycles and notes what arrives. Two
// of them and a channel are enough to show an observer any behaviour, the wrong ones too.
#ifndef FLITLOCK_TESTS_SUPPORT_SCRIPTED_BLOCK_H
#define FLITLOCK_TESTS_SUPPORT_SCRIPTED_BLOCK_H

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "flitlock/block.h"

namespace flitlock_test {

struct Script {
  struct Flit {
    uint32_t port;
    flitlock_flit flit;
  };
  struct Credit {
    uint32_t port;
    uint32_t word;
  };
  struct Cycle {
    std::vector<Flit> flits;
    std::vector<Credit> credits;
    std::vector<uint8_t> causes;           // new answers of idle_causes, if any
    std::map<std::string, uint64_t> sets;  // new values of signals
  };

  uint32_t vcs = 5;
  std::vector<flitlock_port_info> ports;
  std::map<uint64_t, Cycle> at;
  std::string waits;
  std::map<std::string, uint64_t> signals;  // 16 bits each

  // What the block saw.
  std::vector<uint8_t> causes;
  uint64_t steps = 0;
  uint64_t flits_in = 0;

  // Adds a port, by default with an input and an output of one unit and 4 entries a VC; returns its number.
  uint32_t port(const std::string &name, bool has_in = true, bool has_out = true, uint8_t width = 1,
                uint16_t depth = 4) {
    flitlock_port_info info{};
    std::strncpy(info.name, name.c_str(), sizeof info.name - 1);
    info.has_in = has_in;
    info.has_out = has_out;
    info.in_width = info.out_width = width;
    for (uint16_t &entries : info.in_depth)
      entries = depth;
    ports.push_back(info);
    causes.push_back(5);
    return static_cast<uint32_t>(ports.size() - 1);
  }
  void flit(uint64_t cycle, uint32_t port, const flitlock_flit &flit) { at[cycle].flits.push_back({port, flit}); }
  void credit(uint64_t cycle, uint32_t port, unsigned vc, uint32_t count = 1) {
    at[cycle].credits.push_back({port, flitlock_credit_one(vc, count)});
  }
};

// `params` of create is a `Script *` (by pointer to the pointer's target): the script itself, which outlives the block.
extern const flitlock_block_ops kScriptedBlock;
// The same, without idle causes, signals and waits.
extern const flitlock_block_ops kMuteBlock;

}  // namespace flitlock_test

#endif
