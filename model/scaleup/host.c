// SPDX-License-Identifier: Apache-2.0
#include "scaleup/host.h"

#include <stdlib.h>
#include <string.h>

#include "scaleup/blocks.h"

enum { PORT_PREFETCH, PORT_CTL, PORTS };

#define INVALIDATION_OP 0U  // R-TLB-M-1
#define PREFETCH_OP     1U

struct flitlock_block {
  struct scale_up_host *host;
  struct flitlock_port_info *port;
  uint32_t credits[PORTS];
  struct flitlock_rng rng;
  // Prefetches that wait to be sent: entries `sent` .. `queue.count`.
  struct scale_up_pages queue;
  uint32_t sent;
  uint32_t listed;       // pages of the use list that are queued in this iteration
  uint64_t phase;        // cycle at which the compute phase begins, FLITLOCK_SLEEP: done
  uint64_t begin;        // cycle at which the list begins, FLITLOCK_SLEEP: done
  uint8_t follows_list;  // this iteration
  uint8_t flush;         // 1: to be sent, 2: under way
  uint8_t zeros[FLITLOCK_MAX_UNIT_BYTES];
};

// --- What others tell ---

// Whether the page is none of the last ones of the source; it is from now on.
static bool is_new(struct scale_up_source *source, uint64_t page) {
  for (uint32_t n = 0; n < source->known; n++)
    if (source->recent[n] == page) return false;
  source->recent[source->at] = page;
  source->at = (source->at + 1) % SCALE_UP_RECENT;
  if (source->known < SCALE_UP_RECENT) source->known++;
  return true;
}

void scale_up_host_record(void *self, const struct flitlock_l1_tlb_record *record) {
  struct scale_up_host *host = self;
  if (host->policy == FLITLOCK_PREFETCH_NONE || record->kind == FLITLOCK_CLASS_PLAIN || record->status != 0) return;
  uint32_t src = flitlock_address_gpu(record->src);
  uint64_t page = flitlock_npa_page(&host->npa, record->npa);
  if (src >= host->gpus || !is_new(&host->source[src], page)) return;
  if (host->sightings == host->sighting_capacity) {
    uint32_t capacity = 2 * host->sighting_capacity + 64;
    struct scale_up_sighting *larger = realloc(host->sighting, capacity * sizeof *larger);
    if (larger == NULL) {
      host->failed = 1;
      return;
    }
    host->sighting = larger;
    host->sighting_capacity = capacity;
  }
  host->sighting[host->sightings++] = (struct scale_up_sighting){record->left, {page, src}};
  host->wake(host->pod, host->gpu, record->left + 1);
}

void scale_up_host_announce(struct scale_up_host *host, uint32_t iteration, uint64_t cycle, uint64_t begin) {
  host->told = cycle;
  host->begin = begin;
  host->iteration = iteration;
  host->wake(host->pod, host->gpu, cycle + 1);
}

void scale_up_host_reset(struct scale_up_host *host) {
  memset(host->source, 0, host->gpus * sizeof *host->source);
  if (host->used != NULL) memset(host->used, 0, host->use.count);
  host->record.count = 0;
  host->sightings = 0;
  host->used_count = 0;
  host->told = FLITLOCK_SLEEP;
}

void scale_up_host_free(struct scale_up_host *host) {
  free(host->source);
  free(host->used);
  free(host->sighting);
  scale_up_pages_free(&host->use);
  scale_up_pages_free(&host->record);
}

// --- The block ---

static void host_destroy(struct flitlock_block *block) {
  if (block == NULL) return;
  scale_up_pages_free(&block->queue);
  free(block->port);
  free(block);
}

static void host_reset(struct flitlock_block *block) {
  block->credits[PORT_PREFETCH] = block->host->prefetch_credits;
  block->credits[PORT_CTL] = block->host->ctl_credits;
  flitlock_rng_seed(&block->rng, block->host->seed, block->host->gpu);
  block->queue.count = block->sent = block->listed = 0;
  block->phase = block->begin = FLITLOCK_SLEEP;
  block->follows_list = block->flush = 0;
}

