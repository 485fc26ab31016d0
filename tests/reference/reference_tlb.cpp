// SPDX-License-Identifier: Apache-2.0
#include "reference/reference_tlb.h"

#include <cstring>
#include <deque>
#include <memory>

#include "reference/reference_tlb_array.h"

namespace flitlock_test {

namespace {

flitlock_flit message(unsigned vc, unsigned op) {
  flitlock_flit flit{};
  flit.vc = static_cast<uint8_t>(vc);
  flit.op = static_cast<uint8_t>(op);
  flit.head = flit.tail = flit.units = flit.len = 1;
  return flit;
}

// What a step presents: lanes are written once, credits add up.
struct Lanes {
  flitlock_out *out;
  bool used(unsigned port) const { return (out->flit_valid >> port & 1U) != 0; }
  void flit(unsigned port, const flitlock_flit &flit) {
    out->flit[port] = flit;
    out->flit_valid |= 1ULL << port;
  }
  void credit(unsigned port, unsigned vc) {
    if ((out->credit_valid >> port & 1U) == 0) out->credit[port] = 0;
    out->credit[port] += 1U << 2 * vc;
    out->credit_valid |= 1ULL << port;
  }
};

const flitlock_flit *arrival(const flitlock_in *in, unsigned port) {
  return (in->flit_valid >> port & 1U) != 0 ? &in->flit[port] : nullptr;
}

// ---- L1

class L1 {
 public:
  explicit L1(const flitlock_l1_tlb_params &params) : p_(params), array_(params.array) {
    credits_.assign(p_.credits, p_.credits + p_.vcs);
    ready_.resize(p_.vcs);
    mshr_.resize(p_.mshrs);
    l2_credits_ = p_.l2_credits;
    drain_.assign(p_.vcs, 0);
  }

  void step(uint64_t t, const flitlock_in *in, flitlock_out *out) {
    Lanes lanes{out};
    // Credits.
    if ((in->credit_valid >> 1 & 1U) != 0)
      for (unsigned v = 0; v < p_.vcs; v++)
        credits_[v] += flitlock_credit_get(in->credit[1], v);
    if ((in->credit_valid >> 2 & 1U) != 0) l2_credits_ += in->credit[2] & 3U;
    // An arriving flit.
    if (const flitlock_flit *flit = arrival(in, 0)) arrive(t, *flit);
    // A message from L2.
    trace_ = message(0, 0);
    if (const flitlock_flit *what = arrival(in, 2)) {
      lanes.credit(2, 0);
      if (what->op == 3)
        answer(*what);
      else
        invalidate(*what);
    }
    look_up(t, lanes);
    leave(lanes);
    if (invalidating_) {
      bool drained = true;
      for (size_t count : drain_)
        drained = drained && count == 0;
      if (drained && !lanes.used(2)) {
        flitlock_flit done = message(1, 2);
        done.id = invalidation_;
        lanes.flit(2, done);
        invalidating_ = false;
      }
    }
    if (p_.trace != 0 && trace_.bytes != 0) lanes.flit(3, trace_);
  }

  uint64_t occupancy() const {
    uint64_t flits = 0;
    for (const auto &list : ready_)
      for (const auto &packet : list)
        flits += packet->flits.size();
    for (const auto &packet : lookups_)
      flits += packet->flits.size();
    for (const auto &mshr : mshr_)
      if (mshr)
        for (const auto &packet : mshr->waiting)
          flits += packet->flits.size();
    return flits;
  }

 private:
  struct Packet {
    std::deque<flitlock_flit> flits;  // in the store
    flitlock_flit head{};
    uint64_t due = 0;
    unsigned status = 0;
    uint64_t addr = 0;
  };
  using PacketPtr = std::shared_ptr<Packet>;
  struct Mshr {
    uint64_t page;
    std::deque<PacketPtr> waiting;
  };

  void arrive(uint64_t t, const flitlock_flit &flit) {
    if (flit.head != 0) {
      arriving_ = std::make_shared<Packet>();
      arriving_->head = flit;
      arriving_->addr = flit.addr;
      arriving_->status = flit.status;
      arriving_->due = t + p_.latency - 1;
      const bool plain = (p_.translate >> flit.vc & 1U) == 0 || flit.op >= 2 || flit.status != 0;
      if (plain)
        ready_[flit.vc].push_back(arriving_);
      else
        lookups_.push_back(arriving_);
    }
    arriving_->flits.push_back(flit);
  }

