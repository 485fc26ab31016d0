// SPDX-License-Identifier: Apache-2.0
// What writer and reader of event logs share: records, field values, the header. Described in docs/events.md.
#ifndef FLITLOCK_MODEL_OBSERVE_EVENTS_FORMAT_H
#define FLITLOCK_MODEL_OBSERVE_EVENTS_FORMAT_H

#include <stdint.h>

#include "flitlock/events.h"

#define FLITLOCK_EVENTS_MAGIC "flitlock-events 1\n"

// The two low bits of a record's first number.
enum { EVENTS_RECORD_CYCLE = 0, EVENTS_RECORD_FLIT = 1, EVENTS_RECORD_CREDIT = 2, EVENTS_RECORD_END = 3 };

enum {
#define EVENTS_FIELD_INDEX(name, bits, type) EVENTS_FIELD_##name,
  FLITLOCK_FLIT_FIELDS(EVENTS_FIELD_INDEX)
#undef EVENTS_FIELD_INDEX
      EVENTS_FIELD_COUNT
};

// Bit of the mask of a flit record that says "the payload's hash follows".
#define EVENTS_MASK_PAYLOAD (1U << EVENTS_FIELD_COUNT)

#define EVENTS_VARINT_MAX  10              // bytes of the longest number
#define EVENTS_FRAME_BYTES (128U * 1024U)  // a frame ends with the first cycle that reaches this
#define EVENTS_FRAME_LIMIT (256UL << 20U)  // a reader does not believe in longer ones

static inline void events_get_fields(const struct flitlock_flit *flit, uint64_t value[EVENTS_FIELD_COUNT]) {
#define EVENTS_GET(name, bits, type) value[EVENTS_FIELD_##name] = flit->name;
  FLITLOCK_FLIT_FIELDS(EVENTS_GET)
#undef EVENTS_GET
}

static inline void events_set_fields(struct flitlock_flit *flit, const uint64_t value[EVENTS_FIELD_COUNT]) {
#define EVENTS_SET(name, bits, type) flit->name = (type)value[EVENTS_FIELD_##name];
  FLITLOCK_FLIT_FIELDS(EVENTS_SET)
#undef EVENTS_SET
}

// Differences are stored with the sign in the lowest bit, so that small steps down are small numbers, too.
static inline uint64_t events_zigzag(uint64_t difference) {
  return difference << 1U ^ (difference >> 63U ? UINT64_MAX : 0U);
}
static inline uint64_t events_unzigzag(uint64_t stored) { return stored >> 1U ^ (stored & 1U ? UINT64_MAX : 0U); }

// LEB128. Returns the bytes written.
static inline size_t events_put_varint(uint8_t *to, uint64_t value) {
  size_t size = 0;
  for (; value >= 128U; value >>= 7U) {
    to[size++] = (uint8_t)(value | 128U);
  }
  to[size++] = (uint8_t)value;
  return size;
}

// The first frame's text: magic line, JSON, line end. Caller frees `*text`.
int flitlock_events_header_make(const struct flitlock_events_info *info, char **text, size_t *size,
                                struct flitlock_error *error);
// Reads it back. Caller frees with flitlock_events_header_free. `path` is for messages.
int flitlock_events_header_parse(const char *path, const char *text, size_t size, struct flitlock_events_info *info,
                                 struct flitlock_error *error);
void flitlock_events_header_free(struct flitlock_events_info *info);

#endif
