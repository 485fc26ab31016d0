// SPDX-License-Identifier: Apache-2.0
#ifndef FLITLOCK_MODEL_REPRODUCE_TOPICS_H
#define FLITLOCK_MODEL_REPRODUCE_TOPICS_H

#include "flitlock/reproduce.h"

extern const struct flitlock_reproduce_topic flitlock_reproduce_l2;
extern const struct flitlock_reproduce_topic flitlock_reproduce_noc;
extern const struct flitlock_reproduce_topic flitlock_reproduce_tlb;

#endif
