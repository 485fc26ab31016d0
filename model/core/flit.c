// SPDX-License-Identifier: Apache-2.0
// Everything that walks over the header's fields is made from FLITLOCK_FLIT_FIELDS, so that no field can be forgotten.
#include "flitlock/flit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Position of each field: one char stands for one bit, so offsetof adds the widths up.
struct layout {
#define FIELD(name, bits, type) char name[bits];
  FLITLOCK_FLIT_FIELDS(FIELD)
#undef FIELD
};

#define LSB(name) offsetof(struct layout, name)

_Static_assert(sizeof(struct layout) == FLITLOCK_HEADER_BITS, "R-FL-1");
_Static_assert(LSB(dst) == 32 && LSB(addr) == 160, "fields of 32 and 64 bits start at whole words");

const struct flitlock_field flitlock_flit_fields[] = {
#define FIELD(name, bits, type) {#name, bits, LSB(name)},
    FLITLOCK_FLIT_FIELDS(FIELD)
#undef FIELD
};
const size_t flitlock_flit_field_count = sizeof flitlock_flit_fields / sizeof flitlock_flit_fields[0];

enum field_index {
#define FIELD(name, bits, type) FIELD_##name,
  FLITLOCK_FLIT_FIELDS(FIELD)
#undef FIELD
};

uint64_t flitlock_flit_get(const struct flitlock_flit *flit, size_t index) {
  switch (index) {
#define FIELD(name, bits, type) \
  case FIELD_##name:            \
    return flit->name;
    FLITLOCK_FLIT_FIELDS(FIELD)
#undef FIELD
    default:
      return 0;
  }
}

static uint64_t low_bits(uint64_t value, unsigned bits) { return bits >= 64 ? value : value & ((1ULL << bits) - 1); }

void flitlock_flit_set(struct flitlock_flit *flit, size_t index, uint64_t value) {
  switch (index) {
#define FIELD(name, bits, type)               \
  case FIELD_##name:                          \
    flit->name = (type)low_bits(value, bits); \
    break;
    FLITLOCK_FLIT_FIELDS(FIELD)
#undef FIELD
    default:
      break;
  }
}

// No field crosses a boundary of 32 bits other than `addr`, which fills two words.
static void put(uint32_t *words, unsigned lsb, unsigned bits, uint64_t value) {
  value = low_bits(value, bits);
  words[lsb / 32] |= (uint32_t)(value << lsb % 32);
  if (bits > 32) words[lsb / 32 + 1] |= (uint32_t)(value >> 32);
}

static uint64_t take(const uint32_t *words, unsigned lsb, unsigned bits) {
  uint64_t value = words[lsb / 32] >> lsb % 32;
  if (bits > 32) value |= (uint64_t)words[lsb / 32 + 1] << 32;
  return low_bits(value, bits);
}

void flitlock_flit_pack(const struct flitlock_flit *flit, uint32_t words[FLITLOCK_HEADER_BITS / 32]) {
  memset(words, 0, FLITLOCK_HEADER_BITS / 8);
#define FIELD(name, bits, type) put(words, LSB(name), bits, flit->name);
  FLITLOCK_FLIT_FIELDS(FIELD)
#undef FIELD
}

void flitlock_flit_unpack(struct flitlock_flit *flit, const uint32_t words[FLITLOCK_HEADER_BITS / 32]) {
#define FIELD(name, bits, type) flit->name = (type)take(words, LSB(name), bits);
  FLITLOCK_FLIT_FIELDS(FIELD)
#undef FIELD
}

int flitlock_flit_compare(const struct flitlock_flit *a, const struct flitlock_flit *b) {
#define FIELD(name, bits, type) \
  if (a->name != b->name) return FIELD_##name;
  FLITLOCK_FLIT_FIELDS(FIELD)
#undef FIELD
  return -1;
}

int flitlock_flit_print(const struct flitlock_flit *flit, char *buffer, size_t size) {
  int needed = 0;
  for (size_t i = 0; i < flitlock_flit_field_count; i++) {
    // Addresses are read byte by byte (R-FL-2), counts as numbers.
    bool hexadecimal = i == FIELD_dst || i == FIELD_src || i == FIELD_addr;
    bool full = (size_t)needed >= size;
    int written = snprintf(full ? NULL : buffer + needed, full ? 0 : size - (size_t)needed,
                           hexadecimal ? "%s%s=0x%" PRIx64 : "%s%s=%" PRIu64, i == 0 ? "" : " ",
                           flitlock_flit_fields[i].name, flitlock_flit_get(flit, i));
    if (written < 0) return written;
    needed += written;
  }
  return needed;
}
