// SPDX-License-Identifier: Apache-2.0
// The command unit of a request, R-L2S-PORT-3.
#include <string.h>

#include "flitlock/l2_slice.h"
#include "l2/bytes.h"

enum { MASK_AT = 0, CODE_AT = 8, OPERAND_AT = 16, COMPARE_AT = 24 };

void flitlock_l2_command_pack(const struct flitlock_l2_command *command, uint8_t *unit) {
  memset(unit, 0, FLITLOCK_L2_HALF_BYTES);
  flitlock_bytes_put(unit + MASK_AT, 8, command->mask);
  unit[CODE_AT] = command->code;
  flitlock_bytes_put(unit + OPERAND_AT, 8, command->operand);
  flitlock_bytes_put(unit + COMPARE_AT, 8, command->compare);
}

void flitlock_l2_command_unpack(struct flitlock_l2_command *command, const uint8_t *unit) {
  command->mask = flitlock_bytes_get(unit + MASK_AT, 8);
  command->code = unit[CODE_AT];
  command->operand = flitlock_bytes_get(unit + OPERAND_AT, 8);
  command->compare = flitlock_bytes_get(unit + COMPARE_AT, 8);
}