  void translated(const PacketPtr &packet, uint64_t pte) {
    const unsigned gpu = packet->head.src & 255U;
    const uint64_t mask = packet->head.op == 0 ? pte >> 56 : pte >> 48 & 255U;
    if ((mask >> p_.domain[gpu] & 1U) == 0) {
      packet->status = 2;
    } else {
      const unsigned bits = reference_page(p_.npa, packet->head.addr).bits;
      const uint64_t frame = pte >> 8 & 0xFFFFFFFFFFULL;
      const uint64_t size = 1ULL << bits;
      packet->addr = frame * 4096 / size * size + packet->head.addr % size;
    }
    ready_[packet->head.vc].push_back(packet);
  }

  uint32_t set_of(const ReferencePage &page) const {
    return static_cast<uint32_t>((page.page >> page.bits) % p_.array.sets);
  }

  void answer(const flitlock_flit &what) {
    Mshr mshr = *mshr_.at(what.id);
    mshr_[what.id].reset();
    if (what.status == 0) {
      const uint32_t place = array_.install(set_of(reference_page(p_.npa, mshr.page)), mshr.page, what.addr);
      trace_.dst |= place << 16;
      trace_.bytes |= 1U << 4;
    } else {
      trace_.bytes |= 2U << 4;
    }
    for (const PacketPtr &packet : mshr.waiting) {
      if (what.status == 0) {
        translated(packet, what.addr);
      } else {
        packet->status = what.status;
        ready_[packet->head.vc].push_back(packet);
      }
    }
  }

  void invalidate(const flitlock_flit &what) {
    array_.remove_if([&](uint64_t page) {
      return reference_overlaps(p_.npa, page, reference_page(p_.npa, page).bits, what.addr, what.bytes);
    });
    invalidating_ = true;
    invalidation_ = what.id;
    for (unsigned v = 0; v < p_.vcs; v++)
      drain_[v] = ready_[v].size();
    trace_.bytes |= 3U << 4;
  }

  void look_up(uint64_t t, Lanes &lanes) {
    if (lookups_.empty() || lookups_.front()->due > t) return;
    const PacketPtr packet = lookups_.front();
    unsigned result = 0;
    uint32_t where = 0;
    const ReferencePage page = reference_page(p_.npa, packet->head.addr);
    if (!reference_own(p_.npa, packet->head.addr)) {
      packet->status = 1;
      ready_[packet->head.vc].push_back(packet);
      result = 4;
    } else if (const auto way = array_.look(set_of(page), page.page)) {
      array_.hit(set_of(page), *way);
      translated(packet, array_.data(set_of(page), *way));
      result = packet->status == 0 ? 1 : 5;
      where = set_of(page) * p_.array.ways + *way;
    } else {
      for (uint32_t n = 0; n < p_.mshrs; n++) {
        if (!mshr_[n] || mshr_[n]->page != page.page) continue;
        if (p_.targets != 0 && mshr_[n]->waiting.size() >= p_.targets) return;
        mshr_[n]->waiting.push_back(packet);
        result = 2;
        where = n;
      }
      for (uint32_t n = 0; n < p_.mshrs && result == 0; n++) {
        if (mshr_[n] || l2_credits_ == 0) continue;
        mshr_[n] = Mshr{page.page, {packet}};
        l2_credits_--;
        flitlock_flit request = message(0, 1);
        request.addr = uint64_t{p_.npa.acc} << p_.npa.acc_lsb | page.page;
        request.src = packet->head.src;
        request.id = n;
        lanes.flit(2, request);
        result = 3;
        where = n;
      }
      if (result == 0) return;
    }
    lookups_.pop_front();
    trace_.src = packet->head.src;
    trace_.id = packet->head.id;
    trace_.birth = packet->head.birth;
    trace_.addr = packet->head.addr;
    trace_.bytes = static_cast<uint16_t>(trace_.bytes | result);
    trace_.dst |= where & 0xFFFFU;
  }

