// SPDX-License-Identifier: Apache-2.0
#include "mutants/run_mutant.h"

#include <cstring>
#include <memory>
#include <stdexcept>

#include <flitlock/lockstep.h>

#include "verilated/rtl_router.h"

// The golden router of model/router with the mutants in it (CMakeLists.txt gives it another name).
extern "C" const struct flitlock_block_ops flitlock_mutated_golden;

namespace {

int selected = 0;

}  // namespace

// Asked by the mutated sources.
extern "C" int flitlock_mutant_number(void);
int flitlock_mutant_number(void) { return selected; }

namespace flitlock_test {
namespace {

// The run that is under way; the functions of the block contract cannot be given it.
struct Run {
  bool golden = false;
  flitlock_lockstep *session = nullptr;
  Verdict verdict;
};
Run *run = nullptr;

// The block that the stimulus sees: lockstep with its check looked at after every step. After the first complaint it
// presents nothing more, so that the stimulus ends. The bench's second instance is golden alone.
struct Watched {
  const flitlock_block_ops *ops = nullptr;
  flitlock_block *block = nullptr;
  bool lockstep = false;
};
Watched *watched(flitlock_block *block) { return reinterpret_cast<Watched *>(block); }
const Watched *watched(const flitlock_block *block) { return reinterpret_cast<const Watched *>(block); }

int create(const void *params, const char *name, flitlock_block **block, flitlock_error *error) {
  auto made = std::make_unique<Watched>();
  made->lockstep = std::strcmp(name, "sleeper") != 0;
  const flitlock_block_ops *golden = run->golden ? &flitlock_mutated_golden : &flitlock_router_golden;
  int status = FLITLOCK_OK;
  if (made->lockstep) {
    const auto *router = static_cast<const flitlock_router_params *>(params);
    const flitlock_lockstep_params lockstep = {run->session, golden,          &flitlock_router_rtl, params,
                                               params,       router->max_len, router->unit_bytes};
    made->ops = &flitlock_lockstep_block;
    status = made->ops->create(&lockstep, name, &made->block, error);
  } else {
    made->ops = &flitlock_router_golden;
    status = made->ops->create(params, name, &made->block, error);
  }
  if (status == FLITLOCK_OK) *block = reinterpret_cast<flitlock_block *>(made.release());
  return status;
}

void destroy(flitlock_block *block) {
  if (!block) return;
  watched(block)->ops->destroy(watched(block)->block);
  delete watched(block);
}

void reset(flitlock_block *block) { watched(block)->ops->reset(watched(block)->block); }

std::string check_name(int status, const std::string &text) {
  if (status == FLITLOCK_E_MISMATCH) {
    const flitlock_divergence *first = flitlock_lockstep_divergence(run->session, 0);
    return first ? flitlock_divergence_name(first->kind) : "";
  }
  if (text.find("the RTL says") != std::string::npos) return "RTL_ASSERTION";
  if (text.find("R-FL-1:") != std::string::npos || text.find("R-FL-8:") != std::string::npos) return "RTL_LANE";
  return "GOLDEN_CHECK";
}

uint64_t step(flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
  Watched *self = watched(block);
  if (self->lockstep && !run->verdict.check.empty()) return FLITLOCK_SLEEP;
  const uint64_t wake = self->ops->step(self->block, cycle, in, out);
  flitlock_error error{};
  const int status = self->lockstep ? self->ops->check(self->block, &error) : FLITLOCK_OK;
  if (status != FLITLOCK_OK) {
    run->verdict.check = check_name(status, error.text);
    run->verdict.cycle = cycle;
    run->verdict.text = error.text;
    out->flit_valid = out->credit_valid = 0;
  }
  return wake;
}

void describe(const flitlock_block *block, flitlock_block_info *info) {
  watched(block)->ops->describe(watched(block)->block, info);
}

uint64_t occupancy(const flitlock_block *block) { return watched(block)->ops->occupancy(watched(block)->block); }

int check(const flitlock_block *block, flitlock_error *error) {
  return watched(block)->ops->check(watched(block)->block, error);
}

const flitlock_block_ops watched_ops = {"router", "watched", create,  destroy,   reset,   step,
                                        describe, nullptr,   nullptr, occupancy, nullptr, check};

}  // namespace

Verdict run_mutant(int number, bool golden, const Stimulus &stimulus) {
  Run now;
  now.golden = golden;
  flitlock_lockstep_options options;
  flitlock_lockstep_options_default(&options);
  flitlock_error error{};
  if (flitlock_lockstep_create(&options, &now.session, &error) != FLITLOCK_OK) throw std::runtime_error(error.text);
  selected = number;
  run = &now;
  now.verdict.difference = play(stimulus, watched_ops);
  flitlock_lockstep_finish(now.session);
  flitlock_lockstep_counts counts{};
  flitlock_lockstep_total(now.session, &counts);
  now.verdict.outputs = counts.outputs;
  now.verdict.flits = counts.flits;
  flitlock_lockstep_destroy(now.session);
  run = nullptr;
  selected = 0;
  return now.verdict;
}

}  // namespace flitlock_test
