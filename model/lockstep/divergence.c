// SPDX-License-Identifier: Apache-2.0
// Kinds of divergence, the rules they concern, and the record that is kept of one.
#include <stdio.h>
#include <string.h>

#include "lockstep/state.h"

static const struct {
  const char *name, *text, *rule;
} kinds[] = {
#define KIND(name, text, rule) {#name, text, rule},
    FLITLOCK_DIVERGENCE_KINDS(KIND)
#undef KIND
};

const char *flitlock_divergence_name(int kind) {
  return kind >= 0 && kind < FLITLOCK_DIVERGENCE_KIND_COUNT ? kinds[kind].name : "unknown";
}

const char *flitlock_divergence_text(int kind) {
  return kind >= 0 && kind < FLITLOCK_DIVERGENCE_KIND_COUNT ? kinds[kind].text : "unknown";
}

// `vc` is what a router may change, by its map; the place in the packet follows from the width; the rest it passes on.
const char *flitlock_lockstep_field_rule(size_t field) {
  const char *name = flitlock_flit_fields[field].name;
  if (strcmp(name, "vc") == 0) return "R-L1-7";
  if (strcmp(name, "head") == 0 || strcmp(name, "tail") == 0) return "R-FL-3";
  if (strcmp(name, "units") == 0 || strcmp(name, "seq") == 0) return "R-W-5";
  return "R-FL-7";
}

static void fill_side(const struct lockstep_block *block, const struct lockstep_model *model, uint32_t port,
                      const struct flitlock_flit *flit, uint32_t credit, struct flitlock_lockstep_side *side) {
  side->flit_valid = flit != NULL;
  side->credit = credit;
  if (flit != NULL) {
    side->flit = *flit;
    size_t size = (size_t)flit->units * block->unit_bytes;
    if (flit->payload != NULL && size <= sizeof side->payload) memcpy(side->payload, flit->payload, size);
    side->flit.payload = NULL;
  }
  flitlock_lockstep_recall(&model->history[port], side);
}

// The packet of a credit is not known at the ports; that of a flit is golden's, where it has one.
static void fill_packet(const struct lockstep_difference *difference, struct flitlock_divergence *record) {
  const struct flitlock_flit *flit = difference->golden_flit ? difference->golden_flit : difference->device_flit;
  record->has_packet = flit != NULL;
  if (flit == NULL) return;
  record->packet = *flit;
  record->packet.payload = NULL;
}

void flitlock_lockstep_report(struct lockstep_block *block, const struct lockstep_difference *difference) {
  struct flitlock_divergence *record = flitlock_lockstep_record(block);
  if (record == NULL) return;
  record->kind = difference->kind;
  record->cycle = block->cycle;
  record->block = block->name;
  record->port = difference->port;
  snprintf(record->port_name, sizeof record->port_name, "%s", block->info.port[difference->port].name);
  record->lane = difference->lane;
  record->vc = difference->vc;
  snprintf(record->field, sizeof record->field, "%s", difference->field);
  record->rule = flitlock_lockstep_rule_of(block, difference);
  if (record->rule == NULL) record->rule = difference->rule != NULL ? difference->rule : kinds[difference->kind].rule;
  record->golden_value = difference->golden;
  record->device_value = difference->device;
  record->other_port = difference->other_port;
  record->unit_bytes = block->unit_bytes;
  record->vcs = block->info.vcs;
  fill_side(block, &block->golden, difference->port, difference->golden_flit, difference->golden_credit,
            &record->golden);
  fill_side(block, &block->device, difference->port, difference->device_flit, difference->device_credit,
            &record->device);
  fill_packet(difference, record);
}
