// SPDX-License-Identifier: Apache-2.0
#include "tlb_rig.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <vector>

namespace flitlock_test {
namespace {

struct Lane {  // one direction of a channel: what is presented at edge t is sampled at t + latency
  struct Flit {
    uint64_t at;
    flitlock_flit flit;
  };
  struct Credit {
    uint64_t at;
    uint32_t word;
  };
  unsigned latency = 1, credit_latency = 1;
  std::deque<Flit> flits;
  std::deque<Credit> credits;  // the other way
};

struct Port {
  Lane *out = nullptr;  // flits leave on it, its credits arrive
  Lane *in = nullptr;
};

// A block with its ports.
class Unit {
 public:
  Unit(const TlbBlock &block, const std::string &name) : ops(block.ops) {
    flitlock_error error{};
    if (ops->create(block.params, name.c_str(), &self, &error) != FLITLOCK_OK) {
      problem = error.text;
      return;
    }
    flitlock_block_info info{};
    ops->describe(self, &info);
    port.resize(info.ports);
    in_flit.resize(info.ports);
    out_flit.resize(info.ports);
    in_credit.resize(info.ports);
    out_credit.resize(info.ports);
  }
  ~Unit() { ops->destroy(self); }
  Unit(const Unit &) = delete;
  Unit &operator=(const Unit &) = delete;

  void step(uint64_t cycle) {
    flitlock_in in = {0, 0, in_flit.data(), in_credit.data()};
    out = {0, 0, out_flit.data(), out_credit.data()};
    for (size_t p = 0; p < port.size(); p++) {
      Lane *from = port[p].in, *to = port[p].out;
      if (from && !from->flits.empty() && from->flits.front().at == cycle) {
        in.flit_valid |= uint64_t{1} << p;
        in_flit[p] = from->flits.front().flit;
        from->flits.pop_front();
      }
      if (to && !to->credits.empty() && to->credits.front().at == cycle) {
        in.credit_valid |= uint64_t{1} << p;
        in_credit[p] = to->credits.front().word;
        to->credits.pop_front();
      }
    }
    ops->step(self, cycle, &in, &out);
    for (size_t p = 0; p < port.size(); p++) {
      if (out.flit_valid >> p & 1 && port[p].out)
        port[p].out->flits.push_back({cycle + port[p].out->latency, out_flit[p]});
      if (out.credit_valid >> p & 1 && port[p].in)
        port[p].in->credits.push_back({cycle + port[p].in->credit_latency, out_credit[p]});
    }
    flitlock_error error{};
    if (problem.empty() && ops->check && ops->check(self, &error) != FLITLOCK_OK) problem = error.text;
  }

  const flitlock_block_ops *ops;
  flitlock_block *self = nullptr;
  std::vector<Port> port;
  std::vector<flitlock_flit> in_flit, out_flit;
  std::vector<uint32_t> in_credit, out_credit;
  flitlock_out out{};
  std::string problem;
};

// What a packet was sent with.
struct Sent {
  uint64_t npa;
  uint8_t vc, op, status, len;
  bool plain;
  std::vector<uint8_t> bytes;
};

class Rig {
 public:
  Rig(const TlbTraffic &traffic, const flitlock_l1_tlb_params &l1, const flitlock_l2_tlb_params &l2,
      const TlbBlock &l1_block, const TlbBlock &l2_block, TlbSeen &seen)
      : traffic_(traffic), l1_(l1), l2_(l2), seen_(seen), random_(traffic.seed) {
    make_pages();
    flitlock_error error{};
    if (flitlock_page_tables_create(&l2_, l2_.root + 1, &tables_, &error) != FLITLOCK_OK) problem_ = error.text;
    for (size_t page = 0; page < page_.size() && problem_.empty(); page++)
      map(page);
    table_params_.latency = traffic.table;
    table_params_.unit_bytes = l2_.unit_bytes;
    table_params_.tables = tables_;
    l2_unit_ = std::make_unique<Unit>(l2_block, "l2");
    table_ = std::make_unique<Unit>(TlbBlock{&flitlock_page_table_golden, &table_params_}, "page_table");
    for (uint32_t s = 0; s < l2_.stations; s++)
      station_.push_back(std::make_unique<Station>(l1_block, "l1_" + std::to_string(s)));
    restart();
  }
  ~Rig() {
    station_.clear();
    l2_unit_.reset();
    table_.reset();
    flitlock_page_tables_destroy(tables_);
  }
  Rig(const Rig &) = delete;
  Rig &operator=(const Rig &) = delete;

