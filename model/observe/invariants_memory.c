// SPDX-License-Identifier: Apache-2.0
// R-INV-8. Nothing of the L2's model is used here but the form of its messages: contents, cutting into pieces and order
// are made anew from the specification.
#include "observe/invariants_memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/client.h"
#include "flitlock/l2_slice.h"

#define HALF         ((uint64_t)FLITLOCK_L2_HALF_BYTES)
#define ADDRESS_BITS FLITLOCK_L2_ADDR_BITS
#define MOST_BYTES   (FLITLOCK_MAX_LEN * FLITLOCK_MAX_UNIT_BYTES)

// 64 bytes of the memory of a GPU that somebody wrote.
struct flat_half {
  uint64_t key;  // GPU and number of the half, plus 1
  uint8_t data[FLITLOCK_L2_HALF_BYTES];
};

enum piece_state { PIECE_DELIVERED, PIECE_AT_SLICE };

// A piece of a request, from the delivery of the request until its slice has answered.
struct flat_piece {
  uint64_t key;  // address of the response client, and id of the access
  uint64_t addr;
  uint32_t requester, id;  // of the request
  uint16_t offset, bytes;  // in its data
  uint8_t op, state;
  uint8_t noted[FLITLOCK_L2_HALF_BYTES];  // of a read: what it must get, by byte of the half
};

// A read until its response has arrived.
struct flat_read {
  uint64_t key;  // requester and id
  uint16_t bytes;
  uint16_t pieces;  // not at their slice yet
  uint8_t data[MOST_BYTES];
};

struct flitlock_invariants_memory {
  struct flitlock_table halves, pieces, reads;
  uint32_t *next;        // [blocks]: id of a response client's next access
  uint64_t compared[2];  // bytes read, written
};

// ---- Memory

// R-L2S-MEM-3, one step of splitmix64 from state k.
static uint32_t first_word(uint64_t k) {
  uint64_t z = k + UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return (uint32_t)(z ^ z >> 31);
}

static void *note_failure(struct flitlock_invariants *self) {
  flitlock_invariants_violated(self, FLITLOCK_E_NO_MEMORY, "R-INV-8", NULL, "out of memory for the flat memory");
  return NULL;
}

// The half with `addr` of a GPU; NULL: out of memory.
static struct flat_half *half_at(struct flitlock_invariants *self, uint32_t gpu, uint64_t addr) {
  const uint64_t key = ((uint64_t)gpu << ADDRESS_BITS | addr / HALF) + 1U;
  struct flat_half *half = flitlock_table_find(&self->memory->halves, key);
  if (half) return half;
  half = flitlock_table_insert(&self->memory->halves, key);
  if (!half) return note_failure(self);
  for (unsigned n = 0; n < HALF; n++)
    half->data[n] = (uint8_t)(first_word((addr / HALF * HALF + n) / 4U) >> 8U * (n % 4U));
  return half;
}

// ---- Requests that are delivered

static void deliver_read(struct flitlock_invariants *self, const struct flitlock_flit *tail, uint32_t pieces) {
  const uint64_t key = flitlock_request_key(tail->src, tail->id);
  struct flat_read *read = flitlock_table_insert(&self->memory->reads, key);
  if (!read) {
    note_failure(self);
    return;
  }
  read->bytes = tail->bytes;
  read->pieces = (uint16_t)pieces;
}

// R-L2P-CL-2.
static void deliver(struct flitlock_invariants *self, uint32_t block, const struct flitlock_flit *tail) {
  if (tail->status != 0 || tail->bytes == 0 || tail->bytes > MOST_BYTES) return;
  const uint64_t mask = (1ULL << ADDRESS_BITS) - 1U;
  uint32_t pieces = 0;
  for (uint32_t offset = 0; offset < tail->bytes; pieces++) {
    const uint64_t addr = (tail->addr + offset) & mask;
    uint32_t bytes = (uint32_t)(HALF - addr % HALF);
    if (bytes > tail->bytes - offset) bytes = tail->bytes - offset;
    const uint64_t key = flitlock_request_key(self->node[block].address, self->memory->next[block]++);
    struct flat_piece *piece = flitlock_table_insert(&self->memory->pieces, key);
    if (!piece) {
      note_failure(self);
      return;
    }
    piece->addr = addr;
    piece->requester = tail->src;
    piece->id = tail->id;
    piece->offset = (uint16_t)offset;
    piece->bytes = (uint16_t)bytes;
    piece->op = tail->op;
    offset += bytes;
  }
  // A posted read has no response (R-RS-5).
  if (tail->op == FLITLOCK_OP_READ_REQ && !self->posted) deliver_read(self, tail, pieces);
}

// ---- Slices

#define VIOLATED(self, channel, ...) \
  flitlock_invariants_violated(self, FLITLOCK_E_MISMATCH, "R-INV-8", channel, __VA_ARGS__)

