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
  int status;
};

static void differs(struct report *report, const char *lane, const char *field, uint64_t golden, uint64_t rtl,
                    const char *rule) {
  report->status = FLITLOCK_E_MISMATCH;
  flitlock_dpi_say(&report->instance->messages,
                   "cycle %llu: port %u: %s: %s: golden 0x%" PRIx64 ", RTL 0x%" PRIx64 ", XOR 0x%" PRIx64 " (%s)",
                   report->cycle, report->port, lane, field, golden, rtl, golden ^ rtl, rule);
}

// The rule that a header field of a flit that leaves follows from.
static const char *rule_of(const char *field) {
  static const char *const converted[] = {"head", "tail", "units", "seq"};
  if (strcmp(field, "vc") == 0) return "R-L1-7";
  for (size_t k = 0; k < sizeof converted / sizeof converted[0]; k++)
    if (strcmp(field, converted[k]) == 0) return "R-W-5";
  return "R-FL-7";
}

static void compare_header(struct report *report, const uint32_t *golden, const uint32_t *rtl) {
  struct flitlock_flit golden_flit = {0}, rtl_flit = {0};
  flitlock_flit_unpack(&golden_flit, golden);
  flitlock_flit_unpack(&rtl_flit, rtl);
  for (size_t k = 0; k < flitlock_flit_field_count; k++) {
    uint64_t expected = flitlock_flit_get(&golden_flit, k), actual = flitlock_flit_get(&rtl_flit, k);
    const char *name = flitlock_flit_fields[k].name;
    if (expected != actual) differs(report, "out_header_o", name, expected, actual, rule_of(name));
  }
}

static void compare_payload(struct report *report, const uint8_t *golden, const uint8_t *rtl, size_t size) {
  size_t wrong = 0, first = 0;
  for (size_t k = size; k-- > 0;) {
    if (golden[k] == rtl[k]) continue;
    wrong++;
    first = k;
  }
  if (wrong == 0) return;
  report->status = FLITLOCK_E_MISMATCH;
  flitlock_dpi_say(&report->instance->messages,
                   "cycle %llu: port %u: out_payload_o: byte %zu: golden 0x%x, RTL 0x%x, XOR 0x%x; %zu of %zu bytes "
                   "differ (R-FL-7)",
                   report->cycle, report->port, first, (unsigned)golden[first], (unsigned)rtl[first],
                   (unsigned)(golden[first] ^ rtl[first]), wrong, size);
}

// A flit that one of the two does not present: what it is says more than that every field differs from 0.
static void compare_valid(struct report *report, bool golden, bool rtl, const uint32_t *header) {
  struct flitlock_flit flit = {0};
  char text[320];
  flitlock_flit_unpack(&flit, header);
  flitlock_flit_print(&flit, text, sizeof text);
  report->status = FLITLOCK_E_MISMATCH;
  flitlock_dpi_say(&report->instance->messages,
                   "cycle %llu: port %u: out_valid_o: golden %d, RTL %d, XOR 1: %s (R-L3-4); flit %s", report->cycle,
                   report->port, golden, rtl, golden ? "a flit is late or lost" : "a flit is early or too many", text);
}

static void compare_port(struct report *report, const uint32_t *golden, const uint32_t *rtl) {
  const struct flitlock_dpi_lanes *lanes = &report->instance->lanes;
  const unsigned p = report->port, vcs = report->instance->params.vcs;
  for (unsigned vc = 0; vc < vcs; vc++) {
    char field[24];
    size_t at = lanes->credit + 2U * (vcs * p + vc);
    uint32_t expected = flitlock_vector_get(golden, at, 2), actual = flitlock_vector_get(rtl, at, 2);
    if (expected == actual) continue;
    (void)snprintf(field, sizeof field, "VC %u", vc);
    differs(report, "in_credit_o", field, expected, actual, "R-L1-6");
  }
  const uint32_t *golden_header = golden + lanes->header + FLITLOCK_DPI_HEADER_WORDS * p;
  const uint32_t *rtl_header = rtl + lanes->header + FLITLOCK_DPI_HEADER_WORDS * p;
  const uint8_t *golden_payload = (const uint8_t *)golden + lanes->payload + lanes->lane * p;
  const uint8_t *rtl_payload = (const uint8_t *)rtl + lanes->payload + lanes->lane * p;
  bool golden_valid = golden[0] >> p & 1U, rtl_valid = rtl[0] >> p & 1U;
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
  compare_header(report, golden_header, rtl_header);
  compare_payload(report, golden_payload, rtl_payload, lanes->lane);
}

int flitlock_dpi_compare_vectors(struct flitlock_dpi_instance *instance, unsigned long long cycle,
                                 const uint32_t *golden, const uint32_t *rtl) {
  struct report report = {instance, cycle, 0, FLITLOCK_OK};
  for (report.port = 0; report.port < instance->params.ports; report.port++)
    compare_port(&report, golden, rtl);
  return report.status;
}
