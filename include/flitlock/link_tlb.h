// SPDX-License-Identifier: Apache-2.0
// Link TLBs, page walks and the page table: parameters and the golden blocks. Source: specification chapter 7.
//
// A GPU has one L1 for each of its stations, one L2 and one page table, joined by channels of the engine:
//
//   sender ==> l1.link   l1.inside ==> DST or endpoint
//   l1.l2 <==> l2.station<s>           l2.mem <==> page_table.mem
//   host ==> l2.prefetch               host <==> l2.ctl
//
// With channels of latency 1 between them the parameters are the latencies of the design: a lone request takes 50
// (hit), 50 + 100 (L2 hit), 50 + 100 + 270 a (a walk of `a` accesses) cycles more than without a TLB.
#ifndef FLITLOCK_LINK_TLB_H
#define FLITLOCK_LINK_TLB_H

#include "flitlock/block.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Numbers

// R-TLB-N-6: `status` of a flit.
enum flitlock_translation_status {
  FLITLOCK_TRANSLATION_GOOD = 0,
  FLITLOCK_TRANSLATION_DECODE = 1,
  FLITLOCK_TRANSLATION_PROTECTION = 2,
};

// R-TLB-M-2 and the classes of statistics. What an L1 knows of a packet when its translation is there.
enum flitlock_translation_class {
  FLITLOCK_CLASS_PLAIN = 0,     // not translated, R-TLB-L1-2
  FLITLOCK_CLASS_L1_HIT = 1,    // also a protection violation found on a hit
  FLITLOCK_CLASS_L2_HIT = 2,    // this packet's miss request hit in L2
  FLITLOCK_CLASS_L2_MERGE = 3,  // it merged there: hit under miss
  FLITLOCK_CLASS_WALK = 4,      // its walk; the depth of the PWC hit follows from `accesses`
  FLITLOCK_CLASS_L1_MERGE = 5,  // it waited for the miss of another packet of its station: hit under miss
  FLITLOCK_CLASS_NOT_OWN = 6,   // decode error at L1, R-TLB-L1-5
  FLITLOCK_CLASS_COUNT
};
const char *flitlock_translation_class_name(int kind);  // "l1_hit", "l1_mshr", ...; "unknown" for no class

enum flitlock_replacement {
  FLITLOCK_REPLACE_LRU = 0,
  FLITLOCK_REPLACE_FIFO = 1,
  FLITLOCK_REPLACE_RANDOM = 2,  // Ways a power of two
  FLITLOCK_REPLACE_PLRU = 3,    // Ways a power of two, at most 64
};

#define FLITLOCK_MAX_STATIONS 32
#define FLITLOCK_MAX_LEVELS   6

// ---- Pages, R-TLB-N

struct flitlock_npa {
  uint8_t acc_lsb;       // 22 to 52
  uint8_t acc_bits;      // 0 to 12
  uint16_t acc;          // number of this accelerator, below 2^acc_bits
  uint8_t size_lsb;      // bit where the size class is; at least the largest of `page_bits`, if they differ
  uint8_t page_bits[4];  // by size class, 12 to 30
};
// The example split NPA[51:42], accelerator 0, pages of 2 MiB.
void flitlock_npa_default(struct flitlock_npa *npa);
// R-TLB-N-1, R-TLB-N-2, R-TLB-N-3. An NPA of offset `offset` on this accelerator: flitlock_npa_make.
static inline uint64_t flitlock_npa_offset(const struct flitlock_npa *npa, uint64_t address) {
  return address & ((1ULL << npa->acc_lsb) - 1U);
}
static inline bool flitlock_npa_own(const struct flitlock_npa *npa, uint64_t address) {
  return address >> npa->acc_lsb == npa->acc;
}
static inline uint64_t flitlock_npa_make(const struct flitlock_npa *npa, uint64_t offset) {
  return (uint64_t)npa->acc << npa->acc_lsb | offset;
}
static inline unsigned flitlock_npa_page_bits(const struct flitlock_npa *npa, uint64_t address) {
  return npa->page_bits[flitlock_npa_offset(npa, address) >> npa->size_lsb & 3U];
}
static inline uint64_t flitlock_npa_page(const struct flitlock_npa *npa, uint64_t address) {
  return flitlock_npa_offset(npa, address) >> flitlock_npa_page_bits(npa, address)
                                                  << flitlock_npa_page_bits(npa, address);
}

