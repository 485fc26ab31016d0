// SPDX-License-Identifier: Apache-2.0
// Golden and a device in lockstep as a block that is created from router parameters, so that a bench made for one
// router can hold both.
#ifndef FLITLOCK_TESTS_RTL_MATRIX_LOCKSTEP_OPS_H
#define FLITLOCK_TESTS_RTL_MATRIX_LOCKSTEP_OPS_H

#include <flitlock/lockstep.h>
#include <flitlock/router.h>

namespace flitlock_test {

// A session, and the table of functions of blocks that report to it. One at a time: a table carries no pointer of its
// owner, so create finds the session in the living object.
class LockstepOps {
 public:
  explicit LockstepOps(const flitlock_block_ops &device, const flitlock_block_ops &golden = flitlock_router_golden);
  ~LockstepOps();
  LockstepOps(const LockstepOps &) = delete;
  LockstepOps &operator=(const LockstepOps &) = delete;

  const flitlock_block_ops &ops() const { return ops_; }
  flitlock_lockstep_counts total() const;
  // FLITLOCK_OK, E_MISMATCH, E_VACUOUS; in words in `text`.
  int verdict(flitlock_error &text) const;

 private:
  static int create(const void *params, const char *name, flitlock_block **block, flitlock_error *error);
  static void destroy(flitlock_block *block);
  static LockstepOps *living_;

  const flitlock_block_ops &device_, &golden_;
  flitlock_block_ops ops_;
  flitlock_lockstep *session_ = nullptr;
};

}  // namespace flitlock_test

#endif
