// SPDX-License-Identifier: Apache-2.0
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/tree.h"

struct config_chunk {
  struct config_chunk *next;
  max_align_t data[];
};

void *flitlock_config_arena_alloc(struct config_arena *arena, size_t size) {
  if (size > SIZE_MAX - sizeof(struct config_chunk)) return NULL;
  struct config_chunk *chunk = calloc(1, sizeof *chunk + size);
  if (!chunk) return NULL;
  chunk->next = arena->chunks;
  arena->chunks = chunk;
  return chunk->data;
}

char *flitlock_config_arena_text(struct config_arena *arena, const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = flitlock_config_arena_alloc(arena, size);
  if (copy) memcpy(copy, text, size);
  return copy;
}

char *flitlock_config_arena_format(struct config_arena *arena, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *text = length < 0 ? NULL : flitlock_config_arena_alloc(arena, (size_t)length + 1);
  if (text) (void)vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}

void flitlock_config_arena_free(struct config_arena *arena) {
  while (arena->chunks) {
    struct config_chunk *next = arena->chunks->next;
    free(arena->chunks);
    arena->chunks = next;
  }
  arena->nodes = 0;
}
