// SPDX-License-Identifier: Apache-2.0
// The arithmetic of one bound.
#include <math.h>

#include "flitlock/tune.h"

// Rates are sums over pairs of clients: what is this little above a whole number is that number.
#define CHANCE 1e-9

uint32_t flitlock_tune_depth(const struct flitlock_tune_terms *terms) {
  double depth = ceil((terms->credit_rtt + terms->wait) * terms->rate + terms->packet - CHANCE);
  return depth < terms->least ? terms->least : (uint32_t)depth;
}

const char *flitlock_tune_kind_text(int kind) {
  switch (kind) {
#define KIND_TEXT(name, text) \
  case FLITLOCK_TUNE_##name:  \
    return text;
    FLITLOCK_TUNE_KINDS(KIND_TEXT)
#undef KIND_TEXT
    default:
      return "unknown";
  }
}