  void leave(Lanes &lanes) {
    if (hold_ < 0) {
      for (unsigned k = 0; k < p_.vcs && hold_ < 0; k++) {
        const unsigned v = (pointer_ + k) % p_.vcs;
        if (ready_[v].empty()) continue;
        const unsigned len = ready_[v].front()->head.len;
        if (credits_[v] < (len + p_.width - 1) / p_.width) continue;
        hold_ = static_cast<int>(v);
      }
      if (hold_ < 0) return;
      pointer_ = (static_cast<unsigned>(hold_) + 1) % p_.vcs;
    }
    const auto v = static_cast<unsigned>(hold_);
    Packet &packet = *ready_[v].front();
    if (packet.flits.empty()) return;
    flitlock_flit flit = packet.flits.front();
    packet.flits.pop_front();
    flit.status = static_cast<uint8_t>(packet.status);
    flit.addr = packet.status == 0 ? packet.addr : packet.head.addr;
    lanes.flit(1, flit);
    lanes.credit(0, v);
    credits_[v]--;
    if (flit.tail == 0) return;
    ready_[v].pop_front();
    hold_ = -1;
    if (drain_[v] != 0) drain_[v]--;
  }

  flitlock_l1_tlb_params p_;
  ReferenceArray array_;
  std::vector<uint32_t> credits_;
  uint32_t l2_credits_ = 0;
  PacketPtr arriving_;
  std::deque<PacketPtr> lookups_;
  std::vector<std::deque<PacketPtr>> ready_;
  std::vector<std::optional<Mshr>> mshr_;
  int hold_ = -1;
  unsigned pointer_ = 0;
  bool invalidating_ = false;
  uint32_t invalidation_ = 0;
  std::vector<size_t> drain_;
  flitlock_flit trace_{};
};

// ---- L2

class L2 {
 public:
  explicit L2(const flitlock_l2_tlb_params &params) : p_(params), array_(params.array) {
    station_.resize(p_.stations);
    mshr_.resize(p_.mshrs);
    walker_.resize(p_.walkers);
    for (unsigned l = 0; l < FLITLOCK_MAX_LEVELS - 1; l++) {
      const bool exists = p_.pwc_ways[l] != 0;
      pwc_.emplace_back(flitlock_tlb_array{1, exists ? p_.pwc_ways[l] : 1, p_.pwc_policy, p_.pwc_seed});
    }
    send_.assign(p_.stations, false);
    done_.assign(p_.stations, true);
  }

  void step(uint64_t t, const flitlock_in *in, flitlock_out *out) {
    Lanes lanes{out};
    const unsigned s = p_.stations;
    trace_ = message(0, 0);
    read_ = false;
    // Arriving messages.
    for (unsigned k = 0; k < s; k++) {
      const flitlock_flit *flit = arrival(in, k);
      if (flit == nullptr) continue;
      if (flit->vc == 1) {
        done_[k] = true;
        lanes.credit(k, 1);
      } else {
        station_[k].push_back(*flit);
      }
    }
    if (const flitlock_flit *flit = arrival(in, s)) prefetch_.push_back(*flit);
    if (const flitlock_flit *flit = arrival(in, s + 1)) ctl_.push_back(*flit);
    // An invalidation begins.
    if (!command_ && !ctl_.empty()) begin_invalidation(lanes);
    // A PTE.
    if (const flitlock_flit *flit = arrival(in, s + 2)) {
      lanes.credit(s + 2, 0);
      take_pte(*flit, lanes);
    }
    grant(t, lanes);
    look_up(t, lanes);
    start(lanes);
    // Invalidations are sent on, and completed.
    for (unsigned k = 0; k < s; k++) {
      if (!send_[k] || lanes.used(k)) continue;
      flitlock_flit flit = message(0, 0);
      flit.addr = command_->addr;
      flit.bytes = command_->bytes;
      flit.id = command_->id;
      lanes.flit(k, flit);
      send_[k] = false;
    }
    if (command_ && std::all_of(done_.begin(), done_.end(), [](bool b) { return b; })) {
      flitlock_flit flit = message(0, 2);
      flit.id = command_->id;
      lanes.flit(s + 1, flit);
      command_.reset();
    }
    if (p_.trace != 0 && trace_.bytes != 0) lanes.flit(s + 3, trace_);
  }

