// SPDX-License-Identifier: Apache-2.0
#ifndef FLITLOCK_TB_COMPARE_H
#define FLITLOCK_TB_COMPARE_H

#include "dpi/instance.h"

// Says how two output vectors differ, both of them masked; FLITLOCK_E_MISMATCH if they do.
int flitlock_dpi_compare_vectors(struct flitlock_dpi_instance *instance, unsigned long long cycle,
                                 const uint32_t *golden, const uint32_t *rtl);

#endif