  std::string run() {
    uint64_t moved = 0;
    for (cycle_ = 0; problem_.empty(); cycle_++) {
      collect_problems();
      if (traffic_.reset != 0 && cycle_ == traffic_.reset) restart();
      const bool draining = cycle_ >= traffic_.cycles;
      if (draining && quiet()) break;
      host(draining);
      for (auto &station : station_) {
        source(*station, draining);
        endpoint(*station, draining);
      }
      for (auto &station : station_)
        station->l1.step(cycle_);
      l2_unit_->step(cycle_);
      table_->step(cycle_);
      watch();
      if (activity()) moved = cycle_;
      if (cycle_ > moved + 3000) problem_ = "nothing moves since cycle " + std::to_string(moved);
    }
    if (problem_.empty()) at_end();
    seen_.cycles += cycle_;
    return problem_;
  }

 private:
  struct Station {
    Station(const TlbBlock &block, const std::string &name) : l1(block, name) {}
    Unit l1;
    Lane link, inside, up, down;   // down: from the L2
    std::vector<uint32_t> credit;  // of the source
    std::deque<flitlock_flit> sending;
    std::vector<std::deque<uint64_t>> owed;              // by VC: when the endpoint gives credits
    std::map<std::pair<uint32_t, uint32_t>, Sent> sent;  // by src, id
    std::map<std::pair<uint8_t, uint64_t>, std::deque<std::pair<uint32_t, uint32_t>>> order;  // by VC, 256 bytes
    unsigned arrived_units = 0;
  };
  struct Page {
    uint64_t offset;
    uint64_t spa;  // all ones: not mapped
    bool changed;  // while requests are under way: a translation of before may be used, too
  };

  uint64_t below(uint64_t bound) { return random_() % bound; }

  void make_pages() {
    for (unsigned k = 0; k < traffic_.pages; k++) {
      const uint64_t size_class = below(4);
      uint64_t offset = 0;
      // Pages of few regions, so that the tables of each level are shared and not all the same.
      for (unsigned level = 0; level < l2_.levels; level++)
        offset |= below(2) << l2_.level_lsb[level];
      offset |= (below(4) * 5 + k / 2) << l2_.npa.page_bits[size_class];
      const bool equal = l2_.npa.page_bits[0] == l2_.npa.page_bits[3];
      if (!equal) {
        offset &= ~(uint64_t{3} << l2_.npa.size_lsb);
        offset |= size_class << l2_.npa.size_lsb;
      }
      offset &= (uint64_t{1} << l2_.npa.acc_lsb) - 1;
      offset = flitlock_npa_page(&l2_.npa, offset);
      if (std::none_of(page_.begin(), page_.end(), [&](const Page &page) { return page.offset == offset; }))
        page_.push_back({offset, 0, false});
    }
  }

