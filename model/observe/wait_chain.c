// SPDX-License-Identifier: Apache-2.0
// Who waits on whom (R-INV-6): follows the lines of the blocks' `waits` (block.h) from buffer to buffer.
#define _POSIX_C_SOURCE 200809L  // strtok_r
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/invariants_state.h"

struct wait {
  uint32_t block;
  uint32_t src, id;
  char buffer[80];
  char what[16];
  char target[80];
  int visited;
};

struct waits {
  struct wait *wait;
  size_t count, capacity;
};

// The lines of one block. 1 for success.
static int collect(const struct flitlock_invariants *self, uint32_t block, struct waits *waits) {
  const struct flitlock_block_ops *ops = flitlock_engine_block_ops(self->engine, block);
  const struct flitlock_block *state = flitlock_engine_block(self->engine, block);
  if (!ops->waits) return 1;
  size_t size = 4096;
  char *text = malloc(size);
  int needed = text ? ops->waits(state, text, size) : 0;
  if (needed >= (int)size) {
    size = (size_t)needed + 1U;
    free(text);
    text = malloc(size);
    if (text) ops->waits(state, text, size);
  }
  if (!text) return 0;
  char *rest = NULL;
  int good = 1;
  for (char *line = needed > 0 ? strtok_r(text, "\n", &rest) : NULL; line && good; line = strtok_r(NULL, "\n", &rest)) {
    struct wait wait = {.block = block};
    if (sscanf(line, "%79s %" SCNu32 " %" SCNu32 " waits for %15s of %79s", wait.buffer, &wait.src, &wait.id, wait.what,
               wait.target) != 5) {
      continue;
    }
    if (waits->count == waits->capacity) {
      size_t capacity = 2U * waits->capacity + 64U;
      struct wait *moved = realloc(waits->wait, capacity * sizeof *moved);
      good = moved != NULL;
      if (!good) break;
      waits->wait = moved;
      waits->capacity = capacity;
    }
    waits->wait[waits->count++] = wait;
  }
  free(text);
  return good;
}

static struct wait *find_buffer(const struct waits *waits, uint32_t block, const char *buffer) {
  for (size_t w = 0; w < waits->count; w++) {
    if (waits->wait[w].block == block && strcmp(waits->wait[w].buffer, buffer) == 0) return &waits->wait[w];
  }
  return NULL;
}

static uint32_t find_port(const struct flitlock_block_info *info, const char *name, size_t length) {
  for (uint32_t p = 0; p < info->ports; p++) {
    if (strlen(info->port[p].name) == length && memcmp(info->port[p].name, name, length) == 0) return p;
  }
  return UINT32_MAX;
}

static void describe(const struct flitlock_invariants *self, uint32_t block, struct flitlock_block_info *info) {
  flitlock_engine_block_ops(self->engine, block)->describe(flitlock_engine_block(self->engine, block), info);
}

// The block and buffer that `wait` looks at, which may be at the far end of a channel. 0: nobody.
static int target_of(const struct flitlock_invariants *self, const struct wait *wait, uint32_t *block, char *buffer,
                     size_t size) {
  int credit = strcmp(wait->what, "credit") == 0;
  int link = strcmp(wait->what, "link") == 0;
  if (strcmp(wait->target, "self") == 0) return 0;
  if (!credit && !link) {
    *block = wait->block;
    snprintf(buffer, size, "%s", wait->target);
    return 1;
  }
  const char *vc = strrchr(wait->target, '.');
  struct flitlock_block_info info;
  describe(self, wait->block, &info);
  uint32_t port = vc ? find_port(&info, wait->target, (size_t)(vc - wait->target)) : UINT32_MAX;
  if (port == UINT32_MAX) return 0;
  uint32_t number = (credit ? self->from : self->to)[wait->block * FLITLOCK_MAX_PORTS + port];
  if (number == UINT32_MAX) return 0;
  const struct flitlock_channel *channel = flitlock_engine_channel(self->engine, number);
  *block = credit ? channel->dst_block : channel->src_block;
  describe(self, *block, &info);
  snprintf(buffer, size, "%s.%s%s", credit ? "input" : "output",
           info.port[credit ? channel->dst_port : channel->src_port].name, vc);
  return 1;
}

static struct wait *find_start(const struct flitlock_invariants *self, const struct invariants_packet *packet,
                               const struct waits *waits) {
  uint32_t last = self->channel[packet->channel].dst_block;
  struct wait *start = NULL;
  for (size_t w = 0; w < waits->count; w++) {
    struct wait *wait = &waits->wait[w];
    if (wait->src != packet->head.src || wait->id != packet->head.id) continue;
    // Best in the block that its head went to last: the numbers of responses are not unique.
    if (!start || (start->block != last && wait->block == last)) start = wait;
  }
  return start;
}

static size_t append(char *text, size_t size, size_t length, const char *line) {
  if (length + 1U < size) snprintf(text + length, size - length, "%s", line);
  return length + strlen(line);
}

int flitlock_wait_chain(const struct flitlock_invariants *self, const struct invariants_packet *packet, char *text,
                        size_t size) {
  struct waits waits = {0};
  int good = 1;
  if (size > 0) text[0] = '\0';
  for (uint32_t b = 0; good && b < self->blocks; b++) {
    good = collect(self, b, &waits);
  }
  struct wait *wait = find_start(self, packet, &waits);
  int found = wait != NULL;
  size_t length = 0;
  while (wait) {
    char line[512];
    wait->visited = 1;
    snprintf(line, sizeof line, "\n  %s %s (src 0x%08" PRIx32 ", id %" PRIu32 ") waits for %s of %s",
             flitlock_engine_block_name(self->engine, wait->block), wait->buffer, wait->src, wait->id, wait->what,
             wait->target);
    length = append(text, size, length, line);
    uint32_t block = 0;
    char buffer[128];
    if (!target_of(self, wait, &block, buffer, sizeof buffer)) break;
    wait = find_buffer(&waits, block, buffer);
    if (!wait) {
      snprintf(line, sizeof line, "\n  %s %s, of which the block tells nothing",
               flitlock_engine_block_name(self->engine, block), buffer);
      (void)append(text, size, length, line);
    } else if (wait->visited) {
      snprintf(line, sizeof line, "\n  %s %s: the circle is closed, a deadlock",
               flitlock_engine_block_name(self->engine, block), buffer);
      (void)append(text, size, length, line);
      break;
    }
  }
  free(waits.wait);
  return found;
}
