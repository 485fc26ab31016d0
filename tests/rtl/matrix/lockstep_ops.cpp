// SPDX-License-Identifier: Apache-2.0
#include "rtl/matrix/lockstep_ops.h"

#include <stdexcept>

namespace flitlock_test {

LockstepOps *LockstepOps::living_ = nullptr;

LockstepOps::LockstepOps(const flitlock_block_ops &device, const flitlock_block_ops &golden)
    : device_(device), golden_(golden), ops_(flitlock_lockstep_block) {
  flitlock_lockstep_options options;
  flitlock_lockstep_options_default(&options);
  flitlock_error error{};
  if (living_ != nullptr) throw std::logic_error("two LockstepOps at once");
  if (flitlock_lockstep_create(&options, &session_, &error) != FLITLOCK_OK) throw std::runtime_error(error.text);
  ops_.create = create;
  ops_.destroy = destroy;
  living_ = this;
}

LockstepOps::~LockstepOps() {
  living_ = nullptr;
  flitlock_lockstep_destroy(session_);
}

int LockstepOps::create(const void *params, const char *name, flitlock_block **block, flitlock_error *error) {
  const auto *router = static_cast<const flitlock_router_params *>(params);
  flitlock_lockstep_params both{};
  both.session = living_->session_;
  both.golden = &living_->golden_;
  both.device = &living_->device_;
  both.golden_params = both.device_params = params;
  both.max_len = router->max_len;
  both.unit_bytes = router->unit_bytes;
  return flitlock_lockstep_block.create(&both, name, block, error);
}

// The bench destroys its blocks at the end of its run: the last moment at which the session can look at them.
void LockstepOps::destroy(flitlock_block *block) {
  flitlock_lockstep_finish(living_->session_);
  flitlock_lockstep_block.destroy(block);
}

flitlock_lockstep_counts LockstepOps::total() const {
  flitlock_lockstep_counts counts{};
  flitlock_lockstep_total(session_, &counts);
  return counts;
}

int LockstepOps::verdict(flitlock_error &text) const { return flitlock_lockstep_verdict(session_, &text); }

}  // namespace flitlock_test
