// SPDX-License-Identifier: Apache-2.0
// What the runs of mutants of all blocks share: stimuli by name, the lockstep session, what its checks say, the counts
// of what was seen.
#ifndef FLITLOCK_TESTS_MUTANTS_LOCKSTEP_RUN_H
#define FLITLOCK_TESTS_MUTANTS_LOCKSTEP_RUN_H

#include <flitlock/lockstep.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "mutants/run_mutant.h"

namespace flitlock_test {

template <class Stimulus>
const Stimulus &find_stimulus(const std::vector<Stimulus> &stimuli, const std::string &name) {
  for (const Stimulus &stimulus : stimuli)
    if (stimulus.name == name) return stimulus;
  throw std::runtime_error("no stimulus " + name);
}

template <class Stimulus>
std::vector<std::string> names_of(const std::vector<Stimulus> &stimuli) {
  std::vector<std::string> names;
  for (const Stimulus &stimulus : stimuli)
    names.emplace_back(stimulus.name);
  return names;
}

// Throws std::runtime_error.
inline flitlock_lockstep *open_session(Mode mode) {
  flitlock_lockstep_options options;
  flitlock_lockstep_options_default(&options);
  options.window = hash_window;
  if (mode == Mode::Hash) options.mode = FLITLOCK_LOCKSTEP_HASH;
  if (mode == Mode::Progress) options.tolerance.kind = FLITLOCK_TOLERANCE_ORDER;
  flitlock_lockstep *session = nullptr;
  flitlock_error error{};
  if (flitlock_lockstep_create(&options, &session, &error) != FLITLOCK_OK) throw std::runtime_error(error.text);
  return session;
}

// The name (run_mutant.h) of the check that failed with a status and a text.
inline std::string check_name(Mode mode, const flitlock_lockstep *session, int status, const std::string &text) {
  if (status == FLITLOCK_E_MISMATCH && mode == Mode::Hash) return "HASH";
  if (status == FLITLOCK_E_MISMATCH) {
    const flitlock_divergence *first = flitlock_lockstep_divergence(session, 0);
    if (!first) return "";
    if (first->kind != FLITLOCK_DIVERGENCE_DEVICE_CHECK) return flitlock_divergence_name(first->kind);
  }
  if (text.find("the RTL says") != std::string::npos) return "RTL_ASSERTION";
  if (text.find("R-FL-1:") != std::string::npos || text.find("R-FL-8:") != std::string::npos) return "RTL_LANE";
  return "GOLDEN_CHECK";
}

// The comparisons that a session made.
inline void count_comparisons(const flitlock_lockstep *session, Verdict &verdict) {
  flitlock_lockstep_counts counts{};
  flitlock_lockstep_total(session, &counts);
  verdict.outputs = counts.outputs;
  verdict.flits = counts.flits;
}

// A session whose blocks are looked at by a rig that ends at the first check that fails. The functions of the block
// contract cannot be given it, so there is one at a time.
class LockstepRun {
 public:
  explicit LockstepRun(Mode mode) : mode_(mode), session_(open_session(mode)) { now_ = this; }
  ~LockstepRun() {
    flitlock_lockstep_destroy(session_);
    now_ = nullptr;
  }
  LockstepRun(const LockstepRun &) = delete;
  LockstepRun &operator=(const LockstepRun &) = delete;

  flitlock_lockstep *session() const { return session_; }

  // The operations of a block in lockstep; what its check says is kept here.
  static flitlock_block_ops ops() {
    flitlock_block_ops ops = flitlock_lockstep_block;
    ops.check = check;
    return ops;
  }

  // The run is over: what was found. `last` is its last cycle.
  void judge(uint64_t last, Verdict &verdict) {
    flitlock_error error{};
    flitlock_lockstep_finish(session_);
    if (status_ == FLITLOCK_OK && flitlock_lockstep_verdict(session_, &error) == FLITLOCK_E_MISMATCH) {
      status_ = FLITLOCK_E_MISMATCH;
      text_ = error.text;
    }
    if (status_ != FLITLOCK_OK) {
      verdict.check = check_name(mode_, session_, status_, text_);
      verdict.cycle = check_cycle(last);
      verdict.text = text_;
    }
    count_comparisons(session_, verdict);
  }

 private:
  // In hash mode what a model says of itself is no verdict.
  static int check(const flitlock_block *block, flitlock_error *error) {
    flitlock_error found{};
    const int status = flitlock_lockstep_block.check(block, &found);
    if (status == FLITLOCK_OK || (now_->mode_ == Mode::Hash && status != FLITLOCK_E_MISMATCH)) return FLITLOCK_OK;
    if (now_->status_ == FLITLOCK_OK) {
      now_->status_ = status;
      now_->text_ = found.text;
    }
    *error = found;
    return status;
  }

  uint64_t check_cycle(uint64_t last) const {
    uint64_t from = 0, to = 0;
    if (mode_ == Mode::Hash) return flitlock_lockstep_window(session_, &from, &to) ? from : last;
    const flitlock_divergence *first = flitlock_lockstep_divergence(session_, 0);
    return first && status_ == FLITLOCK_E_MISMATCH ? first->cycle : last;
  }

  inline static LockstepRun *now_ = nullptr;
  Mode mode_;
  flitlock_lockstep *session_;
  int status_ = FLITLOCK_OK;  // of the first check that failed
  std::string text_;
};

struct SeenEvent {
  const char *what;
  uint64_t count;
};

// As print_events of run_mutant.h.
inline bool print_seen(const std::vector<SeenEvent> &events) {
  bool whole = true;
  std::printf("- Of that, without a mutant:");
  for (size_t k = 0; k < events.size(); k++) {
    std::printf("%s %llu %s", k ? "," : "", static_cast<unsigned long long>(events[k].count), events[k].what);
    if (events[k].count == 0) std::printf(" (**NEVER**)");
    whole = whole && events[k].count != 0;
  }
  std::puts(".");
  return whole;
}

}  // namespace flitlock_test

#endif
