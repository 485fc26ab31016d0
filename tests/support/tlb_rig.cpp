// SPDX-License-Identifier: Apache-2.0
#include "support/tlb_rig.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace flitlock_test {

namespace {

enum { kTableNode = 1 };  // behind the L2's number

uint8_t payload_byte(uint32_t src, uint32_t id, unsigned unit) {
  return static_cast<uint8_t>(src * 31 + id * 7 + unit + 1);
}

}  // namespace

TlbRigParams::TlbRigParams() {
  flitlock_l1_tlb_params_default(&l1);
  flitlock_l2_tlb_params_default(&l2);
  l1.vcs = 2;
  l2.stations = 1;
  l2.root = 0x100;
}

void TlbRigParams::page_bits(unsigned bits) {
  for (auto *npa : {&l1.npa, &l2.npa})
    std::fill(std::begin(npa->page_bits), std::end(npa->page_bits), static_cast<uint8_t>(bits));
}

void TlbRigParams::walk_b() {
  const std::array<uint8_t, 5> lsb = {57, 48, 39, 30, 21};
  std::copy(lsb.begin(), lsb.end(), l2.level_lsb);
  access = 240;
}

bool TlbRig::make(const flitlock_block_ops *ops, const void *params, const std::string &name, Node &node) {
  flitlock_error what{};
  node.ops = ops;
  if (ops->create(params, name.c_str(), &node.block, &what) != FLITLOCK_OK) {
    if (error.empty()) error = what.text;
    return false;
  }
  flitlock_block_info info{};
  ops->describe(node.block, &info);
  node.in_flit.resize(info.ports);
  node.in_credit.resize(info.ports);
  node.out_flit.resize(info.ports);
  node.out_credit.resize(info.ports);
  ops->reset(node.block);
  return true;
}

TlbRig::TlbRig(const TlbRigParams &params) : params_(params) {
  flitlock_rng_seed(&rng_, params.seed, 77);
  flitlock_error what{};
  if (flitlock_page_tables_create(&params_.l2, 0x1000, &tables_, &what) != FLITLOCK_OK) {
    error = what.text;
    return;
  }
  const uint32_t stations = params_.l2.stations;
  node_.resize(stations + 2);
  sender_.resize(stations);
  receiver_.resize(stations);
  for (uint32_t s = 0; s < stations; s++) {
    ears_.push_back({this, s});
    params_.l1.record = [](void *self, const flitlock_l1_tlb_record *record) {
      auto *ear = static_cast<Ear *>(self);
      ear->rig->records.push_back({ear->station, *record});
    };
    params_.l1.record_self = &ears_.back();
    if (!make(params_.blocks.l1, &params_.l1, "gpu0.l1." + std::to_string(s), node_[s])) return;
    sender_[s].credits.assign(params_.l1.in_depth, params_.l1.in_depth + params_.l1.vcs);
  }
  params_.l2.record = [](void *self, const flitlock_walk_record *record) {
    static_cast<TlbRig *>(self)->walks.push_back(*record);
  };
  params_.l2.record_self = this;
  if (!make(params_.blocks.l2, &params_.l2, "gpu0.l2", node_[stations])) return;
  flitlock_page_table_params table{};
  flitlock_page_table_params_default(&table);
  table.latency = params_.access;
  table.tables = tables_;
  if (!make(params_.blocks.table, &table, "gpu0.page_table", node_[stations + kTableNode])) return;
  ctl_credits_ = params_.l2.ctl_depth;
  prefetch_credits_ = params_.l2.prefetch_depth;
}

TlbRig::~TlbRig() {
  for (Node &node : node_)
    if (node.ops != nullptr) node.ops->destroy(node.block);
  flitlock_page_tables_destroy(tables_);
}

void TlbRig::map(uint64_t offset, uint64_t size, uint8_t read, uint8_t write, uint64_t move) {
  flitlock_error what{};
  if (flitlock_page_tables_map_range(tables_, offset, size, offset + move, read, write, &what) != FLITLOCK_OK)
    broken = what.text;
}