  // Maps a page anew, or takes its mapping away, or makes a table wrong.
  void map(size_t number) {
    Page &page = page_[number];
    flitlock_error error{};
    page.spa = (uint64_t{1} << 40) + (below(1000) << 30);
    const auto read = static_cast<uint8_t>(below(4) ? 255 : below(256));
    const auto write = static_cast<uint8_t>(below(4) ? 255 : below(256));
    const bool fault = traffic_.fault && below(traffic_.fault) == 0;
    if (fault) page.spa = UINT64_MAX;
    if (fault && below(2)) {
      flitlock_page_tables_unmap(tables_, page.offset);
      return;
    }
    if (flitlock_page_tables_map(tables_, page.offset, fault ? 0 : page.spa, read, write, &error) != FLITLOCK_OK)
      problem_ = error.text;
    // Bits of the frame below the page mean nothing (R-TLB-N-4). A fault: the entry is not valid, or no leaf.
    const unsigned size_class = static_cast<unsigned>(page.offset >> l2_.npa.size_lsb) & 3U;
    const uint64_t low_frames = below(uint64_t{1} << (l2_.npa.page_bits[size_class] - 12)) << 8;
    uint64_t pte = 0;
    const uint64_t entry =
        flitlock_page_tables_entry(tables_, page.offset, flitlock_l2_tlb_leaf_level(&l2_, size_class), &pte);
    pte = fault ? pte & ~(below(2) + 1) : pte | low_frames;
    if (flitlock_page_tables_write(tables_, entry, pte, &error) != FLITLOCK_OK) problem_ = error.text;
  }

  // The state after reset, of all.
  void restart() {
    auto latency = [&] { return static_cast<unsigned>(1 + below(traffic_.channel)); };
    auto renew = [&](Lane &lane) {
      lane = {};
      lane.latency = latency();
      lane.credit_latency = latency();
    };
    const uint32_t stations = l2_.stations;
    if (!l2_unit_->problem.empty() || !table_->problem.empty()) return;
    for (uint32_t s = 0; s < stations; s++) {
      Station &station = *station_[s];
      if (!station.l1.problem.empty()) return;
      for (Lane *lane : {&station.link, &station.inside, &station.up, &station.down})
        renew(*lane);
      station.l1.ops->reset(station.l1.self);
      station.l1.port[FLITLOCK_L1_TLB_LINK].in = &station.link;
      station.l1.port[FLITLOCK_L1_TLB_INSIDE].out = &station.inside;
      station.l1.port[FLITLOCK_L1_TLB_L2] = {&station.up, &station.down};
      l2_unit_->port[s] = {&station.down, &station.up};
      station.credit.assign(l1_.in_depth, l1_.in_depth + l1_.vcs);
      station.sending.clear();
      station.owed.assign(l1_.vcs, {});
      station.sent.clear();
      station.order.clear();
      station.arrived_units = 0;
    }
    for (Lane *lane : {&prefetch_, &command_, &completion_, &reads_, &ptes_})
      renew(*lane);
    l2_unit_->port[flitlock_l2_tlb_port_prefetch(stations)].in = &prefetch_;
    l2_unit_->port[flitlock_l2_tlb_port_ctl(stations)] = {&completion_, &command_};
    l2_unit_->port[flitlock_l2_tlb_port_mem(stations)] = {&reads_, &ptes_};
    table_->port[0] = {&ptes_, &reads_};
    l2_unit_->ops->reset(l2_unit_->self);
    table_->ops->reset(table_->self);
    prefetch_credit_ = l2_.prefetch_depth;
    command_credit_ = l2_.ctl_depth;
    commands_.clear();
  }

  // ---- What the world does

  flitlock_flit message(uint8_t op) {
    flitlock_flit flit{};
    flit.head = flit.tail = flit.units = flit.len = 1;
    flit.op = op;
    return flit;
  }

  static void take_credits(Lane &lane, uint64_t cycle, unsigned vcs, uint32_t *credit) {
    while (!lane.credits.empty() && lane.credits.front().at <= cycle) {
      for (unsigned v = 0; v < vcs; v++)
        credit[v] += flitlock_credit_get(lane.credits.front().word, v);
      lane.credits.pop_front();
    }
  }

