// SPDX-License-Identifier: Apache-2.0
// Flits: the one field table, the C struct, packing, comparison. Source: specification R-FL-1 to R-FL-8.
#ifndef FLITLOCK_FLIT_H
#define FLITLOCK_FLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FLITLOCK_MAX_VCS        16  // VCs of a port
#define FLITLOCK_MAX_PORTS      64  // ports of a block
#define FLITLOCK_MAX_LEN        15  // units of a packet
#define FLITLOCK_MAX_WIDTH      2   // units of a flit
#define FLITLOCK_MAX_UNIT_BYTES 64
#define FLITLOCK_HEADER_BITS    224

// The header fields in packing order, first field in the least significant bits: X(name, bits, C type).
// struct, pack, unpack, compare, print, VCD names and JSON names are all made from this table.
#define FLITLOCK_FLIT_FIELDS(X) \
  X(vc, 4, uint8_t)             \
  X(head, 1, uint8_t)           \
  X(tail, 1, uint8_t)           \
  X(units, 2, uint8_t)          \
  X(len, 4, uint8_t)            \
  X(seq, 4, uint8_t)            \
  X(op, 2, uint8_t)             \
  X(bytes, 12, uint16_t)        \
  X(status, 2, uint8_t)         \
  X(dst, 32, uint32_t)          \
  X(src, 32, uint32_t)          \
  X(id, 32, uint32_t)           \
  X(birth, 32, uint32_t)        \
  X(addr, 64, uint64_t)

enum flitlock_op {
  FLITLOCK_OP_WRITE_REQ = 0,
  FLITLOCK_OP_READ_REQ = 1,
  FLITLOCK_OP_WRITE_RSP = 2,
  FLITLOCK_OP_READ_RSP = 3,
};

// One flit. `payload` points at `units * UnitBytes` bytes (R-FL-1), is owned by the client that made the packet, and is
// valid until the flit's destination client has taken the packet's tail. The bytes of a packet lie one after the other:
// unit `s` at `UnitBytes * s` from unit 0, so a flit that a width conversion splits or merges (R-W) points into the
// same array. A block may keep and pass on the pointer; a block that holds bytes of its own (RTL) writes what came out
// of it back through the pointer it was given (a flit's bytes are in one place at a time, so this is never seen by
// anybody else).
struct flitlock_flit {
  uint64_t addr;
  uint8_t *payload;
  uint32_t dst;
  uint32_t src;
  uint32_t id;
  uint32_t birth;
  uint16_t bytes;
  uint8_t vc;
  uint8_t head;
  uint8_t tail;
  uint8_t units;
  uint8_t len;
  uint8_t seq;
  uint8_t op;
  uint8_t status;
};

// Addresses, R-FL-2.
static inline uint32_t flitlock_address(uint32_t gpu, uint32_t mesh, uint32_t node, uint32_t port) {
  return gpu | mesh << 8 | node << 16 | port << 24;
}
static inline uint32_t flitlock_address_gpu(uint32_t address) { return address & 255U; }
static inline uint32_t flitlock_address_mesh(uint32_t address) { return address >> 8 & 255U; }
static inline uint32_t flitlock_address_node(uint32_t address) { return address >> 16 & 255U; }
static inline uint32_t flitlock_address_port(uint32_t address) { return address >> 24; }

// R-FL-4: flits of a packet of `len` units on a link of `width` units (1 or 2).
static inline uint32_t flitlock_flits(uint32_t len, uint32_t width) { return (len + width - 1U) / width; }

// The field table at run time.
struct flitlock_field {
  const char *name;
  unsigned bits;  // width on the wires
  unsigned lsb;   // position in the packed header
};
extern const struct flitlock_field flitlock_flit_fields[];
extern const size_t flitlock_flit_field_count;
// Value of field number `index` of the table.
uint64_t flitlock_flit_get(const struct flitlock_flit *flit, size_t index);
void flitlock_flit_set(struct flitlock_flit *flit, size_t index, uint64_t value);

// Packs the header into FLITLOCK_HEADER_BITS / 32 words, least significant first; unpacks it (payload stays as it is).
void flitlock_flit_pack(const struct flitlock_flit *flit, uint32_t words[FLITLOCK_HEADER_BITS / 32]);
void flitlock_flit_unpack(struct flitlock_flit *flit, const uint32_t words[FLITLOCK_HEADER_BITS / 32]);
// Number of the first header field that differs, or -1. The payload is not looked at.
int flitlock_flit_compare(const struct flitlock_flit *a, const struct flitlock_flit *b);
// Writes "vc=3 head=1 ..." (terminated) into `buffer`; returns the length that was needed, as snprintf does.
int flitlock_flit_print(const struct flitlock_flit *flit, char *buffer, size_t size);

#ifdef __cplusplus
}
#endif
#endif