// R-TLB-ARR.
struct flitlock_tlb_array {
  uint32_t sets;   // a power of two, 1 to 65536
  uint32_t ways;   // 1 to 65536
  uint8_t policy;  // enum flitlock_replacement
  uint16_t seed;   // of the LFSR, 1 to 65535
};

struct flitlock_page_tables;

// ---- What happened to a packet or a walk, for statistics. Looking on changes nothing.

// Of an L1, as the head of a packet is presented on `inside`. Times are edges. The stages of a packet's stay:
//   arrived .. due        look-up latency (cycles: due - arrived + 1)
//   due .. looked_up      look-ups before it, stalls
//   looked_up .. ready    L2 and walk; `accesses` and the record of L2's walk say more
//   ready .. left         waits for credits, the output, and packets ready before it
// Translation alone takes ready - arrived + 1 cycles: 50 for a lone hit.
struct flitlock_l1_tlb_record {
  uint64_t arrived, due, looked_up, ready, left;  // plain packets: all but `left` are the same
  uint64_t npa, spa;                              // `spa` is the NPA where `status` is not 0, and of plain packets
  uint32_t src, id;
  uint8_t op;
  uint8_t status;    // enum flitlock_translation_status
  uint8_t kind;      // enum flitlock_translation_class
  uint8_t accesses;  // FLITLOCK_CLASS_WALK, and merges with a walk: of the walk
};

// Of an L2, as a walk ends.
struct flitlock_walk_record {
  uint64_t requested;       // look-up that took the MSHR
  uint64_t started, ended;  // since the first start
  uint64_t page;            // offset
  uint32_t src;
  uint8_t status;
  uint8_t leaf_level;
  uint8_t accesses;   // since the last start: leaf_level + 1 without a hit in a PWC
  uint8_t restarts;   // poisoned, R-TLB-L2-11
  uint8_t prefetch;   // taken by a prefetch
  uint32_t stations;  // bit s: station s waited
};

struct flitlock_l1_tlb_counts {
  uint64_t packets[FLITLOCK_CLASS_COUNT];   // that became ready, by class
  uint64_t cycles[FLITLOCK_CLASS_COUNT];    // sum of ready - arrived + 1
  uint64_t walks[FLITLOCK_MAX_LEVELS + 1];  // packets whose own walk it was, by accesses
  uint64_t decode_errors, protection_errors;
  uint64_t stalls;         // edges at which a look-up stalled
  uint64_t evictions;      // valid places that an installation displaced
  uint64_t invalidations;  // messages
  uint32_t mshrs_peak;     // most MSHRs taken at once
  uint32_t waiting_peak;   // most packets waiting for MSHRs at once
};

struct flitlock_l2_tlb_counts {
  uint64_t hits, merges, misses;  // of stations' requests
  uint64_t prefetch_walks;        // prefetches that took an MSHR
  uint64_t prefetch_dropped;
  uint64_t walks;                          // that ended well
  uint64_t walk_errors;                    // that ended with an error
  uint64_t restarts;                       // poisoned walks begun anew
  uint64_t accesses;                       // PTE reads
  uint64_t pwc_hits[FLITLOCK_MAX_LEVELS];  // by level of the deepest hit
  uint64_t pwc_misses;                     // walks begun at level 0
  uint64_t stalls;                         // edges at which a look-up stalled
  uint64_t evictions;
  uint64_t invalidations;  // completed
  uint32_t mshrs_peak, walkers_peak;
};

// ---- L1

