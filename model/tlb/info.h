// SPDX-License-Identifier: Apache-2.0
// Lists of signals and texts, for the info files of the blocks.
#ifndef FLITLOCK_MODEL_TLB_INFO_H
#define FLITLOCK_MODEL_TLB_INFO_H

#include <stdarg.h>
#include <stdio.h>

#include "flitlock/block.h"

struct tlb_signals {
  struct flitlock_signal *list;
  size_t capacity, count;
};

__attribute__((format(printf, 5, 6))) static inline void tlb_signal(struct tlb_signals *signals, const void *address,
                                                                    size_t size, unsigned bits, const char *path, ...) {
  if (signals->count < signals->capacity) {
    struct flitlock_signal *signal = &signals->list[signals->count];
    va_list arguments;
    va_start(arguments, path);
    vsnprintf(signal->path, sizeof signal->path, path, arguments);
    va_end(arguments);
    signal->address = address;
    signal->size = (uint8_t)size;
    signal->bits = (uint16_t)bits;
  }
  signals->count++;
}

struct tlb_text {
  char *buffer;
  size_t size, used;
};

__attribute__((format(printf, 2, 3))) static inline void tlb_text(struct tlb_text *text, const char *format, ...) {
  const bool full = text->used >= text->size;
  va_list arguments;
  va_start(arguments, format);
  int written =
      vsnprintf(full ? NULL : text->buffer + text->used, full ? 0 : text->size - text->used, format, arguments);
  va_end(arguments);
  if (written > 0) text->used += (size_t)written;
}

#endif
