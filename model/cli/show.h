// SPDX-License-Identifier: Apache-2.0
// A pod as `flitlock show` looks at it: its links with what they are made of and the load to expect.
#ifndef FLITLOCK_CLI_SHOW_H
#define FLITLOCK_CLI_SHOW_H

#include <stdio.h>

#include "flitlock/pod.h"

struct show_link {
  char name[80];
  uint32_t width;  // bytes
  uint32_t latency, credit_latency;
  uint32_t vcs;
  int from_router;                      // the two depths below are known
  int accesses;                         // of an L2: its load is not foretold
  uint16_t input[FLITLOCK_MAX_VCS];     // entries of the buffer at the link's end
  uint16_t crossbar[FLITLOCK_MAX_VCS];  // of each crossbar buffer towards the link
  uint16_t output[FLITLOCK_MAX_VCS];    // of the buffer that feeds the link
  double flits;                         // per cycle at 1 request per cycle and client; negative: not known
};

struct show_pod {
  const struct flitlock_config *config;
  struct show_link *link;  // [count], R-POD-4 order
  uint32_t count;
  int has_load;       // a rate makes sense for this workload
  double rate;        // at which loads are shown
  int rate_is_limit;  // ... is the one at which the first link fills
  double saturation;  // that one; 0: no link carries anything
  char why[512];      // why there is no load
};

// `rate` 0: the configured one, or the saturation's where that has none. Free with show_pod_free after any result.
int show_pod_make(const struct flitlock_pod *pod, double rate, struct show_pod *show, struct flitlock_error *error);
void show_pod_free(struct show_pod *show);
const struct show_link *show_link_find(const struct show_pod *show, const char *name);  // NULL: there is none
// 1 if the link is (one of) the first to fill.
int show_link_is_first(const struct show_pod *show, const struct show_link *link);

void show_drawing(FILE *file, const struct show_pod *show);
// `all`: each link has its line; otherwise links that differ in GPU, mesh or client number alone share one.
int show_table(FILE *file, const struct show_pod *show, int all, struct flitlock_error *error);
int show_json(const struct show_pod *show, const char *path, struct flitlock_error *error);

#endif