  uint64_t occupancy() const {
    uint64_t count = prefetch_.size() + ctl_.size() + lookups_.size() + (command_ ? 1 : 0);
    for (const auto &queue : station_)
      count += queue.size();
    for (const auto &mshr : mshr_)
      count += mshr ? 1 : 0;
    return count;
  }

 private:
  struct Mshr {
    uint64_t page;
    uint32_t src;
    int owner;                                           // station, -1: a prefetch
    std::vector<std::pair<unsigned, uint32_t>> waiting;  // station, id
  };
  struct Walker {
    uint32_t mshr;
    unsigned level, first, leaf;
    std::map<unsigned, uint64_t> frames;
    bool poisoned, unfit;
  };
  struct LookUp {
    flitlock_flit request;
    int station;  // -1: a prefetch
    uint64_t due;
  };

  uint32_t set_of(uint32_t src, const ReferencePage &page) const {
    const uint32_t part = p_.array.sets / p_.partitions;
    return p_.partition[src & 255U] * part + static_cast<uint32_t>((page.page >> page.bits) % part);
  }
  unsigned leaf_of(uint64_t page) const {
    unsigned level = 0;
    while (p_.level_lsb[level] > reference_page(p_.npa, page).bits)
      level++;
    return level;
  }
  bool cached(unsigned level) const { return p_.pwc_ways[level] != 0; }

  void begin_invalidation(Lanes &lanes) {
    command_ = ctl_.front();
    ctl_.pop_front();
    lanes.credit(p_.stations + 1, 0);
    const auto hit = [&](uint64_t region, unsigned bits) {
      return reference_overlaps(p_.npa, region, bits, command_->addr, command_->bytes);
    };
    array_.remove_if([&](uint64_t page) { return hit(page, reference_page(p_.npa, page).bits); });
    for (unsigned l = 0; l < pwc_.size(); l++)
      pwc_[l].remove_if([&](uint64_t tag) { return hit(tag << p_.level_lsb[l], p_.level_lsb[l]); });
    for (auto &walker : walker_) {
      if (!walker) continue;
      walker->unfit = true;
      const uint64_t page = mshr_[walker->mshr]->page;
      if (hit(page, reference_page(p_.npa, page).bits)) walker->poisoned = true;
    }
    send_.assign(p_.stations, true);
    done_.assign(p_.stations, false);
    trace_.bytes |= 1U << 9;
  }

  void read(uint32_t number, uint64_t table, Lanes &lanes) {
    const Walker &walker = *walker_[number];
    const uint64_t page = mshr_[walker.mshr]->page;
    uint64_t index = page >> p_.level_lsb[walker.level];
    if (walker.level > 0) index %= 1ULL << (p_.level_lsb[walker.level - 1] - p_.level_lsb[walker.level]);
    flitlock_flit flit = message(0, 1);
    flit.addr = table * 4096 + 8 * index;
    flit.id = number;
    lanes.flit(p_.stations + 2, flit);
    read_ = true;
  }

  void begin(uint32_t number, Lanes &lanes) {
    Walker &walker = *walker_[number];
    const uint64_t page = mshr_[walker.mshr]->page;
    walker.frames.clear();
    walker.poisoned = walker.unfit = false;
    walker.level = 0;
    uint64_t table = p_.root;
    for (int l = static_cast<int>(walker.leaf) - 1; l >= 0; l--) {
      const auto level = static_cast<unsigned>(l);
      if (!cached(level)) continue;
      const auto way = pwc_[level].look(0, page >> p_.level_lsb[level]);
      if (!way) continue;
      pwc_[level].hit(0, *way);
      table = pwc_[level].data(0, *way);
      walker.level = level + 1;
      break;
    }
    walker.first = walker.level;
    read(number, table, lanes);
  }

  void take_pte(const flitlock_flit &flit, Lanes &lanes) {
    Walker &walker = *walker_.at(flit.id);
    const uint64_t pte = flit.addr;
    const bool leaf = walker.level == walker.leaf;
    if (walker.poisoned) {
      begin(flit.id, lanes);
      trace_.bytes |= 4U << 4;
    } else if (pte % 2 == 0 || (pte / 2 % 2 == 1) != leaf) {
      end(flit.id, 0, 1, lanes);
      trace_.bytes |= 3U << 4;
    } else if (leaf) {
      end(flit.id, pte, 0, lanes);
      trace_.bytes |= 2U << 4;
    } else {
      const uint64_t frame = pte >> 8 & 0xFFFFFFFFFFULL;
      walker.frames[walker.level] = frame;
      walker.level++;
      read(flit.id, frame, lanes);
      trace_.bytes |= 1U << 4;
    }
  }