void TlbRig::send(uint32_t station, uint64_t when, const TlbPacket &packet) {
  sender_[station].queue.emplace_back(when, packet);
  inside_ += flitlock_flits(packet.len, params_.l1.width);
}

void TlbRig::invalidate(uint64_t when, uint64_t base, unsigned range_bits, uint32_t id) {
  flitlock_flit flit{};
  flit.head = flit.tail = flit.units = flit.len = 1;
  flit.op = FLITLOCK_OP_WRITE_REQ;
  flit.addr = base;
  flit.bytes = static_cast<uint16_t>(range_bits);
  flit.id = id;
  commands_.emplace_back(when, flit);
  open_invalidations_++;
}

void TlbRig::prefetch(uint64_t when, uint64_t npa, uint32_t src) {
  flitlock_flit flit{};
  flit.head = flit.tail = flit.units = flit.len = 1;
  flit.op = FLITLOCK_OP_READ_REQ;
  flit.addr = npa;
  flit.src = src;
  prefetches_.emplace_back(when, flit);
}

void TlbRig::at(uint64_t when, std::function<void()> what) { events_.emplace_back(when, std::move(what)); }

// ---- Channels

TlbRig::To TlbRig::far_end(int node, unsigned port) const {
  const int stations = static_cast<int>(params_.l2.stations);
  if (node < stations) {
    if (port == FLITLOCK_L1_TLB_L2) return {stations, static_cast<unsigned>(node)};
    return {-1, port};
  }
  if (node == stations) {
    if (port < params_.l2.stations) return {static_cast<int>(port), FLITLOCK_L1_TLB_L2};
    if (port == flitlock_l2_tlb_port_mem(params_.l2.stations)) return {stations + kTableNode, 0};
    return {-1, port};
  }
  return {stations, flitlock_l2_tlb_port_mem(params_.l2.stations)};
}

void TlbRig::deliver_flit(int node, unsigned port, const flitlock_flit &flit) {
  node_[static_cast<size_t>(node)].in_flit[port] = flit;
  node_[static_cast<size_t>(node)].in.flit_valid |= 1ULL << port;
}

void TlbRig::deliver_credit(int node, unsigned port, uint32_t word) {
  node_[static_cast<size_t>(node)].in_credit[port] = word;
  node_[static_cast<size_t>(node)].in.credit_valid |= 1ULL << port;
}

void TlbRig::note(int node, const char *lane, unsigned port, const std::string &text) {
  log.push_back(std::to_string(cycle) + " block " + std::to_string(node) + " port " + std::to_string(port) + " " +
                lane + " " + text);
}