struct flitlock_l1_tlb_params {
  uint32_t vcs;                         // 2 to FLITLOCK_MAX_VCS
  uint32_t width;                       // units of `link` and `inside`, 1 or 2
  uint32_t max_len;                     // units of the largest packet
  uint32_t unit_bytes;                  // 8 to 64
  uint32_t latency;                     // of a hit, 1 to 4095
  uint16_t translate;                   // bit v: requests on VC v are translated
  uint16_t in_depth[FLITLOCK_MAX_VCS];  // store, flits; 0: the VC is not used
  uint16_t credits[FLITLOCK_MAX_VCS];   // depth of the buffer behind `inside`
  uint32_t mshrs;                       // 1 to 1024
  uint32_t targets;                     // 0 to 65535; 0: no limit
  uint32_t l2_credits;                  // `queue_depth` of the L2, 1 to 65535
  struct flitlock_tlb_array array;
  struct flitlock_npa npa;
  uint8_t domain[256];  // by source GPU, 0 to 7
  uint8_t trace;        // 1: R-TLB-TR
  uint8_t checks;       // 1: protocol and invariants are checked in every step (see `check` of the block)
  // R-DTLB-10: where a look-up that would miss finds its translation; the port `l2` is not used. NULL: the array, the
  // MSHRs and L2, as chapter 7 says. Shared, not owned. (Golden C only.)
  const struct flitlock_page_tables *ideal;
  // Called for each packet that leaves. NULL: none. (Golden C only.)
  void (*record)(void *self, const struct flitlock_l1_tlb_record *record);
  void *record_self;
};

enum { FLITLOCK_L1_TLB_LINK, FLITLOCK_L1_TLB_INSIDE, FLITLOCK_L1_TLB_L2, FLITLOCK_L1_TLB_TRACE, FLITLOCK_L1_TLB_PORTS };

// The table of R-TLB-L1: 10 VCs, packets up to 4 units of 64 bytes on links of one unit, all VCs translated.
void flitlock_l1_tlb_params_default(struct flitlock_l1_tlb_params *params);
int flitlock_l1_tlb_params_validate(const struct flitlock_l1_tlb_params *params, const char *name,
                                    struct flitlock_error *error);
extern const struct flitlock_block_ops flitlock_l1_tlb_golden;  // kind "l1_link_tlb"
void flitlock_l1_tlb_get_counts(const struct flitlock_block *l1, struct flitlock_l1_tlb_counts *counts);

// ---- L2, walkers

struct flitlock_l2_tlb_params {
  uint32_t stations;          // 1 to FLITLOCK_MAX_STATIONS
  uint32_t unit_bytes;        // 8 to 64; messages carry zeros
  uint32_t latency;           // of a hit with the channels to and from L1, 2 to 4095
  uint32_t queue_depth;       // of each station, 1 to 65535
  uint32_t prefetch_depth;    // 1 to 65535
  uint32_t ctl_depth;         // 1 to 65535
  uint32_t mshrs;             // 1 to 1024
  uint32_t prefetch_reserve;  // MSHRs that prefetches leave free, 0 to 1023
  struct flitlock_tlb_array array;
  uint32_t partitions;      // a power of two, at most `array.sets`
  uint16_t partition[256];  // by source GPU, below `partitions`
  struct flitlock_npa npa;
  uint32_t levels;                             // 1 to FLITLOCK_MAX_LEVELS
  uint8_t level_lsb[FLITLOCK_MAX_LEVELS];      // falling; the last at most the smallest of `npa.page_bits`
  uint64_t root;                               // frame of the root table, below 2^40
  uint32_t pwc_ways[FLITLOCK_MAX_LEVELS - 1];  // by level, 0: none
  uint8_t pwc_policy;                          // enum flitlock_replacement
  uint16_t pwc_seed;
  uint32_t walkers;  // 1 to 1024
  uint8_t trace;
  uint8_t checks;
  // Called for each walk that ends. NULL: none. (Golden C only.)
  void (*record)(void *self, const struct flitlock_walk_record *record);
  void *record_self;
};

// Ports: stations 0 to S - 1, then these.
static inline uint32_t flitlock_l2_tlb_port_prefetch(uint32_t stations) { return stations; }
static inline uint32_t flitlock_l2_tlb_port_ctl(uint32_t stations) { return stations + 1U; }
static inline uint32_t flitlock_l2_tlb_port_mem(uint32_t stations) { return stations + 2U; }
static inline uint32_t flitlock_l2_tlb_port_trace(uint32_t stations) { return stations + 3U; }

