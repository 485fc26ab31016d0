// SPDX-License-Identifier: Apache-2.0
#include "support/l2_seen.h"

namespace flitlock_test {

L2Seen &L2Seen::operator+=(const L2Seen &other) {
  const auto add = [](auto &to, const auto &from) {
    for (size_t k = 0; k < std::size(to); k++)
      to[k] += from[k];
  };
  for (unsigned operation = 0; operation < 3; operation++)
    add(outcome[operation], other.outcome[operation]);
  add(atomic, other.atomic);
  add(drains, other.drains);
  add(fetched, other.fetched);
  for (uint64_t L2Seen::*count :
       {&L2Seen::cycles,     &L2Seen::requests,       &L2Seen::answers,       &L2Seen::fills,
        &L2Seen::fills_last, &L2Seen::fills_shuffled, &L2Seen::drains_last,   &L2Seen::flush_written,
        &L2Seen::flushes,    &L2Seen::invalidates,    &L2Seen::to_invalid,    &L2Seen::clean,
        &L2Seen::dirty,      &L2Seen::by_chance,      &L2Seen::beside_locked, &L2Seen::lower,
        &L2Seen::upper,      &L2Seen::both,           &L2Seen::in_a_row,      &L2Seen::empty_masks,
        &L2Seen::rsp_owes,   &L2Seen::rsp_keeps,      &L2Seen::rsp_dry,       &L2Seen::mem_owes,
        &L2Seen::mem_keeps,  &L2Seen::mem_dry,        &L2Seen::req_dry})
    this->*count += other.*count;
  return *this;
}

void L2Watch::restart() {
  live_.clear();
  locked_.clear();
  atomic_cycle_ = UINT64_MAX;
}

std::string L2Watch::look(uint64_t cycle, const flitlock_flit &flit, const flitlock_l2_event &event, unsigned code) {
  const auto release = [&] {
    locked_.erase(live_[event.mshr]);
    live_.erase(event.mshr);
  };
  switch (event.kind) {
    case FLITLOCK_L2_NEW:
      return look_at_new(cycle, flit, event, code);
    case FLITLOCK_L2_FILL:
      seen_.fills++;
      if (event.outcome == 0) return "";
      seen_.fills_last++;
      release();
      return "";
    case FLITLOCK_L2_DRAIN:
      if (event.operation > FLITLOCK_L2_ATOMIC) return "R-L2S-EV-2: a drain of no request";
      seen_.drains[event.operation]++;
      if (event.outcome == 0) return "";
      seen_.drains_last++;
      release();
      return "";
    case FLITLOCK_L2_FLUSHING:
      look_at_flush(event);
      return live_.empty() ? "" : "R-L2S-ST-7: a flush goes on while an MSHR is live";
    default:
      return "R-L2S-EV-2: an event of no kind";
  }
}

std::string L2Watch::look_at_new(uint64_t cycle, const flitlock_flit &flit, const flitlock_l2_event &event,
                                 unsigned code) {
  if (event.operation > FLITLOCK_L2_ATOMIC || event.outcome > FLITLOCK_L2_MERGED)
    return "R-L2S-EV-2: a new request of no outcome";
  seen_.outcome[event.operation][event.outcome]++;
  seen_.fetched[static_cast<unsigned>(__builtin_popcount(event.fetch & 15U))]++;
  if (event.operation == FLITLOCK_L2_WRITE && event.sectors == 0) seen_.empty_masks++;
  if (event.operation == FLITLOCK_L2_ATOMIC) {
    seen_.atomic[(code >= FLITLOCK_L2_CODE_ATOMIC64 ? 8U : 0U) + (code & 7U)]++;
    if (event.outcome == FLITLOCK_L2_HIT) {
      if (atomic_cycle_ + 1 == cycle && atomic_addr_ == flit.addr) seen_.in_a_row++;
      atomic_cycle_ = cycle;
      atomic_addr_ = flit.addr;
    }
  }
  std::string wrong;
  if (event.outcome == FLITLOCK_L2_MISS) wrong = look_at_victim(event);
  const Line line(event.set, event.way);
  if (event.outcome != FLITLOCK_L2_MERGED && event.mshr != 255) {
    if (!live_.emplace(event.mshr, line).second) return "R-L2S-NEW-6: an MSHR is taken that is live";
    locked_.insert(line);
  }
  if (event.outcome == FLITLOCK_L2_MERGED && (live_.count(event.mshr) == 0 || live_[event.mshr] != line))
    return "R-L2S-MSHR-1: a request is merged into an MSHR of another line";
  return wrong;
}

std::string L2Watch::look_at_victim(const flitlock_l2_event &event) {
  if (!event.victim) {
    seen_.to_invalid++;
  } else {
    (event.victim_d ? seen_.dirty : seen_.clean)++;
    const unsigned ways = params_.ways - unsigned{params_.reserved};
    const unsigned chance = (event.lfsr >> 8) * ways >> 8;
    if ((event.lfsr & 255U) < params_.p_rand && event.way == chance) seen_.by_chance++;
    write_back(event);
  }
  const auto first = locked_.lower_bound({event.set, 0});
  if (first != locked_.end() && first->first == event.set) seen_.beside_locked++;
  if (locked_.count({event.set, event.way})) return "R-L2S-VIC-2: the victim is locked";
  if (event.way >= params_.ways - params_.reserved) return "R-L2S-STATE-1: a reserved way is used";
  return "";
}

void L2Watch::look_at_flush(const flitlock_l2_event &event) {
  if (event.victim) {
    seen_.flush_written++;
    write_back(event);
  }
  if (event.outcome != 0) (event.operation == FLITLOCK_L2_FLUSH ? seen_.flushes : seen_.invalidates)++;
}

void L2Watch::write_back(const flitlock_l2_event &event) {
  if (event.victim_d == 0) return;
  const bool lower = event.victim_b_low != 0, upper = event.victim_b_high != 0;
  (lower && upper ? seen_.both : lower ? seen_.lower : seen_.upper)++;
}

}  // namespace flitlock_test
