// SPDX-License-Identifier: Apache-2.0
// The page tables' memory: blocks of 4 KiB, found by a hash of their number. 0 where nothing was written.
#include <inttypes.h>
#include <stdlib.h>

#include "flitlock/rng.h"
#include "tlb/common.h"

#define WORDS 512

struct memory_block {
  uint64_t number;  // address >> 12
  uint64_t *word;   // [WORDS], NULL: this slot is empty
};

struct flitlock_page_tables {
  struct flitlock_npa npa;
  uint32_t levels;
  uint8_t level_lsb[FLITLOCK_MAX_LEVELS];
  uint32_t leaf_level[4];
  uint64_t root;
  uint64_t next_table;  // frame
  struct memory_block *slot;
  uint32_t slots, used;  // slots: a power of two, at most half of them used
};

static struct memory_block *find(const struct flitlock_page_tables *tables, uint64_t number) {
  uint32_t k = (uint32_t)flitlock_rng_mix(number) & (tables->slots - 1);
  while (tables->slot[k].word != NULL && tables->slot[k].number != number)
    k = (k + 1) & (tables->slots - 1);
  return &tables->slot[k];
}

static bool grow(struct flitlock_page_tables *tables) {
  struct memory_block *old = tables->slot;
  const uint32_t count = tables->slots;
  struct memory_block *slot = calloc(2 * (size_t)count, sizeof *slot);
  if (slot == NULL) return false;
  tables->slot = slot;
  tables->slots = 2 * count;
  for (uint32_t k = 0; k < count; k++)
    if (old[k].word != NULL) *find(tables, old[k].number) = old[k];
  free(old);
  return true;
}

int flitlock_page_tables_create(const struct flitlock_l2_tlb_params *shape, uint64_t first_table,
                                struct flitlock_page_tables **made, struct flitlock_error *error) {
  *made = NULL;
  int status = flitlock_l2_tlb_params_validate(shape, "page tables", error);
  if (status != FLITLOCK_OK) return status;
  struct flitlock_page_tables *tables = calloc(1, sizeof *tables);
  if (tables == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "page tables: out of memory");
  tables->npa = shape->npa;
  tables->levels = shape->levels;
  for (unsigned level = 0; level < FLITLOCK_MAX_LEVELS; level++)
    tables->level_lsb[level] = shape->level_lsb[level];
  for (unsigned c = 0; c < 4; c++)
    tables->leaf_level[c] = flitlock_l2_tlb_leaf_level(shape, c);
  tables->root = shape->root;
  tables->next_table = first_table;
  tables->slots = 64;
  tables->slot = calloc(tables->slots, sizeof *tables->slot);
  if (tables->slot == NULL) {
    free(tables);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "page tables: out of memory");
  }
  *made = tables;
  return FLITLOCK_OK;
}

void flitlock_page_tables_destroy(struct flitlock_page_tables *tables) {
  if (tables == NULL) return;
  for (uint32_t k = 0; k < tables->slots; k++)
    free(tables->slot[k].word);
  free(tables->slot);
  free(tables);
}

uint64_t flitlock_page_tables_read(const struct flitlock_page_tables *tables, uint64_t address) {
  const struct memory_block *block = find(tables, address >> 12);
  return block->word == NULL ? 0 : block->word[address >> 3 & (WORDS - 1)];
}

int flitlock_page_tables_write(struct flitlock_page_tables *tables, uint64_t address, uint64_t word,
                               struct flitlock_error *error) {
  struct memory_block *block = find(tables, address >> 12);
  if (block->word == NULL) {
    if (2 * (tables->used + 1) > tables->slots) {
      if (!grow(tables)) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "page tables: out of memory");
      block = find(tables, address >> 12);
    }
    block->word = calloc(WORDS, sizeof *block->word);
    if (block->word == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "page tables: out of memory");
    block->number = address >> 12;
    tables->used++;
  }
  block->word[address >> 3 & (WORDS - 1)] = word;
  return FLITLOCK_OK;
}

// ---- The tree

static uint64_t entry_address(const struct flitlock_page_tables *tables, uint64_t page, unsigned level,
                              uint64_t table) {
  return tlb_pte_address(tables->level_lsb, page, level, table);
}

