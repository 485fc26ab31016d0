// SPDX-License-Identifier: Apache-2.0
// L2 slice: address map, messages, event log, parameters, the golden block and the memory behind it. Source:
// specification chapter 9.
//
// A slice is an ordinary block (block.h): requests, responses, fetches and fills are flits on ordinary channels.
//
//   struct flitlock_l2_slice_params params;
//   flitlock_l2_slice_params_default(&params);                    // MINI48, slice 0
//   flitlock_l2_slice_golden.create(&params, "l2.slice0", &slice, &error);
#ifndef FLITLOCK_L2_SLICE_H
#define FLITLOCK_L2_SLICE_H

#include "flitlock/block.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Sizes

#define FLITLOCK_L2_ADDR_BITS    40
#define FLITLOCK_L2_LINE_BYTES   128
#define FLITLOCK_L2_HALF_BYTES   64  // the unit of all ports
#define FLITLOCK_L2_SECTOR_BYTES 32
#define FLITLOCK_L2_SECTORS      4
#define FLITLOCK_L2_MAX_WAYS     32
#define FLITLOCK_L2_MAX_MSHRS    255
#define FLITLOCK_L2_MAX_LIST     15
#define FLITLOCK_L2_MAX_DEPTH    1024  // of each queue

// ---- Address map, R-L2S-MAP

enum flitlock_l2_residue { FLITLOCK_L2_R3_NONE = 0, FLITLOCK_L2_R3_SET = 1, FLITLOCK_L2_R3_SLICE = 2 };

struct flitlock_l2_map {
  char name[16];
  uint8_t low_bits;  // b
  uint8_t set_bits;  // d
  uint8_t residue;   // enum flitlock_l2_residue
  uint8_t ways;      // of the map's table; the slice's `ways` decides
  uint32_t slices;   // 2^b, or 3 * 2^b
  uint32_t sets;     // of a slice: 2^d, or 3 * 2^d
  uint64_t ms[8];    // [b]: row i as a mask of U; bit i of Ms*U is the parity of (ms[i] & U)
  uint64_t mh[8];    // [d]: row i as a mask of V
};

// Where a line lives.
struct flitlock_l2_place {
  uint32_t slice;
  uint32_t set;
  uint64_t tag;
};

// "SEED48", "GA102", "V100-AS", "MINI48", "SEED-LIT". E_CONFIG names those there are.
int flitlock_l2_map_find(const char *name, struct flitlock_l2_map *map, struct flitlock_error *error);
// Name of map number `n` from 0; NULL beyond the last.
const char *flitlock_l2_map_name(unsigned n);
// R-L2S-MAP-1 to -5, of any byte of the line.
void flitlock_l2_map_split(const struct flitlock_l2_map *map, uint64_t address, struct flitlock_l2_place *place);
// R-L2S-MAP-6: the line's address. 0: the residue of `place` is not that of its address.
int flitlock_l2_map_join(const struct flitlock_l2_map *map, const struct flitlock_l2_place *place, uint64_t *address);

// ---- Messages, R-L2S-PORT

enum flitlock_l2_port {
  FLITLOCK_L2_PORT_REQ = 0,
  FLITLOCK_L2_PORT_RSP = 1,
  FLITLOCK_L2_PORT_MEM_REQ = 2,
  FLITLOCK_L2_PORT_MEM_RSP = 3,
  FLITLOCK_L2_PORT_EVENT = 4,
  FLITLOCK_L2_PORTS = 5,
};

// Code of the command unit: X(name, value, text). With `op` of a read request: READ and atomics. With that of a write
// request: WRITE (0), FLUSH, INVALIDATE.
#define FLITLOCK_L2_ATOMICS(X) \
  X(ADD, 0, "add")             \
  X(MIN, 1, "min")             \
  X(MAX, 2, "max")             \
  X(AND, 3, "and")             \
  X(OR, 4, "or")               \
  X(XOR, 5, "xor")             \
  X(EXCH, 6, "exch")           \
  X(CAS, 7, "cas")

enum flitlock_l2_atomic {
#define FLITLOCK_L2_ATOMIC_ENUM(name, value, text) FLITLOCK_L2_##name = (value),
  FLITLOCK_L2_ATOMICS(FLITLOCK_L2_ATOMIC_ENUM)
#undef FLITLOCK_L2_ATOMIC_ENUM
};

enum flitlock_l2_code {
  FLITLOCK_L2_CODE_PLAIN = 0,  // read or write, as `op` says
  FLITLOCK_L2_CODE_FLUSH = 1,
  FLITLOCK_L2_CODE_INVALIDATE = 2,
  FLITLOCK_L2_CODE_ATOMIC32 = 0x10,  // + enum flitlock_l2_atomic
  FLITLOCK_L2_CODE_ATOMIC64 = 0x20,
};

// What a command unit carries, R-L2S-PORT-3.
struct flitlock_l2_command {
  uint64_t mask;
  uint64_t operand;
  uint64_t compare;
  uint8_t code;
};
// Packs into and out of a unit of FLITLOCK_L2_HALF_BYTES; unnamed bytes are written as 0.
void flitlock_l2_command_pack(const struct flitlock_l2_command *command, uint8_t *unit);
void flitlock_l2_command_unpack(struct flitlock_l2_command *command, const uint8_t *unit);

// ---- Event log, R-L2S-EV-2

