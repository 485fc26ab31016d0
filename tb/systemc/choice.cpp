// SPDX-License-Identifier: Apache-2.0
#include "systemc/choice.h"

#include <fnmatch.h>

#include "systemc/pins.h"

namespace flitlock_sc {

Choice::Choice(const flitlock_config *config, const ChoiceOptions &options) : options_(options) {
  for (unsigned n = 0; n < config->impl_count; n++)
    rules_.push_back({{config->impl[n].match, config->impl[n].use}, 0});
  for (const ChoiceOptions::Rule &rule : options.rules)
    rules_.push_back({rule, 0});
}

Choice::Block Choice::choose(const std::string &name, const flitlock_router_params &params) {
  if (example_.empty()) example_ = name;
  int use = FLITLOCK_USE_C;
  for (Matched &each : rules_) {
    if (fnmatch(each.rule.match.c_str(), name.c_str(), 0) != 0) continue;
    each.blocks++;
    use = each.rule.use;
  }
  count_[use]++;
  if (use != FLITLOCK_USE_C) {
    flitlock_error error{};
    const int status = options_.device->find(&params, name.c_str(), &error);
    if (status != FLITLOCK_OK) throw Error(status, error.text);
  }
  Block block{use == FLITLOCK_USE_C ? &flitlock_router_golden : options_.device->router, nullptr};
  const bool here = options_.plant_match.empty() ? use != FLITLOCK_USE_C
                                                 : fnmatch(options_.plant_match.c_str(), name.c_str(), 0) == 0;
  if (options_.plant && !planted_ && here) {
    planted_ = true;
    plant_.push_back({block.ops, &params, params.unit_bytes, *options_.plant, options_.session});
    block = {&flitlock_planted_block, &plant_.back()};
  }
  if (use != FLITLOCK_USE_LOCKSTEP) return block;
  flitlock_lockstep_params &both = lockstep_.emplace_back();
  both.session = options_.session;
  both.golden = &flitlock_router_golden;
  both.golden_params = &params;
  both.device = block.ops;
  both.device_params = block.own ? block.own : &params;
  both.max_len = params.max_len;
  both.unit_bytes = params.unit_bytes;
  return {&flitlock_lockstep_block, &both};
}

void Choice::finish() const {
  const std::string rest = "' matches no router, DST or switch; there is for example '" + example_ + "'";
  for (const Matched &each : rules_)
    if (each.blocks == 0) throw Error(FLITLOCK_E_CONFIG, "--impl: '" + each.rule.match + rest);
  if (!options_.plant || planted_) return;
  throw Error(FLITLOCK_E_CONFIG, options_.plant_match.empty()
                                     ? "--plant: no block is RTL or in lockstep; name one by --plant-at"
                                     : "--plant-at: '" + options_.plant_match + rest);
}

}  // namespace flitlock_sc
