// SPDX-License-Identifier: Apache-2.0
// A session: what all lockstep blocks of a pod found, and the verdict.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/session.h"

void flitlock_lockstep_options_default(struct flitlock_lockstep_options *options) {
  memset(options, 0, sizeof *options);
  options->limit = 1;
  options->window = 1024;
  options->to = UINT64_MAX;
}

int flitlock_lockstep_create(const struct flitlock_lockstep_options *options, struct flitlock_lockstep **session,
                             struct flitlock_error *error) {
  *session = NULL;
  if (options->limit == 0 || options->window == 0)
    return flitlock_fail(error, FLITLOCK_E_USAGE,
                         "lockstep: limit is %" PRIu64 ", window %" PRIu64 "; both must be at least 1", options->limit,
                         options->window);
  if (options->mode == FLITLOCK_LOCKSTEP_HASH && options->tolerance.kind != FLITLOCK_TOLERANCE_EXACT)
    return flitlock_fail(error, FLITLOCK_E_USAGE,
                         "lockstep: hashes can be equal or not; a tolerance needs the mode 'full'");
  struct flitlock_lockstep *made = calloc(1, sizeof *made);
  if (made == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "lockstep: out of memory");
  made->options = *options;
  *session = made;
  return FLITLOCK_OK;
}

void flitlock_lockstep_destroy(struct flitlock_lockstep *session) {
  if (session == NULL) return;
  for (uint32_t n = 0; n < session->entries; n++)
    free(session->entry[n].name);
  for (uint64_t n = 0; n < session->kept; n++)
    free(session->divergence[n]);
  free(session->entry);
  free(session->divergence);
  free(session->listened);
  free(session);
}

const struct flitlock_lockstep_options *flitlock_lockstep_options_of(const struct flitlock_lockstep *session) {
  return &session->options;
}

// ---- Blocks

const char *flitlock_lockstep_join(struct flitlock_lockstep *session, struct lockstep_block *block, const char *name) {
  if (session->entries == session->capacity) {
    uint32_t capacity = 2U * session->capacity + 16U;
    struct lockstep_entry *entry = realloc(session->entry, capacity * sizeof *entry);
    if (entry == NULL) return NULL;
    session->entry = entry;
    session->capacity = capacity;
  }
  size_t size = strlen(name) + 1;
  char *copy = malloc(size);
  if (copy == NULL) return NULL;
  memcpy(copy, name, size);
  session->entry[session->entries++] = (struct lockstep_entry){.name = copy, .block = block};
  return copy;
}

void flitlock_lockstep_leave(struct flitlock_lockstep *session, const struct lockstep_block *block) {
  for (uint32_t n = 0; n < session->entries; n++) {
    if (session->entry[n].block != block) continue;
    session->entry[n].counts = block->counts;
    session->entry[n].block = NULL;
  }
}

uint32_t flitlock_lockstep_block_count(const struct flitlock_lockstep *session) { return session->entries; }

const char *flitlock_lockstep_block_name(const struct flitlock_lockstep *session, uint32_t number) {
  return number < session->entries ? session->entry[number].name : NULL;
}

void flitlock_lockstep_block_counts(const struct flitlock_lockstep *session, uint32_t number,
                                    struct flitlock_lockstep_counts *counts) {
  memset(counts, 0, sizeof *counts);
  if (number >= session->entries) return;
  const struct lockstep_entry *entry = &session->entry[number];
  *counts = entry->block != NULL ? entry->block->counts : entry->counts;
}

void flitlock_lockstep_total(const struct flitlock_lockstep *session, struct flitlock_lockstep_counts *total) {
  memset(total, 0, sizeof *total);
  for (uint32_t n = 0; n < session->entries; n++) {
    struct flitlock_lockstep_counts one;
    flitlock_lockstep_block_counts(session, n, &one);
    total->outputs += one.outputs;
    total->flits += one.flits;
    total->credits += one.credits;
    total->windows += one.windows;
    total->tolerance_used += one.tolerance_used;
    total->divergences += one.divergences;
  }
}

void flitlock_lockstep_listen(struct flitlock_lockstep *session, const char *block, flitlock_lockstep_listener listener,
                              void *self) {
  free(session->listened);
  size_t size = strlen(block) + 1;
  session->listened = malloc(size);
  if (session->listened == NULL) {
    session->out_of_memory = 1;
    return;
  }
  memcpy(session->listened, block, size);
  session->listener = listener;
  session->listener_self = self;
}

