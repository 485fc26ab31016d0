// SPDX-License-Identifier: Apache-2.0
// The block that answers reads of PTEs, R-TLB-PT.
#include <inttypes.h>
#include <stdlib.h>

#include "tlb/common.h"
#include "tlb/info.h"

struct pending {
  uint64_t due;
  uint64_t word;
  uint32_t id;
};

struct flitlock_block {
  struct flitlock_page_table_params params;
  struct flitlock_port_info info[1];
  struct pending *pending;  // [latency], a ring: reads in order
  uint32_t first, count;
};

static void page_table_destroy(struct flitlock_block *block) {
  if (block == NULL) return;
  free(block->pending);
  free(block);
}

static void page_table_reset(struct flitlock_block *block) { block->first = block->count = 0; }

static int page_table_create(const void *params_, const char *name, struct flitlock_block **made,
                             struct flitlock_error *error) {
  const struct flitlock_page_table_params *params = params_;
  *made = NULL;
  if (params->latency < 2 || params->latency > UINT16_MAX)
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: latency is %" PRIu32 "; allowed are 2 to 65535", name,
                         params->latency);
  if (params->tables == NULL) return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: there are no page tables", name);
  struct flitlock_block *block = calloc(1, sizeof *block);
  if (block == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "page table %s: out of memory", name);
  block->params = *params;
  block->pending = calloc(params->latency, sizeof *block->pending);
  if (block->pending == NULL) {
    page_table_destroy(block);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "page table %s: out of memory", name);
  }
  block->info[0] = (struct flitlock_port_info){.name = "mem", .has_in = 1, .has_out = 1, .in_width = 1, .out_width = 1};
  block->info[0].in_depth[0] = 1024;  // R-TLB-M-4
  *made = block;
  return FLITLOCK_OK;
}

// R-TLB-PT-1.
static uint64_t page_table_step(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                                struct flitlock_out *out) {
  const uint32_t size = block->params.latency;
  if ((in->flit_valid & 1U) != 0) {
    block->pending[(block->first + block->count) % size] =
        (struct pending){.due = cycle + size - 2,
                         .word = flitlock_page_tables_read(block->params.tables, in->flit[0].addr),
                         .id = in->flit[0].id};
    block->count++;
    tlb_return_credit(out, 0, 0);
  }
  if (block->count != 0 && block->pending[block->first].due <= cycle) {
    const struct pending *answer = &block->pending[block->first];
    struct flitlock_flit *flit = tlb_message(out, 0, 0, FLITLOCK_OP_READ_RSP);
    flit->addr = answer->word;
    flit->id = answer->id;
    block->first = (block->first + 1) % size;
    block->count--;
  }
  return block->count == 0 ? FLITLOCK_SLEEP : block->pending[block->first].due;
}

static void page_table_describe(const struct flitlock_block *block, struct flitlock_block_info *info) {
  *info = (struct flitlock_block_info){.kind = flitlock_page_table_golden.kind,
                                       .impl = flitlock_page_table_golden.impl,
                                       .abi = FLITLOCK_BLOCK_ABI,
                                       .ports = 1,
                                       .vcs = 2,
                                       .port = block->info};
}

static size_t page_table_signals(const struct flitlock_block *block, struct flitlock_signal *list, size_t capacity) {
  struct tlb_signals signals = {list, capacity, 0};
  tlb_signal(&signals, &block->count, sizeof block->count, 16, "input.mem.vc0.count");
  return signals.count;
}

static uint64_t page_table_occupancy(const struct flitlock_block *block) { return block->count; }

const struct flitlock_block_ops flitlock_page_table_golden = {
    .kind = "page_table",
    .impl = "c",
    .create = page_table_create,
    .destroy = page_table_destroy,
    .reset = page_table_reset,
    .step = page_table_step,
    .describe = page_table_describe,
    .signals = page_table_signals,
    .occupancy = page_table_occupancy,
};
