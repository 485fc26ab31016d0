// SPDX-License-Identifier: Apache-2.0
#include "support/scripted_block.h"

#include <algorithm>
#include <cstdio>

struct flitlock_block {
  flitlock_test::Script *script;
};

namespace flitlock_test {
namespace {

int create(const void *params, const char * /*name*/, flitlock_block **block, flitlock_error * /*error*/) {
  *block = new flitlock_block{const_cast<Script *>(static_cast<const Script *>(params))};
  return FLITLOCK_OK;
}

void destroy(flitlock_block *block) { delete block; }

void reset(flitlock_block *block) {
  block->script->steps = 0;
  block->script->flits_in = 0;
}

uint64_t step(flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
  Script &script = *block->script;
  script.steps++;
  script.flits_in += static_cast<uint64_t>(__builtin_popcountll(in->flit_valid));
  auto now = script.at.find(cycle);
  if (now != script.at.end()) {
    for (const Script::Flit &flit : now->second.flits) {
      out->flit_valid |= UINT64_C(1) << flit.port;
      out->flit[flit.port] = flit.flit;
    }
    for (const Script::Credit &credit : now->second.credits) {
      uint64_t bit = UINT64_C(1) << credit.port;
      out->credit[credit.port] = credit.word + ((out->credit_valid & bit) != 0 ? out->credit[credit.port] : 0);
      out->credit_valid |= bit;
    }
    if (!now->second.causes.empty()) script.causes = now->second.causes;
    for (const auto &[path, value] : now->second.sets)
      script.signals[path] = value;
  }
  auto next = script.at.upper_bound(cycle);
  return next == script.at.end() ? FLITLOCK_SLEEP : next->first;
}

void describe(const flitlock_block *block, flitlock_block_info *info) {
  const Script &script = *block->script;
  *info = {"scripted",         "c", FLITLOCK_BLOCK_ABI, static_cast<uint32_t>(script.ports.size()), script.vcs,
           script.ports.data()};
}

void idle_causes(const flitlock_block *block, uint8_t *cause) {
  std::copy(block->script->causes.begin(), block->script->causes.end(), cause);
}

size_t signals(const flitlock_block *block, flitlock_signal *list, size_t capacity) {
  size_t count = 0;
  for (const auto &[path, value] : block->script->signals) {
    if (count < capacity) {
      flitlock_signal signal{};
      std::strncpy(signal.path, path.c_str(), sizeof signal.path - 1);
      signal.bits = 16;
      signal.size = sizeof value;
      signal.address = &value;
      list[count] = signal;
    }
    count++;
  }
  return count;
}

int waits(const flitlock_block *block, char *text, size_t size) {
  return std::snprintf(text, size, "%s", block->script->waits.c_str());
}

}  // namespace

const flitlock_block_ops kScriptedBlock = {"scripted", "c",         create,  destroy, reset, step,
                                           describe,   idle_causes, signals, nullptr, waits, nullptr};
const flitlock_block_ops kMuteBlock = {"scripted", "c",     create,  destroy, reset,   step,
                                       describe,   nullptr, nullptr, nullptr, nullptr, nullptr};

}  // namespace flitlock_test
