// SPDX-License-Identifier: Apache-2.0
// The link TLBs of one GPU on a bench: an L1 for each station, the L2, the page table, all channels of latency 1,
// senders in front of the stations and receivers behind them. Any implementation of the blocks can stand in it, so the
// same traffic can be played to two of them and what every port presented be compared (`log`).
#ifndef FLITLOCK_TESTS_TLB_RIG_H
#define FLITLOCK_TESTS_TLB_RIG_H

#include <flitlock/link_tlb.h>
#include <flitlock/rng.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace flitlock_test {

struct TlbBlocks {
  const flitlock_block_ops *l1 = &flitlock_l1_tlb_golden;
  const flitlock_block_ops *l2 = &flitlock_l2_tlb_golden;
  const flitlock_block_ops *table = &flitlock_page_table_golden;
};

struct TlbRigParams {
  flitlock_l1_tlb_params l1;
  flitlock_l2_tlb_params l2;
  uint32_t access = 270;  // latency of the page table
  TlbBlocks blocks;
  bool clocked = false;  // every block is stepped in every cycle, else as it asks
  bool logged = false;   // `log` is kept
  double stall = 0;      // a flit behind `inside` is not taken in a cycle with this probability
  double gap = 0;        // a sender pauses inside a packet with this probability (R-IN-3)
  uint64_t seed = 1;

  TlbRigParams();  // the defaults of link_tlb.h with one station and one VC, 0
  void stations(uint32_t count) { l2.stations = count; }
  void npa(const flitlock_npa &npa) { l1.npa = l2.npa = npa; }
  void page_bits(unsigned bits);
  void walk_b();  // 5 accesses of 240 for a page of 2 MiB
};

struct TlbPacket {
  uint64_t npa = 0;
  uint32_t src = 1;  // R-FL-2: its lowest byte is the GPU
  uint32_t id = 0;
  uint8_t op = FLITLOCK_OP_WRITE_REQ;
  uint8_t len = 1;
  uint8_t vc = 0;
  uint8_t status = 0;
};

// A packet as it came out of a station: cycle at which its head is sampled behind the TLB, and its head.
struct TlbOut {
  uint64_t cycle;
  uint32_t station;
  flitlock_flit head;
};

struct TlbRecord {
  uint32_t station;
  flitlock_l1_tlb_record record;
};

class TlbRig {
 public:
  explicit TlbRig(const TlbRigParams &params);
  ~TlbRig();
  TlbRig(const TlbRig &) = delete;

  // The page table; SPA of a page is its offset + `kMove`.
  static constexpr uint64_t kMove = 0x8000000000ULL;
  void map(uint64_t offset, uint64_t size = 1, uint8_t read = 255, uint8_t write = 255, uint64_t move = kMove);
  uint64_t npa(uint64_t offset) const { return flitlock_npa_make(&params_.l1.npa, offset); }
  flitlock_page_tables *tables() { return tables_; }

  // The head is sampled by the station's L1 at `cycle` at the earliest. Packets of a station in order.
  void send(uint32_t station, uint64_t cycle, const TlbPacket &packet);
  // Sampled by L2 at `cycle` or later.
  void invalidate(uint64_t cycle, uint64_t base, unsigned range_bits, uint32_t id = 1);
  void prefetch(uint64_t cycle, uint64_t npa, uint32_t src = 1);
  // Called before the step of that cycle, in the order given.
  void at(uint64_t cycle, std::function<void()> what);

  void run(uint64_t cycles);
  // Until nothing is under way and nothing is to come; false: not within `limit` cycles.
  bool run_to_quiet(uint64_t limit = 1000000);

  uint64_t cycle = 0;
  std::string error;               // of creation
  std::vector<TlbOut> out;         // packets behind the stations, in order
  std::vector<TlbRecord> records;  // of L1s
  std::vector<flitlock_walk_record> walks;
  std::vector<std::pair<uint64_t, uint32_t>> completed;  // invalidations: cycle sampled by the host, id
  std::vector<std::string> log;                          // what every port presented, in order
  std::string broken;                                    // first breach of a rule seen behind the stations
  uint64_t steps = 0;                                    // of blocks

  flitlock_l1_tlb_counts counts(uint32_t station = 0) const;
  flitlock_l2_tlb_counts l2_counts() const;
  // First complaint of a block, empty: none.
  std::string check() const;
  flitlock_block *l1(uint32_t station) const { return node_[station].block; }
  flitlock_block *l2() const { return node_[params_.l2.stations].block; }

 private:
  struct Node {
    const flitlock_block_ops *ops = nullptr;
    flitlock_block *block = nullptr;
    uint64_t wake = 0;
    std::vector<flitlock_flit> in_flit, out_flit;
    std::vector<uint32_t> in_credit, out_credit;
    flitlock_in in{};
    flitlock_out out{};
  };
  struct Sender {
    std::deque<std::pair<uint64_t, TlbPacket>> queue;
    uint32_t sent = 0;  // units of the front packet
    uint8_t *payload = nullptr;
    std::vector<uint32_t> credits;
  };
  struct Receiver {
    std::deque<flitlock_flit> queue;
    bool inside = false;
    flitlock_flit last{};
  };
  struct To {
    int node;  // -1: the host or a receiver
    unsigned port;
  };

  bool make(const flitlock_block_ops *ops, const void *params, const std::string &name, Node &node);
  To far_end(int node, unsigned port) const;
  void deliver_flit(int node, unsigned port, const flitlock_flit &flit);
  void deliver_credit(int node, unsigned port, uint32_t word);
  void drive();
  void step_blocks();
  void collect();
  void take(uint32_t station, const flitlock_flit &flit);
  void note(int node, const char *lane, unsigned port, const std::string &text);

  TlbRigParams params_;
  flitlock_rng rng_{};
  flitlock_page_tables *tables_ = nullptr;
  std::vector<Node> node_;  // L1s, L2, page table
  std::vector<Sender> sender_;
  std::vector<Receiver> receiver_;
  std::deque<std::pair<uint64_t, flitlock_flit>> commands_, prefetches_;
  uint32_t ctl_credits_ = 0, prefetch_credits_ = 0;
  std::deque<std::pair<uint64_t, std::function<void()>>> events_;
  uint64_t inside_ = 0;  // flits sent and not yet received
  uint64_t open_invalidations_ = 0;
  std::vector<std::vector<uint8_t>> payload_;
  struct Ear {
    TlbRig *rig;
    uint32_t station;
  };
  std::deque<Ear> ears_;
};

}  // namespace flitlock_test

#endif
