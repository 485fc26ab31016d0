// SPDX-License-Identifier: Apache-2.0
// Events as bytes and as text, R-L2S-EV-2.
#include <inttypes.h>
#include <stdio.h>

#include "flitlock/l2_slice.h"
#include "l2/bytes.h"

void flitlock_l2_event_pack(const struct flitlock_l2_event *event, uint8_t *unit) {
#define PUT(name, first, bytes, type) flitlock_bytes_put(unit + (first), bytes, event->name);
  FLITLOCK_L2_EVENT_FIELDS(PUT)
#undef PUT
}

void flitlock_l2_event_unpack(struct flitlock_l2_event *event, const uint8_t *unit) {
#define GET(name, first, bytes, type) event->name = (type)flitlock_bytes_get(unit + (first), bytes);
  FLITLOCK_L2_EVENT_FIELDS(GET)
#undef GET
}

int flitlock_l2_event_print(const struct flitlock_l2_event *event, char *buffer, size_t size) {
#define FORMAT(name, first, bytes, type) " " #name "=%" PRIu64
#define VALUE(name, first, bytes, type)  , (uint64_t)event->name
  // The first blank is not wanted.
  return snprintf(buffer, size, &(FLITLOCK_L2_EVENT_FIELDS(FORMAT))[1] FLITLOCK_L2_EVENT_FIELDS(VALUE));
#undef FORMAT
#undef VALUE
}