// What the host, senders and receivers put on the inputs that are sampled at this cycle.
void TlbRig::drive() {
  while (!events_.empty() && events_.front().first <= cycle) {
    events_.front().second();
    events_.pop_front();
  }
  const uint32_t width = params_.l1.width;
  for (uint32_t s = 0; s < params_.l2.stations; s++) {
    Sender &sender = sender_[s];
    if (!sender.queue.empty() && sender.queue.front().first <= cycle) {
      const TlbPacket &packet = sender.queue.front().second;
      const bool pause = sender.sent != 0 && params_.gap > 0 && flitlock_rng_double(&rng_) < params_.gap;
      const uint32_t need = sender.sent == 0 ? flitlock_flits(packet.len, width) : 1;
      if (!pause && sender.credits[packet.vc] >= need) {
        if (sender.sent == 0) {
          payload_.emplace_back(size_t{packet.len} * params_.l1.unit_bytes);
          sender.payload = payload_.back().data();
          for (unsigned u = 0; u < packet.len; u++)
            std::memset(sender.payload + size_t{u} * params_.l1.unit_bytes, payload_byte(packet.src, packet.id, u),
                        params_.l1.unit_bytes);
        }
        flitlock_flit flit{};
        flit.vc = packet.vc;
        flit.op = packet.op;
        flit.len = packet.len;
        flit.bytes = static_cast<uint16_t>(packet.len * params_.l1.unit_bytes);
        flit.src = packet.src;
        flit.dst = 0x01000000U;
        flit.id = packet.id;
        flit.birth = static_cast<uint32_t>(cycle);
        flit.addr = packet.npa;
        flit.status = packet.status;
        flit.seq = static_cast<uint8_t>(sender.sent);
        flit.units = static_cast<uint8_t>(std::min<uint32_t>(width, packet.len - sender.sent));
        flit.head = flit.seq == 0;
        flit.tail = flit.seq + flit.units == packet.len;
        flit.payload = sender.payload + size_t{sender.sent} * params_.l1.unit_bytes;
        sender.credits[packet.vc]--;
        sender.sent += flit.units;
        deliver_flit(static_cast<int>(s), FLITLOCK_L1_TLB_LINK, flit);
        if (flit.tail) {
          sender.sent = 0;
          sender.queue.pop_front();
        }
      }
    }
    Receiver &receiver = receiver_[s];
    if (!receiver.queue.empty() && !(params_.stall > 0 && flitlock_rng_double(&rng_) < params_.stall)) {
      deliver_credit(static_cast<int>(s), FLITLOCK_L1_TLB_INSIDE, flitlock_credit_one(receiver.queue.front().vc, 1));
      receiver.queue.pop_front();
      inside_--;
    }
  }
  const int l2 = static_cast<int>(params_.l2.stations);
  if (!commands_.empty() && commands_.front().first <= cycle && ctl_credits_ != 0) {
    deliver_flit(l2, flitlock_l2_tlb_port_ctl(params_.l2.stations), commands_.front().second);
    commands_.pop_front();
    ctl_credits_--;
  }
  if (!prefetches_.empty() && prefetches_.front().first <= cycle && prefetch_credits_ != 0) {
    deliver_flit(l2, flitlock_l2_tlb_port_prefetch(params_.l2.stations), prefetches_.front().second);
    prefetches_.pop_front();
    prefetch_credits_--;
  }
}

void TlbRig::step_blocks() {
  for (Node &node : node_) {
    node.out.flit_valid = node.out.credit_valid = 0;
    if (!params_.clocked && node.wake > cycle && (node.in.flit_valid | node.in.credit_valid) == 0) continue;
    node.in.flit = node.in_flit.data();
    node.in.credit = node.in_credit.data();
    node.out.flit = node.out_flit.data();
    node.out.credit = node.out_credit.data();
    node.wake = node.ops->step(node.block, cycle, &node.in, &node.out);
    node.in.flit_valid = node.in.credit_valid = 0;
    steps++;
  }
}

// R-TLB-L1-10, R-TLB-INV-2, R-FL-5, seen from behind a station.
void TlbRig::take(uint32_t station, const flitlock_flit &flit) {
  Receiver &receiver = receiver_[station];
  const std::string where = "cycle " + std::to_string(cycle) + " station " + std::to_string(station) + ": ";
  if (flit.head == receiver.inside) broken = where + "a head inside a packet, or a flit outside of one";
  if (!flit.head) {
    const flitlock_flit &last = receiver.last;
    if (last.src != flit.src || last.id != flit.id || last.addr != flit.addr || last.status != flit.status ||
        last.vc != flit.vc || last.seq + last.units != flit.seq)
      broken = where + "flits of a packet differ";
  }
  for (unsigned u = 0; u < flit.units; u++)
    if (flit.payload[u * params_.l1.unit_bytes] != payload_byte(flit.src, flit.id, flit.seq + u))
      broken = where + "a byte of the payload is wrong";
  receiver.inside = !flit.tail;
  receiver.last = flit;
  receiver.queue.push_back(flit);
  if (flit.head) out.push_back({cycle + 1, station, flit});
}

