// SPDX-License-Identifier: Apache-2.0
// A scale-up pod run to its end, from a configuration in text.
#ifndef FLITLOCK_TESTS_SUPPORT_SCALE_UP_H
#define FLITLOCK_TESTS_SUPPORT_SCALE_UP_H

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "flitlock/scale_up.h"
#include "support/config.h"

namespace flitlock_test {

class ScaleUp {
 public:
  // `sets` on top of a pod of 16 GPUs. `clocked`: every block is stepped in every cycle.
  explicit ScaleUp(const std::vector<std::string> &sets, bool clocked = false, int src = -1, int dst = -1)
      : config_(folder_.write("pod.yaml", "pod: {kind: scale_up, gpus: 16}\nrun: {cycles: 1s}\n"), sets) {
    EXPECT_EQ(config_.status(), FLITLOCK_OK) << config_.error();
    if (config_.status() != FLITLOCK_OK) return;
    flitlock_scale_up *pod = nullptr;
    status_ = flitlock_scale_up_create(config_.get(), &pod, &error_);
    if (status_ != FLITLOCK_OK) return;
    if (clocked) flitlock_engine_set_clocked(flitlock_scale_up_engine(pod), true);
    flitlock_scale_up_options options{};
    options.follow = src >= 0;
    options.stream_src = static_cast<uint32_t>(src < 0 ? 0 : src);
    options.stream_dst = static_cast<uint32_t>(dst < 0 ? 0 : dst);
    status_ = flitlock_scale_up_run(pod, &options, &results_, &error_);
    flitlock_scale_up_destroy(pod);
  }
  ~ScaleUp() { flitlock_scale_up_results_free(results_); }
  ScaleUp(const ScaleUp &) = delete;
  ScaleUp &operator=(const ScaleUp &) = delete;
  int status() const { return status_; }
  std::string error() const { return error_.text; }
  const flitlock_scale_up_results *operator->() const { return results_; }
  const flitlock_scale_up_results *get() const { return results_; }

 private:
  TempFolder folder_;
  Config config_;
  flitlock_scale_up_results *results_ = nullptr;
  flitlock_error error_ = {};
  int status_ = FLITLOCK_E_CONFIG;
};

}  // namespace flitlock_test

#endif