// X(name, first byte in the payload, bytes, C type)
#define FLITLOCK_L2_EVENT_FIELDS(X) \
  X(kind, 0, 1, uint8_t)            \
  X(outcome, 1, 1, uint8_t)         \
  X(operation, 2, 1, uint8_t)       \
  X(way, 3, 1, uint8_t)             \
  X(set, 4, 2, uint16_t)            \
  X(lfsr, 6, 2, uint16_t)           \
  X(tag, 8, 8, uint64_t)            \
  X(victim_tag, 16, 8, uint64_t)    \
  X(sectors, 24, 1, uint8_t)        \
  X(v, 25, 1, uint8_t)              \
  X(d, 26, 1, uint8_t)              \
  X(p, 27, 1, uint8_t)              \
  X(fetch, 28, 1, uint8_t)          \
  X(victim, 29, 1, uint8_t)         \
  X(victim_d, 30, 1, uint8_t)       \
  X(mshr, 31, 1, uint8_t)           \
  X(b_low, 32, 8, uint64_t)         \
  X(b_high, 40, 8, uint64_t)        \
  X(victim_b_low, 48, 8, uint64_t)  \
  X(victim_b_high, 56, 8, uint64_t)

struct flitlock_l2_event {
#define FLITLOCK_L2_EVENT_MEMBER(name, first, bytes, type) type name;
  FLITLOCK_L2_EVENT_FIELDS(FLITLOCK_L2_EVENT_MEMBER)
#undef FLITLOCK_L2_EVENT_MEMBER
};

enum flitlock_l2_kind { FLITLOCK_L2_NEW = 0, FLITLOCK_L2_FILL = 1, FLITLOCK_L2_DRAIN = 2, FLITLOCK_L2_FLUSHING = 3 };
enum flitlock_l2_outcome {
  FLITLOCK_L2_HIT = 0,
  FLITLOCK_L2_SECTOR_MISS = 1,
  FLITLOCK_L2_MISS = 2,
  FLITLOCK_L2_MERGED = 3,
};
enum flitlock_l2_operation {
  FLITLOCK_L2_READ = 0,
  FLITLOCK_L2_WRITE = 1,
  FLITLOCK_L2_ATOMIC = 2,
  FLITLOCK_L2_FLUSH = 3,
  FLITLOCK_L2_INVALIDATE = 4,
  FLITLOCK_L2_NO_OPERATION = 255,
};

void flitlock_l2_event_pack(const struct flitlock_l2_event *event, uint8_t *unit);
void flitlock_l2_event_unpack(struct flitlock_l2_event *event, const uint8_t *unit);
// Writes "kind=0 outcome=2 ..." (terminated) into `buffer`; returns the length that was needed, as snprintf does.
int flitlock_l2_event_print(const struct flitlock_l2_event *event, char *buffer, size_t size);

// ---- Slice

struct flitlock_l2_slice_params {
  struct flitlock_l2_map map;
  uint32_t slice;        // its number in the map
  uint32_t self;         // R-FL-2, `src` of what it sends to memory
  uint32_t memory;       // `dst` of it
  uint16_t ways;         // 1 to FLITLOCK_L2_MAX_WAYS
  uint16_t reserved;     // fewer than `ways`
  uint16_t p_rand;       // 0 to 256: out of 256 victims, taken by the LFSR
  uint16_t fetch_bytes;  // 32, 64, 128
  uint16_t mshrs;
  uint16_t list;
  uint16_t req_depth;
  uint16_t rsp_depth;
  uint16_t order_depth;
  uint16_t fill_depth;
  uint16_t rsp_credits;      // depth at the far end of `rsp`
  uint16_t mem_req_credits;  // of `mem_req`
  uint8_t events;            // 1: there is a port `event`
  uint8_t checks;            // 1: protocol errors of R-L2S-PORT-10 are looked for
};

// Profile MINI48, slice 0, far ends of 8, no events, checks on.
void flitlock_l2_slice_params_default(struct flitlock_l2_slice_params *params);
// Says what is impossible and why, with both values: E_CONFIG.
int flitlock_l2_slice_params_validate(const struct flitlock_l2_slice_params *params, const char *name,
                                      struct flitlock_error *error);

// The golden slice in C, kind "l2_slice".
extern const struct flitlock_block_ops flitlock_l2_slice_golden;

// ---- Memory, R-L2S-MEM

struct flitlock_l2_memory_params {
  uint32_t latency;
  uint32_t interval;
  uint32_t pending;
  uint16_t depth;    // of its queue
  uint16_t credits;  // depth at the far end of `mem_rsp`
  // What the memory holds; shared by the memories of a cache, not owned.
  struct flitlock_l2_store *store;
};

extern const struct flitlock_block_ops flitlock_l2_memory;

// Bytes by address, with the contents of R-L2S-MEM-3 where nobody wrote.
struct flitlock_l2_store;
int flitlock_l2_store_create(struct flitlock_l2_store **store, struct flitlock_error *error);
void flitlock_l2_store_destroy(struct flitlock_l2_store *store);  // NULL is allowed
// A half at an address aligned to 64. `write`: the bytes of `mask` alone. E_NO_MEMORY.
void flitlock_l2_store_read(const struct flitlock_l2_store *store, uint64_t address, uint8_t *half);
int flitlock_l2_store_write(struct flitlock_l2_store *store, uint64_t address, uint64_t mask, const uint8_t *half);

// ---- Profiles, R-L2S-PRO

struct flitlock_l2_profile {
  const char *name;
  struct flitlock_l2_slice_params slice;  // of slice 0
  uint32_t req_latency, rsp_latency;      // channels between client and slice
  uint32_t memory_latency, memory_interval;
};
// "SEED", "CLEAN", "V100", "GA102", "V100-AS", "MINI48", "SEED-LIT". E_CONFIG names those there are.
int flitlock_l2_profile_find(const char *name, struct flitlock_l2_profile *profile, struct flitlock_error *error);
// Name of profile number `n` from 0; NULL beyond the last.
const char *flitlock_l2_profile_name(unsigned n);

#ifdef __cplusplus
}
#endif
#endif
