// SPDX-License-Identifier: Apache-2.0
// Which implementation each router, DST and switch of a SystemC pod gets, by the rules of the configuration and of the
// command line: the last one that matches wins, as in `flitlock run`.
#ifndef FLITLOCK_TB_SYSTEMC_CHOICE_H
#define FLITLOCK_TB_SYSTEMC_CHOICE_H

#include <deque>
#include <string>
#include <vector>

#include "flitlock/implementation.h"

namespace flitlock_sc {

struct ChoiceOptions {
  struct Rule {
    std::string match;
    int use;  // enum flitlock_use
  };
  std::vector<Rule> rules;  // after those of the configuration
  const flitlock_device *device = nullptr;
  flitlock_lockstep *session = nullptr;   // what blocks in lockstep report to
  const flitlock_plant *plant = nullptr;  // an error for the first block that matches: in lockstep into the device
  std::string plant_match;                // empty: any that is not golden C alone
};

class Choice {
 public:
  struct Block {
    const flitlock_block_ops *ops;
    const void *own;  // parameters of its kind; nullptr: the router's
  };

  Choice(const flitlock_config *config, const ChoiceOptions &options);
  // `params` lives longer. Throws Error.
  Block choose(const std::string &name, const flitlock_router_params &params);
  // When all blocks are chosen: a pattern that matched nothing is a check that does not happen. Throws Error.
  void finish() const;
  unsigned count(int use) const { return count_[use]; }

 private:
  struct Matched {
    ChoiceOptions::Rule rule;
    unsigned blocks;
  };

  const ChoiceOptions options_;
  std::vector<Matched> rules_;
  unsigned count_[3] = {};
  bool planted_ = false;
  std::string example_;
  std::deque<flitlock_lockstep_params> lockstep_;
  std::deque<flitlock_planted_params> plant_;
};

}  // namespace flitlock_sc

#endif
