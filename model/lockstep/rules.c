// SPDX-License-Identifier: Apache-2.0
// Which rule of the specification an output of a link TLB or of an L2 slice follows.
#include <string.h>

#include "flitlock/l2_slice.h"
#include "flitlock/lockstep.h"
#include "lockstep/state.h"

const struct flitlock_output_rule flitlock_l1_tlb_rules[] = {
    {"link", NULL, NULL, "R-TLB-L1-2"},
    // Whose packet it is and on which VC is decided where packets leave; what is in it, where it is translated.
    {"inside", "out_header_o", "src", "R-TLB-L1-8"},
    {"inside", "out_header_o", "dst", "R-TLB-L1-8"},
    {"inside", "out_header_o", "id", "R-TLB-L1-8"},
    {"inside", "out_header_o", "birth", "R-TLB-L1-8"},
    {"inside", "out_header_o", "vc", "R-TLB-L1-8"},
    {"inside", "out_valid_o", NULL, "R-TLB-L1-8"},
    {"inside", NULL, NULL, "R-TLB-L1-10"},
    {"l2", "in_credit_o", NULL, "R-TLB-M-4"},
    {"l2", "out_header_o", "id", "R-TLB-L1-7"},
    {"l2", "out_valid_o", NULL, "R-TLB-L1-7"},
    {"trace", NULL, NULL, "R-TLB-TR-2"},
    {NULL, NULL, NULL, "R-TLB-M-1"},
};

const struct flitlock_output_rule flitlock_l2_tlb_rules[] = {
    {"mem", "in_credit_o", NULL, "R-TLB-M-4"},
    {"ctl", NULL, NULL, "R-TLB-L2-12"},
    {NULL, "in_credit_o", NULL, "R-TLB-L2-2"},
    {"station", "out_valid_o", NULL, "R-TLB-L2-9"},
    {"station", "out_header_o", "bytes", "R-TLB-M-2"},
    {"station", "out_header_o", "addr", "R-TLB-L2-7"},
    {"station", "out_header_o", "status", "R-TLB-L2-7"},
    {"station", "out_header_o", "id", "R-TLB-L2-7"},
    {"station", "out_header_o", "op", "R-TLB-L2-9"},
    {"mem", "out_header_o", "addr", "R-TLB-W-2"},
    {"mem", NULL, NULL, "R-TLB-W-4"},
    {"trace", NULL, NULL, "R-TLB-TR-3"},
    {NULL, NULL, NULL, "R-TLB-M-1"},
};

const struct flitlock_output_rule flitlock_l2_slice_rules[] = {
    {NULL, "in_credit_o", NULL, "R-L2S-ST-9"},
    {"rsp", "out_valid_o", NULL, "R-L2S-ST-3"},
    {"rsp", NULL, NULL, "R-L2S-PORT-5"},
    {"mem_req", "out_payload_o", NULL, "R-L2S-PORT-6"},
    {"mem_req", "out_header_o", "src", "R-L2S-PORT-8"},
    {"mem_req", "out_header_o", "dst", "R-L2S-PORT-8"},
    {"mem_req", "out_header_o", "birth", "R-L2S-PORT-8"},
    {"mem_req", NULL, NULL, "R-L2S-ST-4"},
    {"event", "out_valid_o", NULL, "R-L2S-ST-6"},
    {NULL, NULL, NULL, "R-L2S-EV-2"},
};

static int fits(const char *wanted, const char *given) {
  return wanted == NULL || (given != NULL && strcmp(wanted, given) == 0);
}

const char *flitlock_rule_of_output(const struct flitlock_output_rule *rule, const char *port, const char *lane,
                                    const char *field) {
  while (!(rule->port == NULL || strncmp(rule->port, port, strlen(rule->port)) == 0) || !fits(rule->lane, lane) ||
         !fits(rule->field, field))
    rule++;
  return rule->rule;
}

// ---- Divergences

static const struct flitlock_output_rule *rules_of(const char *kind) {
  static const struct {
    const char *kind;
    const struct flitlock_output_rule *rules;
  } all[] = {{"l1_link_tlb", flitlock_l1_tlb_rules},
             {"l2_link_tlb", flitlock_l2_tlb_rules},
             {"l2_slice", flitlock_l2_slice_rules}};
  for (size_t n = 0; n < sizeof all / sizeof all[0]; n++)
    if (strcmp(kind, all[n].kind) == 0) return all[n].rules;
  return NULL;
}

// What the event log says of golden's operation, and the rule by which it is so, where there is one; else R-L2S-EV-2.
struct told {
  int fresh, fill, drain, flush;  // kinds
  int replaces;                   // a miss that has replaced a line
  int writes;                     // bytes of a write were written
  int atomic;
  int miss;
};

