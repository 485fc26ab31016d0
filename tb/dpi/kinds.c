// SPDX-License-Identifier: Apache-2.0
#include "dpi/kinds.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct flitlock_dpi_kind *const kinds[] = {&flitlock_dpi_l1_link_tlb, &flitlock_dpi_l2_link_tlb,
                                                        &flitlock_dpi_l2_slice};

const struct flitlock_dpi_kind *flitlock_dpi_find_kind(const char *name) {
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
    if (name != NULL && strcmp(kinds[k]->golden->kind, name) == 0) return kinds[k];
  return NULL;
}

void flitlock_dpi_limit_len(uint32_t *max_len, const uint16_t *depths, uint32_t vcs, uint32_t width) {
  for (uint32_t vc = 0; vc < vcs; vc++)
    if (depths[vc] * width < *max_len) *max_len = depths[vc] * width;
}

void flitlock_dpi_add(char *text, size_t size, const char *format, ...) {
  const size_t used = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text + used, size - used, format, arguments);
  va_end(arguments);
}