static void wrong_byte(struct flitlock_invariants *self, const struct invariants_channel *channel, uint32_t gpu,
                       uint64_t addr, uint8_t is, uint8_t must, uint32_t requester, uint32_t id, const char *where) {
  VIOLATED(self, channel,
           "%s: address 0x%" PRIx64 " of GPU %" PRIu32 " is 0x%02x, must be 0x%02x (request src 0x%08" PRIx32
           ", id %" PRIu32 ")",
           where, addr, gpu, is, must, requester, id);
}

// What the data unit of a write must be: R-PAY-1 in the piece, 0 around it.
static void make_write(const struct flitlock_invariants *self, const struct flat_piece *piece, uint8_t *half) {
  memset(half, 0, HALF);
  flitlock_payload_fill(self->seed, piece->requester, piece->id, 0, piece->offset, half + piece->addr % HALF,
                        piece->bytes);
}

static int is_piece(const struct flat_piece *piece, const struct flitlock_flit *flit) {
  struct flitlock_l2_command command;
  const uint64_t ones = piece->bytes == HALF ? UINT64_MAX : (1ULL << piece->bytes) - 1U;
  if (!flit->payload) return 0;
  flitlock_l2_command_unpack(&command, flit->payload);
  return flit->op == piece->op && flit->addr == piece->addr && flit->bytes == piece->bytes &&
         command.code == FLITLOCK_L2_CODE_PLAIN &&
         (piece->op == FLITLOCK_OP_READ_REQ || command.mask == ones << piece->addr % HALF);
}

static void write_arrives(struct flitlock_invariants *self, const struct invariants_channel *channel, uint32_t gpu,
                          const struct flat_piece *piece, const struct flitlock_flit *flit, struct flat_half *half) {
  uint8_t wanted[FLITLOCK_L2_HALF_BYTES];
  const uint8_t *data = flit->payload + HALF;
  const unsigned first = (unsigned)(piece->addr % HALF);
  make_write(self, piece, wanted);
  for (unsigned n = 0; n < HALF; n++) {
    if (data[n] == wanted[n]) continue;
    wrong_byte(self, channel, gpu, piece->addr / HALF * HALF + n, data[n], wanted[n], piece->requester, piece->id,
               "to be written");
    return;
  }
  memcpy(half->data + first, wanted + first, piece->bytes);
  self->memory->compared[1] += piece->bytes;
}

static void read_arrives(struct flitlock_invariants *self, struct flat_piece *piece, const struct flat_half *half) {
  const unsigned first = (unsigned)(piece->addr % HALF);
  memcpy(piece->noted + first, half->data + first, piece->bytes);
  struct flat_read *read = flitlock_table_find(&self->memory->reads, flitlock_request_key(piece->requester, piece->id));
  if (!read) return;
  memcpy(read->data + piece->offset, half->data + first, piece->bytes);
  read->pieces--;
}

static void access_arrives(struct flitlock_invariants *self, uint32_t block, const struct flitlock_flit *flit) {
  const struct invariants_channel *channel =
      &self->channel[self->to[block * FLITLOCK_MAX_PORTS + FLITLOCK_L2_PORT_REQ]];
  const uint32_t gpu = self->node[block].gpu;
  struct flat_piece *piece = flitlock_table_find(&self->memory->pieces, flitlock_request_key(flit->src, flit->id));
  if (!piece || piece->state != PIECE_DELIVERED || !is_piece(piece, flit)) {
    char text[512];
    flitlock_flit_print(flit, text, sizeof text);
    VIOLATED(self, channel, "an access that is no piece of a request, or comes twice: %s", text);
    return;
  }
  struct flat_half *half = half_at(self, gpu, piece->addr);
  if (!half) return;
  piece->state = PIECE_AT_SLICE;
  if (piece->op == FLITLOCK_OP_WRITE_REQ)
    write_arrives(self, channel, gpu, piece, flit, half);
  else
    read_arrives(self, piece, half);
}

static void slice_answers(struct flitlock_invariants *self, uint32_t block, const struct flitlock_flit *flit) {
  const struct invariants_channel *channel =
      &self->channel[self->from[block * FLITLOCK_MAX_PORTS + FLITLOCK_L2_PORT_RSP]];
  struct flat_piece *piece = flitlock_table_find(&self->memory->pieces, flitlock_request_key(flit->dst, flit->id));
  if (!piece || piece->state != PIECE_AT_SLICE || flit->op != piece->op + FLITLOCK_OP_WRITE_RSP || !flit->payload) {
    char text[512];
    flitlock_flit_print(flit, text, sizeof text);
    VIOLATED(self, channel, "an answer to no access: %s", text);
    return;
  }
  for (unsigned n = 0; piece->op == FLITLOCK_OP_READ_REQ && n < HALF; n++) {
    if (flit->payload[n] == piece->noted[n]) continue;
    wrong_byte(self, channel, self->node[block].gpu, piece->addr / HALF * HALF + n, flit->payload[n], piece->noted[n],
               piece->requester, piece->id, "read");
    return;
  }
  flitlock_table_erase(&self->memory->pieces, piece);
}