  void end(uint32_t number, uint64_t pte, unsigned status, Lanes &lanes) {
    const Walker walker = *walker_[number];
    const Mshr mshr = *mshr_[walker.mshr];
    walker_[number].reset();
    mshr_[walker.mshr].reset();
    if (status == 0) {
      if (!walker.unfit)
        for (const auto &[level, frame] : walker.frames)
          if (cached(level)) pwc_[level].install(0, mshr.page >> p_.level_lsb[level], frame);
      const uint32_t place = array_.install(set_of(mshr.src, reference_page(p_.npa, mshr.page)), mshr.page, pte);
      trace_.id |= place << 16;
    }
    for (const auto &[station, id] : mshr.waiting) {
      flitlock_flit answer = message(0, 3);
      answer.id = id;
      answer.addr = pte;
      answer.status = static_cast<uint8_t>(status);
      const unsigned accesses = walker.level - walker.first + 1;
      answer.bytes = static_cast<uint16_t>((static_cast<int>(station) == mshr.owner ? 4 : 3) + 16 * accesses);
      lanes.flit(station, answer);
    }
  }

  void grant(uint64_t t, Lanes &lanes) {
    if (lookups_.size() >= p_.latency - 1) return;
    for (unsigned k = 0; k < p_.stations; k++) {
      const unsigned s = (pointer_ + k) % p_.stations;
      if (station_[s].empty()) continue;
      lookups_.push_back({station_[s].front(), static_cast<int>(s), t + p_.latency - 2});
      station_[s].pop_front();
      lanes.credit(s, 0);
      pointer_ = (s + 1) % p_.stations;
      return;
    }
    if (prefetch_.empty()) return;
    lookups_.push_back({prefetch_.front(), -1, t + p_.latency - 2});
    prefetch_.pop_front();
    lanes.credit(p_.stations, 0);
  }

  std::optional<uint32_t> mshr_of(uint64_t page) const {
    for (uint32_t n = 0; n < p_.mshrs; n++)
      if (mshr_[n] && mshr_[n]->page == page) return n;
    return std::nullopt;
  }
  unsigned free_mshrs() const {
    return static_cast<unsigned>(std::count_if(mshr_.begin(), mshr_.end(), [](const auto &m) { return !m; }));
  }
  uint32_t take_mshr(const ReferencePage &page, const LookUp &what) {
    uint32_t n = 0;
    while (mshr_[n])
      n++;
    mshr_[n] = Mshr{page.page, what.request.src, what.station, {}};
    starts_.push_back(n);
    return n;
  }

  void look_up(uint64_t t, Lanes &lanes) {
    if (lookups_.empty() || lookups_.front().due > t) return;
    const LookUp what = lookups_.front();
    const ReferencePage page = reference_page(p_.npa, what.request.addr);
    const uint32_t set = set_of(what.request.src, page);
    const auto way = array_.look(set, page.page);
    const auto mshr = mshr_of(page.page);
    unsigned result = 0;
    uint32_t where = 0;
    if (what.station < 0) {
      result = 4;
      if (reference_own(p_.npa, what.request.addr) && !way && !mshr && free_mshrs() > p_.prefetch_reserve) {
        where = take_mshr(page, what);
        result = 5;
      }
    } else {
      const auto station = static_cast<unsigned>(what.station);
      if (way) {
        if (lanes.used(station) || send_[station]) return;
        array_.hit(set, *way);
        flitlock_flit answer = message(0, 3);
        answer.id = what.request.id;
        answer.addr = array_.data(set, *way);
        answer.bytes = 2;
        lanes.flit(station, answer);
        result = 1;
        where = set * p_.array.ways + *way;
      } else if (mshr) {
        mshr_[*mshr]->waiting.emplace_back(station, what.request.id);
        result = 2;
        where = *mshr;
      } else if (free_mshrs() != 0) {
        where = take_mshr(page, what);
        mshr_[where]->waiting.emplace_back(station, what.request.id);
        result = 3;
      } else {
        return;
      }
    }
    lookups_.pop_front();
    trace_.src = what.request.src;
    trace_.addr = what.request.addr;
    trace_.bytes = static_cast<uint16_t>(trace_.bytes | result);
    trace_.id |= where & 0xFFFFU;
  }