static unsigned leaf_of(const struct flitlock_page_tables *tables, uint64_t offset) {
  return tables->leaf_level[flitlock_npa_offset(&tables->npa, offset) >> tables->npa.size_lsb & 3U];
}

uint64_t flitlock_page_tables_entry(const struct flitlock_page_tables *tables, uint64_t offset, unsigned level,
                                    uint64_t *pte) {
  const uint64_t page = flitlock_npa_page(&tables->npa, offset);
  uint64_t table = tables->root;
  for (unsigned upper = 0; upper < level; upper++) {
    const uint64_t found = flitlock_page_tables_read(tables, entry_address(tables, page, upper, table));
    if ((found & 3U) != 1U) return UINT64_MAX;
    table = flitlock_pte_frame(found);
  }
  const uint64_t address = entry_address(tables, page, level, table);
  if (pte != NULL) *pte = flitlock_page_tables_read(tables, address);
  return address;
}

uint64_t flitlock_page_tables_leaf(const struct flitlock_page_tables *tables, uint64_t offset) {
  uint64_t pte = 0;
  if (flitlock_page_tables_entry(tables, offset, leaf_of(tables, offset), &pte) == UINT64_MAX) return 0;
  return (pte & 3U) == 3U ? pte : 0;
}

// The frame of a new table for entries of `level`.
static uint64_t new_table(struct flitlock_page_tables *tables, unsigned level) {
  const unsigned width = tables->level_lsb[level - 1] - tables->level_lsb[level];
  const uint64_t frame = tables->next_table;
  tables->next_table += width > 9 ? 1ULL << (width - 9) : 1U;
  return frame;
}

int flitlock_page_tables_map(struct flitlock_page_tables *tables, uint64_t offset, uint64_t spa, uint8_t read,
                             uint8_t write, struct flitlock_error *error) {
  const uint64_t page = flitlock_npa_page(&tables->npa, offset);
  const unsigned bits = flitlock_npa_page_bits(&tables->npa, offset), leaf = leaf_of(tables, offset);
  uint64_t table = tables->root;
  for (unsigned level = 0; level < leaf; level++) {
    const uint64_t address = entry_address(tables, page, level, table);
    uint64_t pte = flitlock_page_tables_read(tables, address);
    if ((pte & 3U) == 3U)
      return flitlock_fail(error, FLITLOCK_E_CONFIG,
                           "page tables: 0x%" PRIx64 " cannot be mapped: level %u has a leaf there", offset, level);
    if ((pte & 1U) == 0) {
      pte = flitlock_pte(new_table(tables, level + 1), false, 0, 0);
      int status = flitlock_page_tables_write(tables, address, pte, error);
      if (status != FLITLOCK_OK) return status;
    }
    table = flitlock_pte_frame(pte);
  }
  const uint64_t frame = (spa & ((1ULL << 52) - 1U)) >> bits << (bits - 12);
  return flitlock_page_tables_write(tables, entry_address(tables, page, leaf, table),
                                    flitlock_pte(frame, true, read, write), error);
}

int flitlock_page_tables_map_range(struct flitlock_page_tables *tables, uint64_t offset, uint64_t size, uint64_t spa,
                                   uint8_t read, uint8_t write, struct flitlock_error *error) {
  const uint64_t end = offset + size;
  while (offset < end) {
    int status = flitlock_page_tables_map(tables, offset, spa, read, write, error);
    if (status != FLITLOCK_OK) return status;
    const uint64_t bytes = 1ULL << flitlock_npa_page_bits(&tables->npa, offset);
    const uint64_t step = bytes - (offset & (bytes - 1));
    offset += step;
    spa += step;
  }
  return FLITLOCK_OK;
}

void flitlock_page_tables_unmap(struct flitlock_page_tables *tables, uint64_t offset) {
  uint64_t pte = 0;
  const uint64_t address = flitlock_page_tables_entry(tables, offset, leaf_of(tables, offset), &pte);
  if (address != UINT64_MAX && pte != 0) flitlock_page_tables_write(tables, address, 0, NULL);
}
