// SPDX-License-Identifier: Apache-2.0
// Exact comparison of what both models presented in a cycle, port by port: the flit lane, then the credits of the
// input. Of each lane the first difference is reported; the record has both flits whole.
#include <stdio.h>
#include <string.h>

#include "lockstep/state.h"

static uint32_t credit_of(const struct flitlock_out *out, uint32_t port) {
  return out->credit_valid >> port & 1U ? out->credit[port] : 0U;
}

static const struct flitlock_flit *flit_of(const struct flitlock_out *out, uint32_t port) {
  return out->flit_valid >> port & 1U ? &out->flit[port] : NULL;
}

static struct lockstep_difference about(const struct lockstep_block *block, uint32_t port, uint8_t lane) {
  struct lockstep_difference difference;
  memset(&difference, 0, sizeof difference);
  difference.port = port;
  difference.other_port = port;
  difference.lane = lane;
  difference.golden_credit = credit_of(&block->golden.out, port);
  difference.device_credit = credit_of(&block->device.out, port);
  return difference;
}

// ---- Flits

static int same_packet(const struct flitlock_flit *a, const struct flitlock_flit *b) {
  return a->src == b->src && a->id == b->id && a->dst == b->dst;
}

static unsigned fields_that_differ(const struct flitlock_flit *a, const struct flitlock_flit *b) {
  unsigned count = 0;
  for (size_t field = 0; field < flitlock_flit_field_count; field++)
    count += flitlock_flit_get(a, field) != flitlock_flit_get(b, field);
  return count;
}

static void report_header(struct lockstep_block *block, struct lockstep_difference *difference, size_t field) {
  const struct flitlock_flit *golden = difference->golden_flit, *device = difference->device_flit;
  // One wrong field is a wrong field, be it one that names the packet.
  int other = !same_packet(golden, device) && fields_that_differ(golden, device) > 1;
  if (other)
    for (field = 0; strcmp(flitlock_flit_fields[field].name, golden->src != device->src ? "src"
                                                             : golden->id != device->id ? "id"
                                                                                        : "dst") != 0;)
      field++;
  difference->kind = other ? FLITLOCK_DIVERGENCE_FLIT_OTHER : FLITLOCK_DIVERGENCE_FLIT_FIELD;
  difference->field = flitlock_flit_fields[field].name;
  difference->rule = other ? NULL : flitlock_lockstep_field_rule(field);
  difference->golden = flitlock_flit_get(golden, field);
  difference->device = flitlock_flit_get(device, field);
  flitlock_lockstep_report(block, difference);
}

// Payload bytes; a model without any has the idle lane's zeros.
static int compare_payload(struct lockstep_block *block, struct lockstep_difference difference) {
  const uint8_t *golden = difference.golden_flit->payload, *device = difference.device_flit->payload;
  if (golden == device) return 1;
  if (golden == NULL) golden = block->golden.idle_payload;
  if (device == NULL) device = block->device.idle_payload;
  unsigned units =
      difference.golden_flit->units < FLITLOCK_MAX_WIDTH ? difference.golden_flit->units : FLITLOCK_MAX_WIDTH;
  size_t size = (size_t)units * block->unit_bytes;
  if (memcmp(golden, device, size) == 0) return 1;
  size_t at = 0;
  while (golden[at] == device[at])
    at++;
  char field[32];
  snprintf(field, sizeof field, "payload[%u]", (unsigned)at);
  difference.kind = FLITLOCK_DIVERGENCE_PAYLOAD;
  difference.field = field;
  difference.at = at;
  difference.golden = golden[at];
  difference.device = device[at];
  flitlock_lockstep_report(block, &difference);
  return 0;
}

int flitlock_lockstep_compare_flits(struct lockstep_block *block, uint32_t port, const struct flitlock_flit *golden,
                                    const struct flitlock_flit *device) {
  struct lockstep_difference difference = about(block, port, FLITLOCK_LANE_FLIT);
  difference.vc = golden->vc;
  difference.golden_flit = golden;
  difference.device_flit = device;
  block->counts.flits++;
  int field = flitlock_flit_compare(golden, device);
  if (field < 0) return compare_payload(block, difference);
  report_header(block, &difference, (size_t)field);
  return 0;
}

