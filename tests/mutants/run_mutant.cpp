// SPDX-License-Identifier: Apache-2.0
#include "mutants/run_mutant.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include <flitlock/lockstep.h>

#include "mutants/stimulus.h"
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
  Mode mode = Mode::Full;
  flitlock_lockstep *session = nullptr;
  uint64_t cycle = 0;  // of the last step
  Verdict verdict;
};
Run *run = nullptr;

constexpr unsigned standstill = 2000;  // cycles after which what is late is lost

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
                                               params,       router->max_len, router->unit_bytes,   0};
    made->ops = &flitlock_lockstep_block;
    status = made->ops->create(&lockstep, name, &made->block, error);
  } else {
    made->ops = &flitlock_router_golden;
    status = made->ops->create(params, name, &made->block, error);
  }
  if (status == FLITLOCK_OK) *block = reinterpret_cast<flitlock_block *>(made.release());
  return status;
}

std::string check_name(int status, const std::string &text) {
  if (status == FLITLOCK_E_MISMATCH && run->mode == Mode::Hash) return "HASH";
  if (status == FLITLOCK_E_MISMATCH) {
    const flitlock_divergence *first = flitlock_lockstep_divergence(run->session, 0);
    if (!first) return "";
    if (first->kind != FLITLOCK_DIVERGENCE_DEVICE_CHECK) return flitlock_divergence_name(first->kind);
  }
  if (text.find("the RTL says") != std::string::npos) return "RTL_ASSERTION";
  if (text.find("R-FL-1:") != std::string::npos || text.find("R-FL-8:") != std::string::npos) return "RTL_LANE";
  return "GOLDEN_CHECK";
}

// What lockstep has found by now.
void look(const Watched *self, uint64_t cycle) {
  flitlock_error error{};
  const int status = self->ops->check(self->block, &error);
  if (status == FLITLOCK_OK || (run->mode == Mode::Hash && status != FLITLOCK_E_MISMATCH)) return;
  uint64_t to = 0;
  if (run->mode == Mode::Hash) flitlock_lockstep_window(run->session, &cycle, &to);
  run->verdict.check = check_name(status, error.text);
  run->verdict.cycle = cycle;
  run->verdict.text = error.text;
}

// Gives what is late the time to come.
void wait_for_the_late(Watched *self) {
  std::vector<flitlock_flit> flit(FLITLOCK_MAX_PORTS);
  std::vector<uint32_t> credit(FLITLOCK_MAX_PORTS);
  const flitlock_in in = {0, 0, flit.data(), credit.data()};
  for (unsigned n = 0; n < standstill && run->verdict.check.empty(); n++) {
    flitlock_out out = {0, 0, flit.data(), credit.data()};
    self->ops->step(self->block, ++run->cycle, &in, &out);
    look(self, run->cycle);
  }
}

void destroy(flitlock_block *block) {
  if (!block) return;
  // The stimulus is at its end: the last window is closed, and what never came is missed.
  if (watched(block)->lockstep && run->verdict.check.empty()) {
    if (run->mode == Mode::Progress) wait_for_the_late(watched(block));
    flitlock_lockstep_finish(run->session);
    look(watched(block), run->cycle);
  }
  watched(block)->ops->destroy(watched(block)->block);
  delete watched(block);
}

void reset(flitlock_block *block) { watched(block)->ops->reset(watched(block)->block); }

uint64_t step(flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
  Watched *self = watched(block);
  if (self->lockstep && !run->verdict.check.empty()) return FLITLOCK_SLEEP;
  const uint64_t wake = self->ops->step(self->block, cycle, in, out);
  if (self->lockstep) {
    run->cycle = cycle;
    look(self, cycle);
    if (!run->verdict.check.empty()) out->flit_valid = out->credit_valid = 0;
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

const std::vector<Stimulus> &stimuli() {
  static const std::vector<Stimulus> list = make_stimuli();
  return list;
}

// Shows one flit to the RTL alone, which has to refuse it.
bool refuses(const Unreachable &what) {
  flitlock_error error{};
  flitlock_block *block = nullptr;
  if (flitlock_router_rtl.create(&what.params, "router", &block, &error) != FLITLOCK_OK)
    throw std::runtime_error(error.text);
  std::vector<uint8_t> payload(what.params.unit_bytes);
  std::vector<flitlock_flit> flit(FLITLOCK_MAX_PORTS), out_flit(FLITLOCK_MAX_PORTS);
  std::vector<uint32_t> credit(FLITLOCK_MAX_PORTS), out_credit(FLITLOCK_MAX_PORTS);
  flit[0].dst = what.dst;
  flit[0].len = flit[0].units = flit[0].head = flit[0].tail = 1;
  flit[0].payload = payload.data();
  const flitlock_in in = {1, 0, flit.data(), credit.data()};
  flitlock_out out = {0, 0, out_flit.data(), out_credit.data()};
  flitlock_router_rtl.step(block, 0, &in, &out);
  const int status = flitlock_router_rtl.check(block, &error);
  flitlock_router_rtl.destroy(block);
  return status != FLITLOCK_OK && std::strstr(error.text, "R-IN-2") != nullptr;
}

Verdict run_unreachable(int number) {
  Verdict verdict;
  selected = number;
  for (const Unreachable &each : make_unreachable()) {
    verdict.outputs++;
    if (refuses(each)) continue;
    verdict.check = "REFUSAL";
    verdict.text = "a flit without a route is not refused, R-IN-2";
    break;
  }
  selected = 0;
  return verdict;
}

constexpr const char *unreachable = "unreachable";

const Stimulus &find_stimulus(const std::string &name) {
  const auto found =
      std::find_if(stimuli().begin(), stimuli().end(), [&](const Stimulus &each) { return each.name == name; });
  if (found == stimuli().end()) throw std::runtime_error("no stimulus " + name);
  return *found;
}

}  // namespace

std::vector<std::string> stimulus_names() {
  std::vector<std::string> names;
  for (const Stimulus &stimulus : stimuli())
    names.push_back(stimulus.name);
  if (!make_unreachable().empty()) names.emplace_back(unreachable);
  return names;
}

const char *block_of(const Mutant &mutant) {
  return find_stimulus(mutant.on).params.route.kind == FLITLOCK_ROUTE_DST ? "DST" : "router";
}

bool print_events() { return true; }

Verdict run_mutant(int number, bool golden, const std::string &name, Mode mode) {
  if (name == unreachable) return run_unreachable(number);
  const Stimulus &stimulus = find_stimulus(name);
  Run now;
  now.golden = golden;
  now.mode = mode;
  flitlock_lockstep_options options;
  flitlock_lockstep_options_default(&options);
  options.window = hash_window;
  if (mode == Mode::Hash) options.mode = FLITLOCK_LOCKSTEP_HASH;
  if (mode == Mode::Progress) options.tolerance.kind = FLITLOCK_TOLERANCE_ORDER;
  flitlock_error error{};
  if (flitlock_lockstep_create(&options, &now.session, &error) != FLITLOCK_OK) throw std::runtime_error(error.text);
  selected = number;
  run = &now;
  now.verdict.difference = play(stimulus, watched_ops);
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
