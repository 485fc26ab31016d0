// SPDX-License-Identifier: Apache-2.0
// The page tables of a pod of meshes, R-DTLB-9.
#include "flitlock/translation.h"

#include <stdlib.h>

#include "translation/configured.h"

struct flitlock_translation {
  uint32_t gpus;
  uint64_t size;                         // R-DTLB-9: M
  struct flitlock_npa *npa;              // [gpus]
  struct flitlock_page_tables **tables;  // [gpus]
};

static int fail_memory(struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the page tables");
}

static int map_gpu(const struct flitlock_config *config, uint32_t gpu, struct flitlock_translation *translation,
                   struct flitlock_error *error) {
  struct flitlock_npa *npa = &translation->npa[gpu];
  link_tlb_npa(config, gpu, npa);
  unsigned largest = 0;
  for (unsigned c = 0; c < 4; c++)
    if (npa->page_bits[c] > largest) largest = npa->page_bits[c];
  const uint64_t size = (((config->link_tlb.memory - 1) >> largest) + 1) << largest;
  translation->size = size;
  int status = link_tlb_tables(config, gpu, 0, &translation->tables[gpu], error);
  for (uint64_t offset = 0; status == FLITLOCK_OK && offset < config->link_tlb.memory;) {
    const uint64_t bytes = 1ULL << flitlock_npa_page_bits(npa, offset);
    status = flitlock_page_tables_map(translation->tables[gpu], offset, (gpu + 1) * size + size - offset - bytes,
                                      LINK_TLB_ALL_DOMAINS, LINK_TLB_ALL_DOMAINS, error);
    offset += bytes;
  }
  return status;
}

int flitlock_translation_create(const struct flitlock_config *config, struct flitlock_translation **translation,
                                struct flitlock_error *error) {
  *translation = NULL;
  struct flitlock_translation *made = calloc(1, sizeof *made);
  if (made == NULL) return fail_memory(error);
  made->gpus = config->pod.gpus;
  made->npa = calloc(made->gpus, sizeof *made->npa);
  made->tables = calloc(made->gpus, sizeof(*made->tables));
  if (made->npa == NULL || made->tables == NULL) {
    flitlock_translation_destroy(made);
    return fail_memory(error);
  }
  int status = FLITLOCK_OK;
  for (uint32_t gpu = 0; status == FLITLOCK_OK && gpu < made->gpus; gpu++)
    status = map_gpu(config, gpu, made, error);
  if (status != FLITLOCK_OK) {
    flitlock_translation_destroy(made);
    return status;
  }
  *translation = made;
  return FLITLOCK_OK;
}

void flitlock_translation_destroy(struct flitlock_translation *translation) {
  if (translation == NULL) return;
  for (uint32_t gpu = 0; translation->tables != NULL && gpu < translation->gpus; gpu++)
    flitlock_page_tables_destroy(translation->tables[gpu]);
  free((void *)translation->tables);
  free(translation->npa);
  free(translation);
}

// R-TLB-N-4.
static uint64_t translated(const struct flitlock_npa *npa, uint64_t offset, uint64_t pte) {
  const uint64_t inside = (1ULL << flitlock_npa_page_bits(npa, offset)) - 1U;
  return ((flitlock_pte_frame(pte) << 12) & ~inside) | (offset & inside);
}

uint64_t flitlock_translation_addr(const struct flitlock_translation *translation, uint32_t from, uint32_t to,
                                   uint64_t offset) {
  const struct flitlock_npa *npa = &translation->npa[to];
  if (from != to) return flitlock_npa_make(npa, offset);
  const uint64_t pte = flitlock_page_tables_leaf(translation->tables[to], offset);
  return pte != 0 ? translated(npa, offset, pte) : offset;
}

uint64_t flitlock_translation_offset(const struct flitlock_translation *translation, uint32_t from, uint32_t to,
                                     uint64_t addr) {
  const struct flitlock_npa *npa = &translation->npa[to];
  if (from != to) return flitlock_npa_offset(npa, addr);
  // R-DTLB-9: pages lie in the reverse order of their offsets, so that the mirror image of an address is in its page.
  const uint64_t size = translation->size, begin = (to + 1) * size;
  if (addr < begin || addr - begin >= size) return addr;
  const uint64_t mirrored = size - 1 - (addr - begin), page = flitlock_npa_page(npa, mirrored);
  const uint64_t offset = page | (addr & ((1ULL << flitlock_npa_page_bits(npa, mirrored)) - 1U));
  return flitlock_translation_addr(translation, from, to, offset) == addr ? offset : addr;
}

int flitlock_translation_spa(const struct flitlock_translation *translation, uint32_t from, uint32_t to, uint64_t npa,
                             unsigned op, uint64_t *spa) {
  (void)from;  // all sources are of one domain, R-TLB-N-5
  *spa = npa;
  if (!flitlock_npa_own(&translation->npa[to], npa)) return FLITLOCK_TRANSLATION_DECODE;
  const uint64_t offset = flitlock_npa_offset(&translation->npa[to], npa);
  const uint64_t pte = flitlock_page_tables_leaf(translation->tables[to], offset);
  if (pte == 0) return FLITLOCK_TRANSLATION_DECODE;
  const uint64_t mask = op == FLITLOCK_OP_WRITE_REQ ? pte >> 56 : pte >> 48;
  if ((mask & 1U) == 0) return FLITLOCK_TRANSLATION_PROTECTION;
  *spa = translated(&translation->npa[to], offset, pte);
  return FLITLOCK_TRANSLATION_GOOD;
}

struct flitlock_page_tables *flitlock_translation_tables(const struct flitlock_translation *translation, uint32_t gpu) {
  return translation->tables[gpu];
}
