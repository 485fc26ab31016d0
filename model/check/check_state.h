// SPDX-License-Identifier: Apache-2.0
// What the writers of a check's reports look at.
#ifndef FLITLOCK_MODEL_CHECK_CHECK_STATE_H
#define FLITLOCK_MODEL_CHECK_CHECK_STATE_H

#include "check/frames.h"
#include "flitlock/check.h"

struct check_context {
  const struct flitlock_config *config;
  const struct flitlock_check_options *options;
  const struct flitlock_check *check;
  const struct flitlock_pod *pod;  // of the run that found the divergence; NULL: a scale-up pod
  const struct frames *frames;     // NULL: the re-run gave none
  const char *device;              // "rtl", "device": what it is called in waves and reports
  uint64_t later;                  // frames_find_later
  int status;
  const char *message;
};

// The page of the specification that has a rule: "1-channels.md".
const char *check_rule_page(const char *rule);
// What differs is a message, which is of no packet: whose, and the rule. NULL: it is of a packet.
const char *check_message_of(const struct check_context *context, const struct flitlock_divergence *found);
// The routers, DSTs, switches and link TLBs on the way of a packet, by name. Returns how many; at most `capacity` are
// listed.
size_t check_path(const struct check_context *context, const struct flitlock_flit *packet, const char **names,
                  size_t capacity);

// Each writes one file. E_OUTPUT, E_NO_MEMORY.
int check_write_text(const struct check_context *context, char **text, struct flitlock_error *error);  // caller frees
int check_write_json(const struct check_context *context, const char *path, struct flitlock_error *error);
int check_write_vcd(const struct check_context *context, const char *path, struct flitlock_error *error);
int check_write_gtkw(const struct check_context *context, const char *path, struct flitlock_error *error);
int check_write_wavedrom(const struct check_context *context, const char *path, struct flitlock_error *error);

#endif