  void host(bool draining) {
    take_credits(prefetch_, cycle_, 1, &prefetch_credit_);
    take_credits(command_, cycle_, 1, &command_credit_);
    while (!completion_.flits.empty() && completion_.flits.front().at <= cycle_) {
      const flitlock_flit &flit = completion_.flits.front().flit;
      if (commands_.empty() || flit.id != commands_.front() || flit.op != 2)
        problem_ = "R-TLB-L2-12: the host is told of an invalidation that is not the next";
      else
        commands_.pop_front();
      seen_.completed++;
      completion_.flits.pop_front();
    }
    if (draining) return;
    if (traffic_.prefetch && prefetch_credit_ > 0 && below(traffic_.prefetch) == 0) {
      flitlock_flit flit = message(1);
      flit.addr = flitlock_npa_make(&l2_.npa, page_[below(page_.size())].offset) + below(4096);
      if (below(8) == 0) flit.addr ^= uint64_t{1} << 63;
      flit.src = static_cast<uint32_t>(below(8));
      prefetch_credit_--;
      prefetch_.flits.push_back({cycle_ + prefetch_.latency, flit});
    }
    if (traffic_.change && command_credit_ > 0 && below(traffic_.change) == 0) {
      const size_t number = below(page_.size());
      page_[number].changed = true;
      map(number);
      flitlock_flit flit = message(0);
      flit.addr = page_[number].offset | below(2) << 63;
      flit.bytes = static_cast<uint16_t>(below(3)   ? flitlock_npa_page_bits(&l2_.npa, page_[number].offset)
                                         : below(2) ? 22 + below(20)
                                                    : below(4096));
      flit.id = ++command_id_;
      commands_.push_back(flit.id);
      command_credit_--;
      command_.flits.push_back({cycle_ + command_.latency, flit});
    }
  }

  void new_packet(Station &station) {
    uint8_t vc = static_cast<uint8_t>(below(l1_.vcs));
    if (l1_.in_depth[vc] == 0) return;
    Sent sent{};
    sent.vc = vc;
    sent.len = static_cast<uint8_t>(1 + below(l1_.max_len));
    sent.op = static_cast<uint8_t>(below(6) ? below(2) : 2 + below(2));
    sent.status = static_cast<uint8_t>(below(12) ? 0 : 1 + below(2));
    const Page &page = page_[below(3) ? below((page_.size() + 2) / 3) : below(page_.size())];
    // In few regions, at both ends of the page.
    sent.npa = flitlock_npa_make(&l2_.npa, page.offset) + (below(2) << 8) + below(2) * 64;
    sent.npa |= below(2) << (flitlock_npa_page_bits(&l2_.npa, page.offset) - 1);
    if (below(16) == 0) sent.npa ^= uint64_t{1} << (l2_.npa.acc_lsb + below(64 - l2_.npa.acc_lsb));
    sent.plain = !(l1_.translate >> vc & 1) || sent.op >= 2 || sent.status != 0;
    sent.bytes.resize(size_t{sent.len} * l1_.unit_bytes);
    for (uint8_t &byte : sent.bytes)
      byte = static_cast<uint8_t>(random_());
    const uint32_t src = flitlock_address(static_cast<uint32_t>(below(10)), 1, 2, 3), id = next_id_++;
    Sent &kept = station.sent[{src, id}] = std::move(sent);
    station.order[{kept.vc, kept.npa >> 8}].push_back({src, id});
    for (unsigned seq = 0; seq < kept.len; seq += l1_.width) {
      flitlock_flit flit{};
      flit.vc = kept.vc;
      flit.seq = static_cast<uint8_t>(seq);
      flit.units = static_cast<uint8_t>(std::min<unsigned>(l1_.width, kept.len - seq));
      flit.head = seq == 0;
      flit.tail = seq + flit.units == kept.len;
      flit.len = kept.len;
      flit.op = kept.op;
      flit.status = kept.status;
      flit.bytes = static_cast<uint16_t>(below(4096));
      flit.dst = static_cast<uint32_t>(random_());
      flit.src = src;
      flit.id = id;
      flit.birth = static_cast<uint32_t>(cycle_);
      flit.addr = kept.npa;
      flit.payload = kept.bytes.data() + size_t{seq} * l1_.unit_bytes;
      if (seq != 0) {
        flit.dst = station.sending.back().dst;
        flit.bytes = station.sending.back().bytes;
      }
      station.sending.push_back(flit);
    }
  }

