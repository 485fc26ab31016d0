// SPDX-License-Identifier: Apache-2.0
// A case that is being made smaller.
#ifndef FLITLOCK_MINIMISE_SHRINK_H
#define FLITLOCK_MINIMISE_SHRINK_H

#include "flitlock/minimise.h"

struct shrink {
  const struct flitlock_minimise_options *options;
  const char *kind;                    // that every smaller case has to have
  struct flitlock_case run;            // its configuration is `text`
  char *text;                          // YAML of the smallest case so far
  struct flitlock_stimulus stimulus;   // its packets
  struct flitlock_case_result result;  // what it came to
  struct flitlock_regress_minimal *minimal;
  char trace[4096];             // file of the attempts' traffic
  struct flitlock_error wrong;  // why the last candidate could not be run; no text: it was run
  int over;                     // the time is over: no further attempt
  int status;                   // the first failure to write; nothing is tried any more
  struct flitlock_error *error;
};

// Whether the case with this configuration and these packets fails in the same way; if so it is the smallest one from
// now on. `packets` may be the shrink's own. What is impossible fails in another way.
int shrink_try(struct shrink *shrink, const struct flitlock_config *config, const struct flitlock_stimulus *packets);
// The configuration of the smallest case so far; NULL: out of memory (told).
struct flitlock_config *shrink_config(struct shrink *shrink);
int shrink_stopped(const struct shrink *shrink);
int shrink_copy(const struct flitlock_stimulus *from, struct flitlock_stimulus *to);  // 0: out of memory

// Each makes the case smaller in one way; 1: it has become smaller.
int shrink_packets(struct shrink *shrink);   // fewer (packets.c)
int shrink_times(struct shrink *shrink);     // earlier (packets.c)
int shrink_contents(struct shrink *shrink);  // of packets: short writes to address 0 (packets.c)
int shrink_rules(struct shrink *shrink);     // rules of the configuration (settings.c)
int shrink_settings(struct shrink *shrink);  // numbers and words of the configuration (settings.c)
int shrink_pod(struct shrink *shrink);       // GPUs, meshes, rows, columns, clients (pod.c)

// Files of the result (write.c, unit_test.c). E_OUTPUT.
int minimise_write_case(struct shrink *shrink, struct flitlock_minimised *minimised);
int minimise_write_test(const struct shrink *shrink, const char *path, struct flitlock_error *error);

#endif