void flitlock_invariants_memory_step(struct flitlock_invariants *self, uint32_t block, const struct flitlock_in *in,
                                     const struct flitlock_out *out) {
  if (self->node[block].kind == FLITLOCK_NODE_RSP_CLIENT) {
    // Port 0 is plane req. Flits are taken in the order in which they arrive (R-RS-2).
    if (in->flit_valid & 1U && in->flit[0].tail) deliver(self, block, &in->flit[0]);
  } else if (self->node[block].kind == FLITLOCK_NODE_L2_SLICE) {
    if (in->flit_valid >> FLITLOCK_L2_PORT_REQ & 1U) access_arrives(self, block, &in->flit[FLITLOCK_L2_PORT_REQ]);
    if (self->failure.status == FLITLOCK_OK && out->flit_valid >> FLITLOCK_L2_PORT_RSP & 1U)
      slice_answers(self, block, &out->flit[FLITLOCK_L2_PORT_RSP]);
  }
}

// ---- Responses

void flitlock_invariants_memory_response(struct flitlock_invariants *self, const struct invariants_channel *channel,
                                         const struct flitlock_flit *flit) {
  struct flat_read *read = flitlock_table_find(&self->memory->reads, flitlock_request_key(flit->dst, flit->id));
  if (!read || read->pieces != 0 || !flit->payload) {
    VIOLATED(self, channel, "a response with data to read src 0x%08" PRIx32 ", id %" PRIu32 ", %s", flit->dst, flit->id,
             read ? "which is not done" : "which is not under way");
    return;
  }
  const uint32_t offset = flit->seq * self->unit_bytes, size = flit->units * self->unit_bytes;
  for (uint32_t n = 0; n < size; n++) {
    const uint8_t must = offset + n < read->bytes ? read->data[offset + n] : 0;
    if (flit->payload[n] == must) continue;
    wrong_byte(self, channel, flitlock_address_gpu(flit->src),
               (flit->addr + offset + n) & ((1ULL << ADDRESS_BITS) - 1U), flit->payload[n], must, flit->dst, flit->id,
               "in the response");
    return;
  }
  if (offset < read->bytes) self->memory->compared[0] += read->bytes - offset < size ? read->bytes - offset : size;
  if (flit->tail) flitlock_table_erase(&self->memory->reads, read);
}

void flitlock_invariants_memory_drained(struct flitlock_invariants *self) {
  uint32_t at = 0;
  const struct flat_piece *piece = flitlock_table_next(&self->memory->pieces, &at);
  if (piece) {
    VIOLATED(self, NULL,
             "bytes from 0x%" PRIx64 " on of request src 0x%08" PRIx32 ", id %" PRIu32
             " %s by the end of the drained run; %" PRIu32 " accesses are not answered",
             piece->addr, piece->requester, piece->id,
             piece->state == PIECE_DELIVERED ? "did not come to a slice" : "were not answered by their slice",
             self->memory->pieces.count);
    return;
  }
  at = 0;
  const struct flat_read *read = flitlock_table_next(&self->memory->reads, &at);
  if (read)
    VIOLATED(self, NULL, "a read of %u bytes got no response by the end of the drained run; %" PRIu32 " are open",
             read->bytes, self->memory->reads.count);
}

// ---- Lifecycle

int flitlock_invariants_memory_create(struct flitlock_invariants *self) {
  uint32_t slices = 0;
  for (uint32_t b = 0; b < self->blocks; b++)
    slices += self->node[b].kind == FLITLOCK_NODE_L2_SLICE;
  if (slices == 0) return 1;
  struct flitlock_invariants_memory *memory = calloc(1, sizeof *memory);
  self->memory = memory;
  if (!memory) return 0;
  memory->next = calloc(self->blocks + 1U, sizeof *memory->next);
  return memory->next && flitlock_table_init(&memory->halves, sizeof(struct flat_half)) &&
         flitlock_table_init(&memory->pieces, sizeof(struct flat_piece)) &&
         flitlock_table_init(&memory->reads, sizeof(struct flat_read));
}

void flitlock_invariants_memory_destroy(struct flitlock_invariants *self) {
  if (!self->memory) return;
  flitlock_table_free(&self->memory->halves);
  flitlock_table_free(&self->memory->pieces);
  flitlock_table_free(&self->memory->reads);
  free(self->memory->next);
  free(self->memory);
  self->memory = NULL;
}

void flitlock_invariants_memory_reset(struct flitlock_invariants *self) {
  flitlock_table_clear(&self->memory->halves);
  flitlock_table_clear(&self->memory->pieces);
  flitlock_table_clear(&self->memory->reads);
  memset(self->memory->next, 0, self->blocks * sizeof *self->memory->next);
  memset(self->memory->compared, 0, sizeof self->memory->compared);
}

int flitlock_invariants_compared(const struct flitlock_invariants *self, uint64_t *read, uint64_t *written) {
  *read = self->memory ? self->memory->compared[0] : 0;
  *written = self->memory ? self->memory->compared[1] : 0;
  return self->memory != NULL;
}
