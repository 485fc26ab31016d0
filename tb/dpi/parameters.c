// SPDX-License-Identifier: Apache-2.0
// Parameters of a module, one after the other by their names, into those of a block in C.
#include <stdio.h>

#include "dpi/instance.h"
#include "dpi/vector.h"

static const struct flitlock_dpi_parameter *find(const struct flitlock_dpi_kind *kind, const char *name,
                                                 size_t *number) {
  for (*number = 0; *number < kind->parameter_count; ++*number)
    if (strcmp(kind->parameters[*number].name, name) == 0) return &kind->parameters[*number];
  return NULL;
}

bool flitlock_dpi_is_input(const struct flitlock_dpi_instance *instance, const char *name) {
  size_t number = 0;
  const struct flitlock_dpi_parameter *parameter = find(instance->kind, name, &number);
  return parameter != NULL && parameter->input;
}

// The number of elements of `parameter`; that of the VCs is the first parameter of its kind.
static int count_elements(struct flitlock_dpi_instance *instance, const struct flitlock_dpi_parameter *parameter,
                          unsigned *count) {
  *count = parameter->elements;
  if (*count != 0) return FLITLOCK_OK;
  *count = instance->kind->sizes(&instance->params).vcs;
  return flitlock_dpi_within(instance, "Vcs", (long)*count, 2, FLITLOCK_MAX_VCS);
}

static void store(void *member, uint64_t value, size_t size) { memcpy(member, &value, size); }  // little-endian

static int read_value(struct flitlock_dpi_instance *instance, const struct flitlock_dpi_parameter *parameter,
                      unsigned count, const uint32_t *value) {
  uint8_t *member = (uint8_t *)&instance->params + parameter->offset;
  if (parameter->mask) {
    store(member, flitlock_vector_get_long(value, 0, count * parameter->bits), parameter->size);
    return FLITLOCK_OK;
  }
  const uint64_t most = parameter->size == 8 ? UINT64_MAX : (UINT64_C(1) << 8U * parameter->size) - 1U;
  for (unsigned k = 0; k < count; k++) {
    const uint64_t element = flitlock_vector_get_long(value, (size_t)k * parameter->bits, parameter->bits);
    if (element > most) return flitlock_dpi_within(instance, parameter->name, (long)(int32_t)element, 0, (long)most);
    store(member + (size_t)k * parameter->size, element, parameter->size);
  }
  return FLITLOCK_OK;
}

int flitlock_dpi_give(struct flitlock_dpi_instance *instance, const char *name, int bits, const uint32_t *value) {
  size_t number = 0;
  unsigned count = 0;
  char what[64];
  const struct flitlock_dpi_parameter *parameter = find(instance->kind, name, &number);
  if (parameter == NULL) {
    flitlock_dpi_say(&instance->messages, "%s: handshake: SystemVerilog has a parameter %s, which an %s in C has not",
                     instance->name, name, instance->kind->block);
    return FLITLOCK_DPI_E_HANDSHAKE;
  }
  int status = count_elements(instance, parameter, &count);
  (void)snprintf(what, sizeof what, "the width of parameter %s", parameter->name);
  if (status == FLITLOCK_OK) status = flitlock_dpi_same(instance, what, bits, (long)(count * parameter->bits));
  if (status == FLITLOCK_OK) status = read_value(instance, parameter, count, value);
  instance->given |= UINT64_C(1) << number;
  return status;
}

int flitlock_dpi_all_given(struct flitlock_dpi_instance *instance) {
  for (size_t k = 0; k < instance->kind->parameter_count; k++) {
    if (instance->kind->parameters[k].input || instance->given >> k & 1U) continue;
    flitlock_dpi_say(&instance->messages,
                     "%s: handshake: an %s in C has a parameter %s, which SystemVerilog does not give", instance->name,
                     instance->kind->block, instance->kind->parameters[k].name);
    return FLITLOCK_DPI_E_HANDSHAKE;
  }
  return FLITLOCK_OK;
}