  void start(Lanes &lanes) {
    if (starts_.empty() || read_) return;
    uint32_t n = 0;
    while (n < p_.walkers && walker_[n])
      n++;
    if (n == p_.walkers) return;
    const uint32_t mshr = starts_.front();
    starts_.pop_front();
    walker_[n] = Walker{mshr, 0, 0, leaf_of(mshr_[mshr]->page), {}, false, false};
    begin(n, lanes);
    trace_.bytes |= 1U << 8;
    trace_.birth = n | mshr << 16;
    trace_.dst = walker_[n]->first;
  }

  flitlock_l2_tlb_params p_;
  ReferenceArray array_;
  std::vector<ReferenceArray> pwc_;
  std::vector<std::deque<flitlock_flit>> station_;
  std::deque<flitlock_flit> prefetch_, ctl_;
  std::deque<LookUp> lookups_;
  std::deque<uint32_t> starts_;
  std::vector<std::optional<Mshr>> mshr_;
  std::vector<std::optional<Walker>> walker_;
  unsigned pointer_ = 0;
  std::optional<flitlock_flit> command_;
  std::vector<bool> send_, done_;
  bool read_ = false;
  flitlock_flit trace_{};
};

// ---- Behind the contract

template <typename Machine, typename Params>
struct Block {
  Params params;
  std::unique_ptr<Machine> machine;
  std::vector<flitlock_port_info> port;
};

template <typename Machine, typename Params>
Block<Machine, Params> *of(flitlock_block *block) {
  return reinterpret_cast<Block<Machine, Params> *>(block);
}

template <typename Machine, typename Params>
int create(const void *params, const char *, flitlock_block **made, flitlock_error *) {
  auto *block = new Block<Machine, Params>{*static_cast<const Params *>(params), nullptr, {}};
  block->machine = std::make_unique<Machine>(block->params);
  *made = reinterpret_cast<flitlock_block *>(block);
  return FLITLOCK_OK;
}
template <typename Machine, typename Params>
void destroy(flitlock_block *block) {
  delete of<Machine, Params>(block);
}
template <typename Machine, typename Params>
void reset(flitlock_block *block) {
  auto *b = of<Machine, Params>(block);
  b->machine = std::make_unique<Machine>(b->params);
}
template <typename Machine, typename Params>
uint64_t step(flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
  of<Machine, Params>(block)->machine->step(cycle, in, out);
  return cycle + 1;
}
template <typename Machine, typename Params>
uint64_t occupancy(const flitlock_block *block) {
  return of<Machine, Params>(const_cast<flitlock_block *>(block))->machine->occupancy();
}
// Only what a bench needs: the number of ports.
template <typename Machine, typename Params>
void describe(const flitlock_block *block, flitlock_block_info *info) {
  auto *b = of<Machine, Params>(const_cast<flitlock_block *>(block));
  uint32_t ports = FLITLOCK_L1_TLB_PORTS;
  if constexpr (std::is_same_v<Params, flitlock_l2_tlb_params>) ports = b->params.stations + 4;
  b->port.resize(ports);
  *info = flitlock_block_info{"reference", "reference", FLITLOCK_BLOCK_ABI, ports, 2, b->port.data()};
}

template <typename Machine, typename Params>
constexpr flitlock_block_ops ops(const char *kind) {
  flitlock_block_ops made{};
  made.kind = kind;
  made.impl = "reference";
  made.create = create<Machine, Params>;
  made.destroy = destroy<Machine, Params>;
  made.reset = reset<Machine, Params>;
  made.step = step<Machine, Params>;
  made.describe = describe<Machine, Params>;
  made.occupancy = occupancy<Machine, Params>;
  return made;
}

}  // namespace

const flitlock_block_ops reference_l1_tlb = ops<L1, flitlock_l1_tlb_params>("l1_link_tlb");
const flitlock_block_ops reference_l2_tlb = ops<L2, flitlock_l2_tlb_params>("l2_link_tlb");

}  // namespace flitlock_test
