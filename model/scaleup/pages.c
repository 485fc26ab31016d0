// SPDX-License-Identifier: Apache-2.0
#include "scaleup/pages.h"

#include <stdlib.h>

// A use of a page, before those of the same page are put together.
struct use {
  uint64_t offset;
  uint64_t distance;  // bytes of the stream before it
  uint32_t depth;     // steps before its step, one after the other
  uint32_t stream;
  uint32_t src;
};

struct uses {
  struct use *use;
  size_t count, capacity;
};

int scale_up_pages_add(struct scale_up_pages *pages, uint64_t offset, uint32_t src) {
  if (pages->count == pages->capacity) {
    uint32_t capacity = 2 * pages->capacity + 64;
    struct scale_up_page *page = realloc(pages->page, capacity * sizeof *page);
    if (page == NULL) return 0;
    pages->page = page;
    pages->capacity = capacity;
  }
  pages->page[pages->count++] = (struct scale_up_page){offset, src};
  return 1;
}

void scale_up_pages_free(struct scale_up_pages *pages) {
  free(pages->page);
  *pages = (struct scale_up_pages){0};
}

static int add_use(struct uses *uses, struct use use) {
  if (uses->count == uses->capacity) {
    size_t capacity = 2 * uses->capacity + 256;
    struct use *larger = realloc(uses->use, capacity * sizeof *larger);
    if (larger == NULL) return 0;
    uses->use = larger;
    uses->capacity = capacity;
  }
  uses->use[uses->count++] = use;
  return 1;
}

static int compare_number(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

static int compare_order(const void *left, const void *right) {
  const struct use *a = left;
  const struct use *b = right;
  if (a->depth != b->depth) return compare_number(a->depth, b->depth);
  if (a->distance != b->distance) return compare_number(a->distance, b->distance);
  return compare_number(a->stream, b->stream);
}

static int compare_page(const void *left, const void *right) {
  const struct use *a = left;
  const struct use *b = right;
  return a->offset != b->offset ? compare_number(a->offset, b->offset) : compare_order(left, right);
}

// The longest chain of steps that end before each. Waits lead from lower to higher numbers in rings; a file's may lead
// anywhere, so the edges are gone over until nothing changes.
static uint32_t *find_depths(const struct scale_up_plan *plan) {
  uint32_t *depth = calloc(plan->steps + 1U, sizeof *depth);
  int changed = depth != NULL;
  for (uint32_t round = 0; changed && round < plan->steps; round++) {
    changed = 0;
    for (uint32_t n = 0; n < plan->edges; n++) {
      uint32_t after = depth[plan->edge[n].before] + 1;
      if (depth[plan->edge[n].after] >= after) continue;
      depth[plan->edge[n].after] = after;
      changed = 1;
    }
  }
  return depth;
}

static int list_uses(const struct scale_up_traffic *traffic, uint32_t gpu, uint32_t gpus_per_node,
                     const struct flitlock_npa *npa, const uint32_t *depth, struct uses *uses) {
  for (uint32_t n = 0; n < traffic->streams; n++) {
    const struct scale_up_stream *stream = &traffic->stream[n];
    uint32_t src = traffic->plan.step[stream->step].gpu;
    if (stream->dst != gpu || src / gpus_per_node == gpu / gpus_per_node) continue;
    for (uint64_t at = stream->begin; at < stream->end;) {
      uint64_t page = flitlock_npa_page(npa, at);
      struct use use = {
          .offset = page, .distance = at - stream->begin, .depth = depth[stream->step], .stream = n, .src = src};
      if (!add_use(uses, use)) return 0;
      at += page + (1ULL << flitlock_npa_page_bits(npa, at)) - flitlock_npa_offset(npa, at);
    }
  }
  return 1;
}

// Leaves the first use of every page, in order.
static void unite(struct uses *uses) {
  if (uses->count == 0) return;
  qsort(uses->use, uses->count, sizeof *uses->use, compare_page);
  size_t kept = 1;
  for (size_t n = 1; n < uses->count; n++)
    if (uses->use[n].offset != uses->use[kept - 1].offset) uses->use[kept++] = uses->use[n];
  uses->count = kept;
  qsort(uses->use, uses->count, sizeof *uses->use, compare_order);
}

int scale_up_pages_create(const struct scale_up_traffic *traffic, uint32_t gpu, uint32_t gpus_per_node,
                          const struct flitlock_npa *npa, struct scale_up_pages *pages, struct flitlock_error *error) {
  *pages = (struct scale_up_pages){0};
  struct uses uses = {0};
  uint32_t *depth = find_depths(&traffic->plan);
  int complete = depth != NULL && list_uses(traffic, gpu, gpus_per_node, npa, depth, &uses);
  if (complete) unite(&uses);
  for (size_t n = 0; complete && n < uses.count; n++)
    complete = scale_up_pages_add(pages, uses.use[n].offset, uses.use[n].src);
  free(uses.use);
  free(depth);
  if (complete) return FLITLOCK_OK;
  scale_up_pages_free(pages);
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the pages of GPU %u", gpu);
}
