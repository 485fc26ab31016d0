// SPDX-License-Identifier: Apache-2.0
// What the blocks of the link TLBs share: messages, numbers that are taken and given back, the page of an address.
#ifndef FLITLOCK_MODEL_TLB_COMMON_H
#define FLITLOCK_MODEL_TLB_COMMON_H

#include <string.h>

#include "flitlock/link_tlb.h"

// R-TLB-M-1.
static inline struct flitlock_flit *tlb_message(struct flitlock_out *out, unsigned port, unsigned vc, unsigned op) {
  struct flitlock_flit *flit = &out->flit[port];
  memset(flit, 0, sizeof *flit);
  flit->vc = (uint8_t)vc;
  flit->op = (uint8_t)op;
  flit->head = flit->tail = 1;
  flit->units = flit->len = 1;
  out->flit_valid |= 1ULL << port;
  return flit;
}

static inline void tlb_return_credit(struct flitlock_out *out, unsigned port, unsigned vc) {
  if ((out->credit_valid >> port & 1U) == 0) out->credit[port] = 0;
  out->credit[port] += flitlock_credit_one(vc, 1);
  out->credit_valid |= 1ULL << port;
}

// Class codes of R-TLB-M-2.
static inline uint16_t tlb_origin(unsigned kind, unsigned accesses) { return (uint16_t)(kind | accesses << 4U); }

// R-TLB-M-3: does the region of 2^bits bytes at `offset` overlap the range of `k` bits around `base`?
static inline bool tlb_overlaps(const struct flitlock_npa *npa, uint64_t offset, unsigned bits, uint64_t base,
                                unsigned k) {
  if (k >= npa->acc_lsb) return true;
  const unsigned shift = k > bits ? k : bits;
  return offset >> shift == flitlock_npa_offset(npa, base) >> shift;
}

// R-TLB-W-2.
static inline uint64_t tlb_pte_address(const uint8_t *level_lsb, uint64_t page, unsigned level, uint64_t table) {
  const uint64_t inside = level == 0 ? page : page & ((1ULL << level_lsb[level - 1]) - 1U);
  return (table << 12) + 8 * (inside >> level_lsb[level]);
}

// Numbers 0 .. count - 1 that are free; the lowest is taken (R-TLB-L1-7, R-TLB-L2-5, R-TLB-W-4).
#define TLB_MAX_NUMBERS 1024
#define TLB_NO_NUMBER   UINT32_MAX
struct tlb_numbers {
  uint64_t free[TLB_MAX_NUMBERS / 64];
  uint32_t count, taken, peak;
};

static inline void tlb_numbers_reset(struct tlb_numbers *numbers, uint32_t count) {
  memset(numbers, 0, sizeof *numbers);
  numbers->count = count;
  for (uint32_t n = 0; n < count; n++)
    numbers->free[n / 64] |= 1ULL << n % 64;
}
static inline bool tlb_numbers_any(const struct tlb_numbers *numbers) { return numbers->taken < numbers->count; }
static inline bool tlb_numbers_is_taken(const struct tlb_numbers *numbers, uint32_t n) {
  return n < numbers->count && (numbers->free[n / 64] >> n % 64 & 1U) == 0;
}
// There must be one.
static inline uint32_t tlb_numbers_take(struct tlb_numbers *numbers) {
  uint32_t word = 0;
  while (numbers->free[word] == 0)
    word++;
  const uint32_t n = word * 64 + (uint32_t)__builtin_ctzll(numbers->free[word]);
  numbers->free[word] &= numbers->free[word] - 1;
  if (++numbers->taken > numbers->peak) numbers->peak = numbers->taken;
  return n;
}
static inline void tlb_numbers_give(struct tlb_numbers *numbers, uint32_t n) {
  numbers->free[n / 64] |= 1ULL << n % 64;
  numbers->taken--;
}

#endif