// The table of R-TLB-L2: 16 stations, 512 entries in 2 ways, walk A (levels at bits 48, 39, 30, 21, 12).
void flitlock_l2_tlb_params_default(struct flitlock_l2_tlb_params *params);
int flitlock_l2_tlb_params_validate(const struct flitlock_l2_tlb_params *params, const char *name,
                                    struct flitlock_error *error);
extern const struct flitlock_block_ops flitlock_l2_tlb_golden;  // kind "l2_link_tlb"
void flitlock_l2_tlb_get_counts(const struct flitlock_block *l2, struct flitlock_l2_tlb_counts *counts);
// R-TLB-W-1: leaf level of a size class.
uint32_t flitlock_l2_tlb_leaf_level(const struct flitlock_l2_tlb_params *params, unsigned size_class);

// ---- Page table

// A PTE, R-TLB-N-4.
static inline uint64_t flitlock_pte(uint64_t frame, bool leaf, uint8_t read, uint8_t write) {
  return 1U | (leaf ? 2U : 0U) | frame << 8 | (uint64_t)read << 48 | (uint64_t)write << 56;
}
static inline uint64_t flitlock_pte_frame(uint64_t pte) { return pte >> 8 & ((1ULL << 40) - 1U); }

// struct flitlock_page_tables is the tables' memory: sparse, 8-byte words, 0 where nothing was written. Made and
// changed by the host, between cycles; shared with the blocks that answer reads, and destroyed after them. `levels`,
// `level_lsb`, `npa`, `root` as in the L2's parameters. Tables are given frames from `first_table` up.
int flitlock_page_tables_create(const struct flitlock_l2_tlb_params *shape, uint64_t first_table,
                                struct flitlock_page_tables **tables, struct flitlock_error *error);
void flitlock_page_tables_destroy(struct flitlock_page_tables *tables);  // NULL is allowed
// Maps the page of `offset` to the physical address `spa` (low bits of the page ignored) for the domains of the masks.
int flitlock_page_tables_map(struct flitlock_page_tables *tables, uint64_t offset, uint64_t spa, uint8_t read,
                             uint8_t write, struct flitlock_error *error);
// Maps every page that touches [offset, offset + size), in a row from `spa`.
int flitlock_page_tables_map_range(struct flitlock_page_tables *tables, uint64_t offset, uint64_t size, uint64_t spa,
                                   uint8_t read, uint8_t write, struct flitlock_error *error);
void flitlock_page_tables_unmap(struct flitlock_page_tables *tables, uint64_t offset);
// Raw words, for tables that are wrong on purpose. `address` is a multiple of 8.
uint64_t flitlock_page_tables_read(const struct flitlock_page_tables *tables, uint64_t address);
int flitlock_page_tables_write(struct flitlock_page_tables *tables, uint64_t address, uint64_t word,
                               struct flitlock_error *error);
// The leaf PTE of `offset` that a walk would find (R-TLB-W-5); 0: it would end with a decode error.
uint64_t flitlock_page_tables_leaf(const struct flitlock_page_tables *tables, uint64_t offset);
// Address of the PTE of `offset` at `level`, and the PTE; UINT64_MAX where an upper level is missing.
uint64_t flitlock_page_tables_entry(const struct flitlock_page_tables *tables, uint64_t offset, unsigned level,
                                    uint64_t *pte);

struct flitlock_page_table_params {
  uint32_t latency;                           // of an access with both channels, 2 to 65535
  uint32_t unit_bytes;                        // 8 to 64; messages carry zeros
  const struct flitlock_page_tables *tables;  // shared, not owned
};
void flitlock_page_table_params_default(struct flitlock_page_table_params *params);  // 270, 64, no tables
extern const struct flitlock_block_ops flitlock_page_table_golden;                   // kind "page_table"

#ifdef __cplusplus
}
#endif
#endif