  void source(Station &station, bool draining) {
    take_credits(station.link, cycle_, l1_.vcs, station.credit.data());
    if (station.sending.empty() && !draining && below(traffic_.gap) == 0) new_packet(station);
    if (station.sending.empty() || station.credit[station.sending.front().vc] == 0 || below(8) == 0) return;
    station.credit[station.sending.front().vc]--;
    station.link.flits.push_back({cycle_ + station.link.latency, station.sending.front()});
    station.sending.pop_front();
  }

  void endpoint(Station &station, bool draining) {
    while (!station.inside.flits.empty() && station.inside.flits.front().at <= cycle_) {
      const flitlock_flit &flit = station.inside.flits.front().flit;
      take(station, flit);
      const uint64_t wait = draining || below(3) ? 0 : below(traffic_.stall + 1);
      station.owed[flit.vc].push_back(cycle_ + wait);
      station.inside.flits.pop_front();
    }
    uint32_t word = 0;
    for (unsigned v = 0; v < l1_.vcs; v++) {
      if (station.owed[v].empty() || station.owed[v].front() > cycle_) continue;
      word |= flitlock_credit_one(v, 1);
      station.owed[v].pop_front();
    }
    if (word) station.inside.credits.push_back({cycle_ + station.inside.credit_latency, word});
  }

  void take(Station &station, const flitlock_flit &flit) {
    const auto found = station.sent.find({flit.src, flit.id});
    if (found == station.sent.end()) {
      problem_ = "R-TLB-INV-2: a packet leaves that did not enter";
      return;
    }
    const Sent &sent = found->second;
    if (flit.head) {
      auto &order = station.order[{sent.vc, sent.npa >> 8}];
      const auto mine = std::find(order.begin(), order.end(), found->first);
      if (std::any_of(order.begin(), mine, [&](const auto &other) {
            return other.first == flit.src && station.sent.at(other).plain == sent.plain;
          }))
        problem_ = "R-TLB-INV-3: a packet overtakes one of its source, VC and region";
      order.erase(mine);
      station.arrived_units = 0;
      seen_.status[flit.status]++;
    }
    if (flit.seq != station.arrived_units) problem_ = "R-FL-5: the flits of a packet are out of order";
    station.arrived_units += flit.units;
    look_at_translation(sent, flit);
    if (flit.tail) {
      seen_.packets++;
      if (station.arrived_units != sent.len) problem_ = "R-TLB-INV-2: a packet leaves that is not whole";
      station.sent.erase(found);
    }
  }

  void look_at_translation(const Sent &sent, const flitlock_flit &flit) {
    if (sent.plain || flit.status != 0) {
      if (flit.addr != sent.npa) problem_ = "R-TLB-L1-10: the address of a packet without a translation changes";
      if (sent.plain && flit.status != sent.status) problem_ = "R-TLB-L1-2: the status of a plain packet changes";
      return;
    }
    if (!flitlock_npa_own(&l2_.npa, sent.npa)) {
      problem_ = "R-TLB-L1-5: an address of another accelerator is translated";
      return;
    }
    const uint64_t offset = flitlock_npa_page(&l2_.npa, sent.npa);
    for (const Page &page : page_) {
      if (page.offset != offset || page.changed) continue;
      const uint64_t mask = (uint64_t{1} << flitlock_npa_page_bits(&l2_.npa, offset)) - 1;
      if (flit.addr != ((page.spa & ~mask) | (sent.npa & mask))) problem_ = "R-TLB-N-4: a wrong translation";
    }
  }

  // ---- What is looked at