// ---- Divergences

int flitlock_lockstep_enough(const struct flitlock_lockstep *session) {
  return session->found >= session->options.limit;
}

struct flitlock_divergence *flitlock_lockstep_record(struct lockstep_block *block) {
  struct flitlock_lockstep *session = block->session;
  block->counts.divergences++;
  session->found++;
  if (session->found > session->options.limit) return NULL;
  struct flitlock_divergence **list = realloc(session->divergence, (session->kept + 1U) * sizeof(void *));
  struct flitlock_divergence *record = calloc(1, sizeof *record);
  if (list != NULL) session->divergence = list;
  if (list == NULL || record == NULL) {
    session->out_of_memory = 1;
    free(record);
    return NULL;
  }
  list[session->kept++] = record;
  return record;
}

const struct flitlock_divergence *flitlock_lockstep_divergence(const struct flitlock_lockstep *session, uint64_t n) {
  return n < session->kept ? session->divergence[n] : NULL;
}

int flitlock_lockstep_window(const struct flitlock_lockstep *session, uint64_t *from, uint64_t *to) {
  *from = session->differs_from;
  *to = session->differs_to;
  return session->differs;
}

void flitlock_lockstep_finish(struct flitlock_lockstep *session) {
  for (uint32_t n = 0; n < session->entries; n++) {
    struct lockstep_block *block = session->entry[n].block;
    if (block == NULL) continue;
    flitlock_lockstep_window_close(block);
    if (session->options.tolerance.kind != FLITLOCK_TOLERANCE_EXACT) flitlock_lockstep_left_over(block);
  }
}

// ---- Verdict

static int mismatch(const struct flitlock_lockstep *session, struct flitlock_error *error) {
  if (session->kept == 0)
    return flitlock_fail(error, FLITLOCK_E_MISMATCH,
                         "lockstep: golden and the device differ between cycles %" PRIu64 " and %" PRIu64
                         " (hash of the window)",
                         session->differs_from, session->differs_to - 1U);
  const struct flitlock_divergence *first = session->divergence[0];
  if (first->message[0] != '\0')
    return flitlock_fail(error, FLITLOCK_E_MISMATCH, "lockstep: %s, cycle %" PRIu64 ": %s: %s", first->block,
                         first->cycle, flitlock_divergence_text(first->kind), first->message);
  return flitlock_fail(error, FLITLOCK_E_MISMATCH,
                       "lockstep: %s port %s, cycle %" PRIu64 ", VC %u: %s; %s is 0x%" PRIx64
                       " in golden and 0x%" PRIx64 " in the device (%s)",
                       first->block, first->port_name, first->cycle, first->vc, flitlock_divergence_text(first->kind),
                       first->field, first->golden_value, first->device_value, first->rule);
}

int flitlock_lockstep_verdict(const struct flitlock_lockstep *session, struct flitlock_error *error) {
  if (session->found > 0 || session->differs) return mismatch(session, error);
  if (session->out_of_memory) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "lockstep: out of memory");
  if (session->entries == 0)
    return flitlock_fail(error, FLITLOCK_E_VACUOUS, "lockstep: no block was compared with a device");
  struct flitlock_lockstep_counts total;
  flitlock_lockstep_total(session, &total);
  if (total.flits == 0)
    return flitlock_fail(error, FLITLOCK_E_VACUOUS,
                         "lockstep: no flit passed the %" PRIu32 " blocks that were to be compared", session->entries);
  if (session->options.tolerance.kind != FLITLOCK_TOLERANCE_EXACT && total.tolerance_used == 0)
    return flitlock_fail(error, FLITLOCK_E_VACUOUS,
                         "lockstep: the tolerance was never used: %" PRIu64
                         " flits came in their very cycle; check without it",
                         total.flits);
  if (session->planted_made < session->planted)
    return flitlock_fail(error, FLITLOCK_E_VACUOUS,
                         "lockstep: the planted error was never made: from its cycle on nothing was presented that it "
                         "could change; plant it earlier, or into a block with more traffic");
  return FLITLOCK_OK;
}