static int host_create(const void *params, const char *name, struct flitlock_block **block,
                       struct flitlock_error *error) {
  struct flitlock_block *made = calloc(1, sizeof *made);
  *block = made;
  if (made != NULL) made->port = scale_up_ports(PORTS);
  if (made == NULL || made->port == NULL) {
    host_destroy(made);
    *block = NULL;
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", name);
  }
  // The pod's, which the functions above write to as well.
  memcpy(&made->host, params, sizeof made->host);
  static const char *const names[PORTS] = {"prefetch", "ctl"};
  for (unsigned p = 0; p < PORTS; p++) {
    struct flitlock_port_info *port = &made->port[p];
    memcpy(port->name, names[p], strlen(names[p]) + 1);
    port->has_in = p == PORT_CTL;
    port->has_out = port->in_width = port->out_width = 1;
    port->in_depth[0] = 1;
  }
  host_reset(made);
  return FLITLOCK_OK;
}

static void enqueue(struct flitlock_block *block, uint64_t offset, uint32_t src) {
  if (!scale_up_pages_add(&block->queue, offset, src)) block->host->failed = 1;
}

static uint32_t find_use(const struct scale_up_host *host, uint64_t offset) {
  for (uint32_t n = 0; n < host->use.count; n++)
    if (host->use.page[n].offset == offset) return n;
  return host->use.count;
}

// As far ahead of what was used as is allowed.
static void follow_list(struct flitlock_block *block) {
  struct scale_up_host *host = block->host;
  uint64_t limit = (uint64_t)host->used_count + host->ahead;
  for (; block->listed < host->use.count && block->listed < limit; block->listed++)
    enqueue(block, host->use.page[block->listed].offset, host->use.page[block->listed].src);
}

static void see(struct flitlock_block *block, const struct scale_up_page *page) {
  struct scale_up_host *host = block->host;
  struct scale_up_source *source = &host->source[page->src];
  uint64_t size = 1ULL << flitlock_npa_page_bits(&host->npa, page->offset);
  if (host->policy == FLITLOCK_PREFETCH_NEXT_PAGE) {
    for (uint32_t n = 1; n <= host->ahead; n++)
      enqueue(block, page->offset + n * size, page->src);
  } else if (host->policy == FLITLOCK_PREFETCH_STRIDE) {
    uint64_t stride = page->offset - source->last;
    if (source->events >= 2 && stride == source->stride)
      for (uint32_t n = 1; n <= host->ahead; n++)
        enqueue(block, page->offset + n * stride, page->src);
    source->stride = stride;
    source->last = page->offset;
    source->events++;
  } else {
    uint32_t number = find_use(host, page->offset);
    if (number < host->use.count && !host->used[number]) {
      host->used[number] = 1;
      host->used_count++;
    }
    if (host->policy == FLITLOCK_PREFETCH_RECORDED && host->iteration == 0 && number == host->use.count) {
      for (uint32_t n = 0; n < host->record.count; n++)
        if (host->record.page[n].offset == page->offset) return;
      if (!scale_up_pages_add(&host->record, page->offset, page->src)) host->failed = 1;
    }
    if (block->follows_list) follow_list(block);
  }
}

// What was told before `cycle`.
static void listen(struct flitlock_block *block, uint64_t cycle) {
  struct scale_up_host *host = block->host;
  uint32_t seen = 0;
  while (seen < host->sightings && host->sighting[seen].cycle < cycle)
    see(block, &host->sighting[seen++].page);
  if (seen > 0) {
    host->sightings -= seen;
    memmove(host->sighting, &host->sighting[seen], host->sightings * sizeof *host->sighting);
  }
  if (host->told >= cycle) return;
  host->told = FLITLOCK_SLEEP;
  block->phase = host->begin - host->compute;
  block->begin = host->begin;
  block->follows_list = 0;
  if (host->flush && host->iteration > 0) {
    block->flush = 1;
    // What was known of the pages is gone with the TLBs.
    memset(host->source, 0, host->gpus * sizeof *host->source);
  }
}

static void begin_phase(struct flitlock_block *block) {
  struct scale_up_host *host = block->host;
  block->phase = FLITLOCK_SLEEP;
  if (!host->pre_translate) return;
  for (uint32_t n = 0; n < host->use.count && n < host->most; n++) {
    bool wrong = flitlock_rng_double(&block->rng) < host->misprediction;
    enqueue(block, host->use.page[n].offset + (wrong ? host->wrong : 0), host->use.page[n].src);
  }
}