  void watch() {
    for (auto &station : station_) {
      if (!(station->l1.out.flit_valid >> FLITLOCK_L1_TLB_TRACE & 1)) continue;
      const flitlock_flit &flit = station->l1.out_flit[FLITLOCK_L1_TLB_TRACE];
      seen_.l1[flit.bytes & 15]++;
      seen_.l1_message[flit.bytes >> 4 & 15]++;
    }
    const uint32_t trace = flitlock_l2_tlb_port_trace(l2_.stations);
    if (!(l2_unit_->out.flit_valid >> trace & 1)) return;
    const flitlock_flit &flit = l2_unit_->out_flit[trace];
    seen_.l2[flit.bytes & 15]++;
    seen_.l2_pte[flit.bytes >> 4 & 15]++;
    seen_.invalidations += flit.bytes >> 9 & 1;
    if (flit.bytes >> 8 & 1) {
      seen_.starts++;
      seen_.level[flit.dst & 7]++;
    }
  }

  bool activity() const {
    bool moved = l2_unit_->out.flit_valid != 0 || table_->out.flit_valid != 0;
    for (auto &station : station_)
      moved = moved || station->l1.out.flit_valid != 0;
    return moved;
  }

  bool quiet() const {
    bool busy = !commands_.empty() || !reads_.flits.empty() || !ptes_.flits.empty() || !prefetch_.flits.empty();
    for (auto &station : station_)
      busy = busy || !station->sent.empty() || !station->up.flits.empty() || !station->down.flits.empty() ||
             !station->link.credits.empty();
    busy = busy || !prefetch_.credits.empty() || !command_.credits.empty();
    // What a prefetch has begun ends by itself.
    return !busy && cycle_ > traffic_.cycles + 200;
  }

  void collect_problems() {
    auto add = [&](const Unit &unit) {
      if (problem_.empty()) problem_ = unit.problem;
    };
    for (auto &station : station_)
      add(station->l1);
    add(*l2_unit_);
    add(*table_);
  }

  void at_end() {
    for (auto &station : station_) {
      take_credits(station->link, cycle_, l1_.vcs, station->credit.data());
      for (unsigned v = 0; v < l1_.vcs; v++)
        if (station->credit[v] != l1_.in_depth[v]) problem_ = "R-TLB-INV-5: credits of a link are not home";
    }
    if (prefetch_credit_ != l2_.prefetch_depth || command_credit_ != l2_.ctl_depth)
      problem_ = "R-TLB-INV-5: credits of the host are not home";
  }

  const TlbTraffic &traffic_;
  const flitlock_l1_tlb_params &l1_;
  const flitlock_l2_tlb_params &l2_;
  TlbSeen &seen_;
  std::mt19937_64 random_;
  flitlock_page_tables *tables_ = nullptr;
  flitlock_page_table_params table_params_{};
  std::vector<Page> page_;
  std::vector<std::unique_ptr<Station>> station_;
  std::unique_ptr<Unit> l2_unit_, table_;
  Lane prefetch_, command_, completion_, reads_, ptes_;
  uint32_t prefetch_credit_ = 0, command_credit_ = 0, command_id_ = 100, next_id_ = 0;
  std::deque<uint32_t> commands_;  // that are not complete
  uint64_t cycle_ = 0;
  std::string problem_;
};

}  // namespace

TlbSeen &TlbSeen::operator+=(const TlbSeen &other) {
  const auto add = [](auto &to, const auto &from) {
    for (size_t k = 0; k < std::size(to); k++)
      to[k] += from[k];
  };
  add(l1, other.l1);
  add(l1_message, other.l1_message);
  add(l2, other.l2);
  add(l2_pte, other.l2_pte);
  add(level, other.level);
  add(status, other.status);
  starts += other.starts;
  invalidations += other.invalidations;
  packets += other.packets;
  completed += other.completed;
  cycles += other.cycles;
  return *this;
}

std::string run_tlb(const TlbTraffic &traffic, const flitlock_l1_tlb_params &l1, const flitlock_l2_tlb_params &l2,
                    const TlbBlock &l1_block, const TlbBlock &l2_block, TlbSeen &seen) {
  return Rig(traffic, l1, l2, l1_block, l2_block, seen).run();
}

}  // namespace flitlock_test
