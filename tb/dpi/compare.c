// SPDX-License-Identifier: Apache-2.0
// The report of the bind checker: which lane of which port differs, in which field, by which rule.
#include "dpi/compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dpi/vector.h"

struct report {
  struct flitlock_dpi_instance *instance;
  unsigned long long cycle;
  unsigned port;
  const char *name;  // of the port
  char where[48];    // the port, in words
  int status;
};

static const char *rule_of(const struct report *report, const char *lane, const char *field) {
  return flitlock_rule_of_output(report->instance->kind->rules, report->name, lane, field);
}

static void differs(struct report *report, const char *lane, const char *field, uint64_t golden, uint64_t rtl,
                    const char *rule) {
  report->status = FLITLOCK_E_MISMATCH;
  flitlock_dpi_say(&report->instance->messages,
                   "cycle %llu: %s: %s: %s: golden 0x%" PRIx64 ", RTL 0x%" PRIx64 ", XOR 0x%" PRIx64 " (%s)",
                   report->cycle, report->where, lane, field, golden, rtl, golden ^ rtl, rule);
}

static bool compare_header(struct report *report, const uint32_t *golden, const uint32_t *rtl) {
  struct flitlock_flit golden_flit = {0}, rtl_flit = {0};
  bool different = false;
  flitlock_flit_unpack(&golden_flit, golden);
  flitlock_flit_unpack(&rtl_flit, rtl);
  for (size_t k = 0; k < flitlock_flit_field_count; k++) {
    uint64_t expected = flitlock_flit_get(&golden_flit, k), actual = flitlock_flit_get(&rtl_flit, k);
    const char *name = flitlock_flit_fields[k].name;
    if (expected == actual) continue;
    differs(report, "out_header_o", name, expected, actual, rule_of(report, "out_header_o", name));
    different = true;
  }
  return different;
}

static bool compare_payload(struct report *report, const uint8_t *golden, const uint8_t *rtl, size_t size) {
  size_t wrong = 0, first = 0;
  for (size_t k = size; k-- > 0;) {
    if (golden[k] == rtl[k]) continue;
    wrong++;
    first = k;
  }
  if (wrong == 0) return false;
  report->status = FLITLOCK_E_MISMATCH;
  flitlock_dpi_say(&report->instance->messages,
                   "cycle %llu: %s: out_payload_o: byte %zu: golden 0x%x, RTL 0x%x, XOR 0x%x; %zu of %zu bytes "
                   "differ (%s)",
                   report->cycle, report->where, first, (unsigned)golden[first], (unsigned)rtl[first],
                   (unsigned)(golden[first] ^ rtl[first]), wrong, size, rule_of(report, "out_payload_o", NULL));
  return true;
}

// A flit that one of the two does not present: what it is says more than that every field differs from 0.
static void compare_valid(struct report *report, bool golden, bool rtl, const uint32_t *header) {
  struct flitlock_flit flit = {0};
  char text[320];
  flitlock_flit_unpack(&flit, header);
  flitlock_flit_print(&flit, text, sizeof text);
  report->status = FLITLOCK_E_MISMATCH;
  flitlock_dpi_say(&report->instance->messages,
                   "cycle %llu: %s: out_valid_o: golden %d, RTL %d, XOR 1: %s (%s); flit %s", report->cycle,
                   report->where, golden, rtl, golden ? "a flit is late or lost" : "a flit is early or too many",
                   rule_of(report, "out_valid_o", NULL), text);
}

// What two flits say of what the block did, in words.
static void show(struct report *report, const uint32_t *const header[2], const uint8_t *const payload[2]) {
  const struct flitlock_dpi_kind *kind = report->instance->kind;
  if (kind->shows == NULL || strcmp(report->name, kind->shows) != 0) return;
  uint8_t bytes[2][FLITLOCK_MAX_WIDTH * FLITLOCK_MAX_UNIT_BYTES] = {{0}};
  struct flitlock_flit flit[2] = {{.payload = bytes[0]}, {.payload = bytes[1]}};
  char text[2][448];
  for (unsigned k = 0; k < 2; k++) {
    flitlock_flit_unpack(&flit[k], header[k]);
    memcpy(bytes[k], payload[k], report->instance->lanes.lane);
  }
  for (unsigned k = 0; k < 2; k++)
    kind->shown(&flit[k], &flit[1 - k], text[k], sizeof text[k]);
  flitlock_dpi_say(&report->instance->messages, "cycle %llu: %s: golden shows %s; RTL shows %s", report->cycle,
                   report->where, text[0], text[1]);
}

static void compare_port(struct report *report, const uint32_t *golden, const uint32_t *rtl) {
  const struct flitlock_dpi_lanes *lanes = &report->instance->lanes;
  const unsigned p = report->port, vcs = report->instance->sizes.vcs;
  for (unsigned vc = 0; vc < vcs; vc++) {
    char field[24];
    size_t at = lanes->credit + 2U * (vcs * p + vc);
    uint32_t expected = flitlock_vector_get(golden, at, 2), actual = flitlock_vector_get(rtl, at, 2);
    if (expected == actual) continue;
    (void)snprintf(field, sizeof field, "VC %u", vc);
    differs(report, "in_credit_o", field, expected, actual, rule_of(report, "in_credit_o", NULL));
  }
  const uint32_t *golden_header = golden + lanes->header + FLITLOCK_DPI_HEADER_WORDS * p;
  const uint32_t *rtl_header = rtl + lanes->header + FLITLOCK_DPI_HEADER_WORDS * p;
  const uint8_t *golden_payload = (const uint8_t *)golden + lanes->payload + lanes->lane * p;
  const uint8_t *rtl_payload = (const uint8_t *)rtl + lanes->payload + lanes->lane * p;
  bool golden_valid = golden[p / 32] >> p % 32 & 1U, rtl_valid = rtl[p / 32] >> p % 32 & 1U;
  if (golden_valid != rtl_valid) {
    compare_valid(report, golden_valid, rtl_valid, golden_valid ? golden_header : rtl_header);
    return;
  }
  if (!golden_valid) {
    if (memcmp(golden_header, rtl_header, FLITLOCK_HEADER_BITS / 8) != 0 ||
        memcmp(golden_payload, rtl_payload, lanes->lane) != 0)
      differs(report, "out_header_o, out_payload_o", "not 0 without a flit", 0, 1, "R-FL-8");
    return;
  }
  const bool header = compare_header(report, golden_header, rtl_header);
  const bool payload = compare_payload(report, golden_payload, rtl_payload, lanes->lane);
  if (header || payload)
    show(report, (const uint32_t *const[]){golden_header, rtl_header},
         (const uint8_t *const[]){golden_payload, rtl_payload});
}

int flitlock_dpi_compare_vectors(struct flitlock_dpi_instance *instance, unsigned long long cycle,
                                 const uint32_t *golden, const uint32_t *rtl) {
  struct report report = {.instance = instance, .cycle = cycle, .status = FLITLOCK_OK};
  for (report.port = 0; report.port < instance->sizes.ports; report.port++) {
    report.name = instance->port[report.port].name;
    // A router's ports have no other names than their numbers.
    if (instance->kind == &flitlock_dpi_router)
      (void)snprintf(report.where, sizeof report.where, "port %u", report.port);
    else
      (void)snprintf(report.where, sizeof report.where, "port %u (%s)", report.port, report.name);
    compare_port(&report, golden, rtl);
  }
  return report.status;
}
