// SPDX-License-Identifier: Apache-2.0
// Which packets pass which buffers: the load of links told apart by VC and by the input that they came from.
#ifndef FLITLOCK_TUNE_FLOWS_H
#define FLITLOCK_TUNE_FLOWS_H

#include "pod/pod.h"

// Loads in packets per cycle at 1 request per cycle and client.
struct tune_flows {
  const struct pod_plan *plan;
  uint32_t vcs;
  double *link;  // [link * vcs + vc], under the VC of the link
  double *
      *through;  // [link][input port * vcs + vc] of the router that feeds it, under the VC of the link; clients: NULL
  uint8_t *narrow;  // [link * vcs + vc]: packets leave the input buffer at the link's end in narrower flits
  uint8_t *wide;    // [link * vcs + vc]: ... in wider ones
};

int tune_flows_create(const struct flitlock_pod *pod, struct tune_flows **flows, struct flitlock_error *error);
void tune_flows_free(struct tune_flows *flows);  // NULL is allowed

#endif
