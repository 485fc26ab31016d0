// SPDX-License-Identifier: Apache-2.0
#include "workload/arrivals.h"

#include <math.h>

#include "workload/workload.h"

int arrivals_init(struct arrivals *arrivals, const struct flitlock_config *config, struct flitlock_error *error) {
  const char *file = workload_config_name(config);
  double rate = config->workload.rate;
  *arrivals = (struct arrivals){
      .kind = config->workload.injection,
      .interval = config->workload.interval,
      .phase = config->workload.phase,
      .burst = config->workload.burst,
  };
  int needs_rate = arrivals->kind == FLITLOCK_INJECT_BERNOULLI || arrivals->kind == FLITLOCK_INJECT_BURSTY;
  if (needs_rate && !(rate > 0.0 && rate <= 1.0)) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: workload.rate is %g requests per cycle and client; allowed is above 0 and up to 1", file,
                         rate);
  }
  switch (arrivals->kind) {
    case FLITLOCK_INJECT_GREEDY:
      break;
    case FLITLOCK_INJECT_BERNOULLI:
      arrivals->per_log = rate < 1.0 ? 1.0 / log1p(-rate) : 0.0;
      break;
    case FLITLOCK_INJECT_INTERVAL:
      if (arrivals->interval < 1) {
        return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: workload.interval is 0 cycles; at least 1 is needed", file);
      }
      break;
    case FLITLOCK_INJECT_BURSTY: {
      if (arrivals->burst < 1) {
        return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: workload.burst is 0 requests; at least 1 is needed", file);
      }
      // A burst of b requests takes b cycles; the mean rate asks for a mean gap of b / rate - b after it.
      double gap = (double)arrivals->burst * (1.0 / rate - 1.0);
      arrivals->per_log = gap > 0.0 ? 1.0 / log1p(-1.0 / (1.0 + gap)) : 0.0;
      break;
    }
    default:
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: workload.injection is %d; allowed are %d to %d", file,
                           arrivals->kind, FLITLOCK_INJECT_GREEDY, FLITLOCK_INJECT_BURSTY);
  }
  return FLITLOCK_OK;
}

// Cycles without a birth before the next one: geometric, 0 or more.
static uint64_t gap(const struct arrivals *arrivals, struct arrival *arrival) {
  double cycles = log1p(-flitlock_rng_double(&arrival->rng)) * arrivals->per_log;
  return cycles < 0x1.0p62 ? (uint64_t)cycles : (uint64_t)1 << 62;
}

static uint64_t later(uint64_t birth, uint64_t cycles) {
  return birth < FLITLOCK_SLEEP - cycles ? birth + cycles : FLITLOCK_SLEEP;
}

void arrivals_start(const struct arrivals *arrivals, struct arrival *arrival, uint64_t seed, uint32_t address,
                    uint32_t client) {
  flitlock_rng_seed(&arrival->rng, seed, WORKLOAD_STREAM(address, WORKLOAD_STREAM_ARRIVALS));
  arrival->birth = 0;
  arrival->burst_left = 0;
  switch (arrivals->kind) {
    case FLITLOCK_INJECT_BERNOULLI:
      arrival->birth = gap(arrivals, arrival);
      break;
    case FLITLOCK_INJECT_INTERVAL:
      arrival->birth = arrivals->phase * client;
      break;
    case FLITLOCK_INJECT_BURSTY:
      arrival->birth = gap(arrivals, arrival);
      arrival->burst_left = arrivals->burst - 1U;
      break;
    default:
      break;
  }
}

void arrivals_next(const struct arrivals *arrivals, struct arrival *arrival) {
  uint64_t cycles = 1;
  switch (arrivals->kind) {
    case FLITLOCK_INJECT_BERNOULLI:
      cycles += gap(arrivals, arrival);
      break;
    case FLITLOCK_INJECT_INTERVAL:
      cycles = arrivals->interval;
      break;
    case FLITLOCK_INJECT_BURSTY:
      if (arrival->burst_left > 0) {
        arrival->burst_left--;
      } else {
        cycles += gap(arrivals, arrival);
        arrival->burst_left = arrivals->burst - 1U;
      }
      break;
    default:
      break;
  }
  arrival->birth = later(arrival->birth, cycles);
}