void TlbRig::collect() {
  const int stations = static_cast<int>(params_.l2.stations);
  for (int n = 0; n < stations + 2; n++) {
    const Node &node = node_[static_cast<size_t>(n)];
    for (uint64_t mask = node.out.flit_valid; mask != 0; mask &= mask - 1) {
      const auto port = static_cast<unsigned>(__builtin_ctzll(mask));
      const flitlock_flit &flit = node.out.flit[port];
      if (params_.logged) {
        std::array<char, 320> text{};
        flitlock_flit_print(&flit, text.data(), text.size());
        note(n, "flit", port, text.data());
      }
      const To to = far_end(n, port);
      if (to.node >= 0)
        deliver_flit(to.node, to.port, flit);
      else if (n < stations && port == FLITLOCK_L1_TLB_INSIDE)
        take(static_cast<uint32_t>(n), flit);
      else if (n == stations && port == flitlock_l2_tlb_port_ctl(params_.l2.stations)) {
        completed.emplace_back(cycle + 1, flit.id);
        open_invalidations_--;
      }
    }
    for (uint64_t mask = node.out.credit_valid; mask != 0; mask &= mask - 1) {
      const auto port = static_cast<unsigned>(__builtin_ctzll(mask));
      const uint32_t word = node.out.credit[port];
      if (params_.logged) note(n, "credit", port, std::to_string(word));
      const To to = far_end(n, port);
      if (to.node >= 0) {
        deliver_credit(to.node, to.port, word);
      } else if (n < stations) {
        for (unsigned vc = 0; vc < params_.l1.vcs; vc++)
          sender_[static_cast<size_t>(n)].credits[vc] += flitlock_credit_get(word, vc);
      } else if (port == flitlock_l2_tlb_port_ctl(params_.l2.stations)) {
        ctl_credits_ += flitlock_credit_get(word, 0);
      } else {
        prefetch_credits_ += flitlock_credit_get(word, 0);
      }
    }
  }
}

void TlbRig::run(uint64_t cycles) {
  for (const uint64_t end = cycle + cycles; cycle < end; cycle++) {
    drive();
    step_blocks();
    collect();
  }
}

bool TlbRig::run_to_quiet(uint64_t limit) {
  const auto quiet = [&] {
    if (inside_ != 0 || open_invalidations_ != 0 || !prefetches_.empty() || !events_.empty()) return false;
    return std::all_of(node_.begin(), node_.end(), [](const Node &node) {
      return node.ops->occupancy(node.block) == 0 && (node.in.flit_valid | node.in.credit_valid) == 0;
    });
  };
  for (const uint64_t end = cycle + limit; cycle < end;) {
    run(1);
    if (quiet()) break;
  }
  if (!quiet()) return false;
  for (const Sender &sender : sender_)
    for (unsigned vc = 0; vc < params_.l1.vcs; vc++)
      if (sender.credits[vc] != params_.l1.in_depth[vc]) broken = "R-TLB-INV-5: credits are missing";
  if (ctl_credits_ != params_.l2.ctl_depth || prefetch_credits_ != params_.l2.prefetch_depth)
    broken = "R-TLB-INV-5: credits of the host are missing";
  return true;
}

flitlock_l1_tlb_counts TlbRig::counts(uint32_t station) const {
  flitlock_l1_tlb_counts counts{};
  flitlock_l1_tlb_get_counts(l1(station), &counts);
  return counts;
}

flitlock_l2_tlb_counts TlbRig::l2_counts() const {
  flitlock_l2_tlb_counts counts{};
  flitlock_l2_tlb_get_counts(l2(), &counts);
  return counts;
}

std::string TlbRig::check() const {
  if (!broken.empty()) return broken;
  for (const Node &node : node_) {
    flitlock_error what{};
    if (node.ops->check != nullptr && node.ops->check(node.block, &what) != FLITLOCK_OK) return what.text;
  }
  return "";
}

}  // namespace flitlock_test