static const char *of_line(const struct told *told, size_t byte) {
  switch (byte) {
    case 3:  // way; of a victim that is not drawn R-L2S-VIC-3 sends to -4
      if (told->miss) return told->replaces ? "R-L2S-VIC-3" : "R-L2S-VIC-1";
      return told->flush ? "R-L2S-FL-2" : told->fresh ? "R-L2S-NEW-2" : NULL;
    case 25:  // v
      return told->fill ? "R-L2S-FILL-1" : told->writes ? "R-L2S-NEW-8" : NULL;
    case 26:  // d
      if (told->flush) return "R-L2S-FL-2";
      return told->fill ? "R-L2S-FILL-1" : told->writes ? "R-L2S-NEW-8" : told->atomic ? "R-L2S-AT-1" : NULL;
    case 27:  // p
      return told->fill ? "R-L2S-FILL-1" : told->fresh ? "R-L2S-NEW-5" : NULL;
    default:  // b
      return told->fill ? "R-L2S-FILL-1" : told->writes ? "R-L2S-NEW-8" : NULL;
  }
}

static const char *of_operation(const struct told *told, size_t byte) {
  switch (byte) {
    case 0:  // kind
    case 2:  // operation
      return "R-L2S-ST-6";
    case 1:  // outcome
      return told->fresh ? "R-L2S-NEW-2" : told->flush ? "R-L2S-FL-3" : "R-L2S-MSHR-2";
    case 4:  // set
    case 5:
      return told->flush ? "R-L2S-FL-3" : "R-L2S-MAP-5";
    case 6:  // lfsr
    case 7:
      return told->replaces ? "R-L2S-VIC-3" : "R-L2S-VIC-5";
    case 24:  // sectors
      return told->fresh || told->drain ? "R-L2S-NEW-1" : NULL;
    case 28:  // fetch
      return "R-L2S-NEW-5";
    case 31:  // mshr
      return told->fresh ? "R-L2S-NEW-6" : told->drain ? "R-L2S-MSHR-4" : NULL;
    default:
      if (byte >= 8 && byte < 16) return told->flush ? NULL : "R-L2S-MAP-5";  // tag
      return told->flush ? "R-L2S-FL-2" : "R-L2S-NEW-7";                      // victim_tag, victim, victim_d, victim_b
  }
}

static const char *event_rule(const uint8_t *golden, size_t byte) {
  struct flitlock_l2_event event;
  flitlock_l2_event_unpack(&event, golden);
  struct told told = {.fresh = event.kind == FLITLOCK_L2_NEW,
                      .fill = event.kind == FLITLOCK_L2_FILL,
                      .drain = event.kind == FLITLOCK_L2_DRAIN,
                      .flush = event.kind == FLITLOCK_L2_FLUSHING,
                      .atomic = event.operation == FLITLOCK_L2_ATOMIC};
  told.miss = told.fresh && event.outcome == FLITLOCK_L2_MISS;
  told.replaces = told.miss && event.victim != 0;
  told.writes = event.operation == FLITLOCK_L2_WRITE && !(told.fresh && event.outcome == FLITLOCK_L2_MERGED);
  const int line = byte == 3 || (byte >= 25 && byte <= 27) || (byte >= 32 && byte < 48);
  const char *rule = line ? of_line(&told, byte) : of_operation(&told, byte);
  return rule != NULL ? rule : "R-L2S-EV-2";
}

const char *flitlock_lockstep_rule_of(const struct lockstep_block *block,
                                      const struct lockstep_difference *difference) {
  const struct flitlock_output_rule *rules = rules_of(block->info.kind);
  const char *port = block->info.port[difference->port].name;
  if (rules == NULL) return NULL;
  switch (difference->kind) {
    case FLITLOCK_DIVERGENCE_FLIT_LATE:
    case FLITLOCK_DIVERGENCE_FLIT_EARLY:
    case FLITLOCK_DIVERGENCE_FLIT_PORT:
    case FLITLOCK_DIVERGENCE_FLIT_OTHER:
      return flitlock_rule_of_output(rules, port, "out_valid_o", NULL);
    case FLITLOCK_DIVERGENCE_FLIT_FIELD:
      return flitlock_rule_of_output(rules, port, "out_header_o", difference->field);
    case FLITLOCK_DIVERGENCE_PAYLOAD:
      if (rules == flitlock_l2_slice_rules && difference->port == FLITLOCK_L2_PORT_EVENT &&
          difference->golden_flit->payload != NULL)
        return event_rule(difference->golden_flit->payload, difference->at);
      return flitlock_rule_of_output(rules, port, "out_payload_o", NULL);
    case FLITLOCK_DIVERGENCE_CREDIT_LATE:
    case FLITLOCK_DIVERGENCE_CREDIT_EARLY:
    case FLITLOCK_DIVERGENCE_CREDIT_COUNT:
    case FLITLOCK_DIVERGENCE_CREDIT_VC:
      return flitlock_rule_of_output(rules, port, "in_credit_o", NULL);
    default:
      return NULL;
  }
}
