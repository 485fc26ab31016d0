// SPDX-License-Identifier: Apache-2.0
#include "support/l2_pair.h"

namespace flitlock_test {

std::string l2_lockstep(const L2Traffic &traffic, const flitlock_l2_slice_params &params, const L2Block &device,
                        L2Seen &seen, flitlock_lockstep_counts &counts, int mode) {
  flitlock_lockstep_options options;
  flitlock_lockstep_options_default(&options);
  options.mode = mode;
  flitlock_lockstep *session = nullptr;
  flitlock_error error{};
  if (flitlock_lockstep_create(&options, &session, &error) != FLITLOCK_OK) return error.text;
  flitlock_lockstep_params pair{};
  pair.session = session;
  pair.golden = &flitlock_l2_slice_golden;
  pair.golden_params = &params;
  pair.device = device.ops;
  pair.device_params = device.params;
  pair.max_len = 2;
  pair.unit_bytes = FLITLOCK_L2_HALF_BYTES;
  pair.makes_packets = 1;
  std::string problem = run_l2(traffic, params, {&flitlock_lockstep_block, &pair}, seen);
  flitlock_lockstep_finish(session);
  flitlock_lockstep_total(session, &counts);
  if (flitlock_lockstep_verdict(session, &error) != FLITLOCK_OK)
    problem += std::string(problem.empty() ? "" : "; ") + error.text;
  flitlock_lockstep_destroy(session);
  return problem;
}

std::string l2_compare_logs(const L2Traffic &traffic, const flitlock_l2_slice_params &params,
                            const flitlock_l2_slice_params &device_params, const L2Block &device, L2Seen &seen,
                            uint64_t &entries) {
  L2Traffic patient = traffic, late = traffic;
  patient.patient = late.patient = 1;
  patient.reset = late.reset = 0;
  patient.late = 0;
  L2Log golden, found;
  L2Seen unused;
  std::string problem = run_l2(patient, params, {&flitlock_l2_slice_golden, &params}, seen, &golden);
  if (!problem.empty()) return "golden: " + problem;
  problem = run_l2(late, device_params, device, unused, &found);
  // What the log says comes first: it is what the rig may have stumbled over.
  const std::string difference = compare_l2_logs(golden, found);
  entries += golden.event.size() + golden.rsp.size() + golden.mem_req.size();
  if (!difference.empty()) return difference;
  return problem.empty() ? "" : "device: " + problem;
}

}  // namespace flitlock_test