static void begin_list(struct flitlock_block *block) {
  struct scale_up_host *host = block->host;
  block->begin = FLITLOCK_SLEEP;
  if (host->policy == FLITLOCK_PREFETCH_RECORDED && host->iteration == 1) {
    // What was recorded is the list from now on.
    struct scale_up_pages learned = host->record;
    host->record = host->use;
    host->use = learned;
    free(host->used);
    host->used = calloc(learned.count + 1U, 1);
    if (host->used == NULL) {
      host->failed = 1;
      return;
    }
  } else if (host->used != NULL) {
    memset(host->used, 0, host->use.count);
  }
  host->used_count = 0;
  block->listed = 0;
  block->follows_list =
      host->policy == FLITLOCK_PREFETCH_ORACLE || (host->policy == FLITLOCK_PREFETCH_RECORDED && host->iteration > 0);
  if (block->follows_list) follow_list(block);
}

static struct flitlock_flit message(struct flitlock_block *block, uint8_t op, uint64_t addr, uint32_t src) {
  return (struct flitlock_flit){
      .addr = addr, .payload = block->zeros, .src = src, .head = 1, .tail = 1, .units = 1, .len = 1, .op = op};
}

static void send(struct flitlock_block *block, struct flitlock_out *out) {
  struct scale_up_host *host = block->host;
  if (block->flush == 1 && block->credits[PORT_CTL] != 0) {
    out->flit[PORT_CTL] = message(block, INVALIDATION_OP, 0, 0);
    out->flit[PORT_CTL].bytes = host->npa.acc_lsb;  // everything, R-TLB-M-3
    out->flit_valid |= 1U << PORT_CTL;
    block->credits[PORT_CTL]--;
    block->flush = 2;
  }
  if (block->flush != 0 || block->sent == block->queue.count || block->credits[PORT_PREFETCH] == 0) return;
  const struct scale_up_page *page = &block->queue.page[block->sent++];
  out->flit[PORT_PREFETCH] =
      message(block, PREFETCH_OP, flitlock_npa_make(&host->npa, page->offset), flitlock_address(page->src, 0, 0, 0));
  out->flit_valid |= 1U << PORT_PREFETCH;
  block->credits[PORT_PREFETCH]--;
  if (block->sent == block->queue.count) block->sent = block->queue.count = 0;
}

static uint64_t host_step(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                          struct flitlock_out *out) {
  struct scale_up_host *host = block->host;
  for (uint64_t mask = in->credit_valid; mask != 0; mask &= mask - 1) {
    unsigned port = (unsigned)__builtin_ctzll(mask);
    block->credits[port] += flitlock_credit_get(in->credit[port], 0);
  }
  if ((in->flit_valid & 1U << PORT_CTL) != 0) {
    block->flush = 0;
    out->credit_valid |= 1U << PORT_CTL;
    out->credit[PORT_CTL] = flitlock_credit_one(0, 1);
  }
  listen(block, cycle);
  if (block->phase <= cycle) begin_phase(block);
  if (block->begin <= cycle) begin_list(block);
  send(block, out);
  bool more = block->flush == 1 || (block->flush == 0 && block->sent != block->queue.count);
  bool told = host->sightings != 0 || host->told != FLITLOCK_SLEEP;
  if (told || (more && block->credits[PORT_PREFETCH] != 0)) return cycle + 1;
  return block->phase < block->begin ? block->phase : block->begin;
}

static void host_describe(const struct flitlock_block *block, struct flitlock_block_info *info) {
  *info = (struct flitlock_block_info){
      .kind = "scale_up_host", .impl = "c", .abi = FLITLOCK_BLOCK_ABI, .ports = PORTS, .vcs = 2, .port = block->port};
}

const struct flitlock_block_ops scale_up_host_block = {
    .kind = "scale_up_host",
    .impl = "c",
    .create = host_create,
    .destroy = host_destroy,
    .reset = host_reset,
    .step = host_step,
    .describe = host_describe,
};