// The output on which `there` presents `flit` while `here` presents nothing; `port` if there is none.
static uint32_t presented_on(const struct flitlock_out *there, const struct flitlock_out *here, uint32_t port,
                             const struct flitlock_flit *flit) {
  uint64_t others = there->flit_valid & ~here->flit_valid & ~(1ULL << port);
  for (; others != 0; others &= others - 1U) {
    uint32_t other = (uint32_t)__builtin_ctzll(others);
    if (flitlock_flit_compare(flit, &there->flit[other]) < 0) return other;
  }
  return port;
}

static void compare_flit_lane(struct lockstep_block *block, uint32_t port) {
  struct lockstep_difference difference = about(block, port, FLITLOCK_LANE_FLIT);
  const struct flitlock_flit *golden = flit_of(&block->golden.out, port), *device = flit_of(&block->device.out, port);
  if (golden != NULL && device != NULL) {
    flitlock_lockstep_compare_flits(block, port, golden, device);
    return;
  }
  difference.golden_flit = golden;
  difference.device_flit = device;
  difference.field = "valid";
  difference.golden = golden != NULL;
  difference.device = device != NULL;
  if (golden != NULL) {
    block->counts.flits++;
    difference.vc = golden->vc;
    difference.other_port = presented_on(&block->device.out, &block->golden.out, port, golden);
    difference.kind = difference.other_port == port ? FLITLOCK_DIVERGENCE_FLIT_LATE : FLITLOCK_DIVERGENCE_FLIT_PORT;
  } else if (device != NULL) {
    // A flit on the wrong port is one difference, told of the port where it should be.
    if (presented_on(&block->golden.out, &block->device.out, port, device) != port) return;
    difference.vc = device->vc;
    difference.kind = FLITLOCK_DIVERGENCE_FLIT_EARLY;
  } else {
    return;
  }
  flitlock_lockstep_report(block, &difference);
}

// ---- Credits

static unsigned credits_in(uint32_t word) {
  return (unsigned)__builtin_popcount(word & 0x55555555U) + 2U * (unsigned)__builtin_popcount(word & 0xAAAAAAAAU);
}

// Another VC for which the device returns what golden returns for `vc`.
static int wrong_vc(uint32_t golden, uint32_t device, unsigned vc) {
  uint32_t count = flitlock_credit_get(golden, vc);
  for (unsigned other = 0; other < FLITLOCK_MAX_VCS; other++)
    if (other != vc && flitlock_credit_get(golden, other) == 0 && flitlock_credit_get(device, other) == count) return 1;
  return 0;
}

static void compare_credit_lane(struct lockstep_block *block, uint32_t port) {
  struct lockstep_difference difference = about(block, port, FLITLOCK_LANE_CREDIT);
  uint32_t golden = difference.golden_credit, device = difference.device_credit;
  block->counts.credits += credits_in(golden);
  if (golden == device) return;
  // A VC that golden serves and the device does not tells more than the other way round.
  unsigned vc = (unsigned)__builtin_ctz(golden ^ device) / 2U;
  for (unsigned v = 0; v < FLITLOCK_MAX_VCS; v++) {
    if (flitlock_credit_get(golden, v) == 0 || flitlock_credit_get(device, v) != 0) continue;
    vc = v;
    break;
  }
  difference.vc = (uint8_t)vc;
  difference.field = "count";
  difference.golden = flitlock_credit_get(golden, vc);
  difference.device = flitlock_credit_get(device, vc);
  if (difference.golden != 0 && difference.device != 0)
    difference.kind = FLITLOCK_DIVERGENCE_CREDIT_COUNT;
  else if (difference.golden == 0)
    difference.kind = FLITLOCK_DIVERGENCE_CREDIT_EARLY;
  else
    difference.kind = wrong_vc(golden, device, vc) ? FLITLOCK_DIVERGENCE_CREDIT_VC : FLITLOCK_DIVERGENCE_CREDIT_LATE;
  flitlock_lockstep_report(block, &difference);
}

void flitlock_lockstep_compare(struct lockstep_block *block) {
  const struct flitlock_out *golden = &block->golden.out, *device = &block->device.out;
  block->counts.outputs += block->outputs_per_step;
  // A lane that is idle in both is equal; a credit word of 0 is no credit.
  uint64_t ports = golden->flit_valid | device->flit_valid | golden->credit_valid | device->credit_valid;
  for (; ports != 0; ports &= ports - 1U) {
    uint32_t port = (uint32_t)__builtin_ctzll(ports);
    if ((golden->flit_valid | device->flit_valid) >> port & 1U) compare_flit_lane(block, port);
    if ((golden->credit_valid | device->credit_valid) >> port & 1U) compare_credit_lane(block, port);
  }
}
