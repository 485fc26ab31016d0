// SPDX-License-Identifier: Apache-2.0
#include "support/l2_rig.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <random>

#include "support/l2_requests.h"
#include "support/l2_seen.h"

namespace flitlock_test {
namespace {

constexpr unsigned quiet_edges = 40;   // patient: nothing was presented for so long, so nothing will be
constexpr unsigned standstill = 6000;  // edges
constexpr unsigned half_bytes = FLITLOCK_L2_HALF_BYTES;

// What the slice presented, until it is looked at.
struct Presented {
  uint64_t at;
  bool valid[FLITLOCK_L2_PORTS];
  unsigned credits[FLITLOCK_L2_PORTS];
  flitlock_flit flit[FLITLOCK_L2_PORTS];
  std::array<uint8_t, 128> bytes[FLITLOCK_L2_PORTS];
};

// A request that has no answer yet.
struct Open {
  L2Request request;
  bool accepted = false;
  std::array<uint8_t, half_bytes> expected{};
};

struct Fetch {
  uint64_t due;
  flitlock_flit fill;
  std::array<uint8_t, half_bytes> bytes;
};

// The far end of an output: it owes the credits of what it has taken.
struct FarEnd {
  unsigned owed = 0, held = 0, out = 0;  // out: credits that the slice does not have
};

class Rig {
 public:
  Rig(const L2Traffic &traffic, const flitlock_l2_slice_params &params, const L2Block &block, L2Seen &seen, L2Log *log)
      : traffic_(traffic),
        params_(params),
        seen_(seen),
        log_(log),
        requests_(traffic, params),
        watch_(params, seen),
        timing_(traffic.seed * 77 + 5),
        ops_(block.ops) {
    flitlock_error error{};
    if (ops_->create(block.params, "slice", &slice_, &error) != FLITLOCK_OK) problem_ = error.text;
    restart();
  }
  ~Rig() {
    if (slice_ != nullptr) ops_->reset(slice_);  // a comparison by windows closes the last one
    ops_->destroy(slice_);
  }
  Rig(const Rig &) = delete;
  Rig &operator=(const Rig &) = delete;

  std::string run() {
    for (; problem_.empty(); cycle_++) {
      if (traffic_.reset != 0 && cycle_ == traffic_.reset) restart();
      take_what_is_due();
      if (finished()) break;
      step();
      if (cycle_ > moved_ + standstill) complain("nothing moves since cycle " + std::to_string(moved_));
    }
    if (problem_.empty()) at_end();
    seen_.cycles += cycle_;
    return problem_;
  }

 private:
  uint64_t below(uint64_t bound) { return timing_() % bound; }
  bool chance(unsigned percent) { return percent != 0 && below(100) < percent; }
  void complain(const std::string &text) {
    if (problem_.empty()) problem_ = "cycle " + std::to_string(cycle_) + ": " + text;
  }

  // The state after reset, of all: what was not written back is lost.
  void restart() {
    if (slice_ == nullptr) return;
    ops_->reset(slice_);
    watch_.restart();
    flat_ = memory_;
    credit_[0] = params_.req_depth;
    credit_[1] = params_.fill_depth;
    for (FarEnd &end : end_)
      end = {};
    end_[0].held = std::min<unsigned>(traffic_.held, params_.rsp_credits - 1U);
    end_[1].held = std::min<unsigned>(traffic_.held, params_.mem_req_credits - 1U);
    presented_.clear();
    waiting_.clear();
    open_.clear();
    fetches_.clear();
    flushing_ = draining_ = false;
    moved_ = cycle_;
  }

  // ---- One edge

  void step() {
    flitlock_flit in_flit[FLITLOCK_L2_PORTS] = {}, out_flit[FLITLOCK_L2_PORTS] = {};
    uint32_t in_credit[FLITLOCK_L2_PORTS] = {}, out_credit[FLITLOCK_L2_PORTS] = {};
    flitlock_in in = {0, 0, in_flit, in_credit};
    flitlock_out out = {0, 0, out_flit, out_credit};
    decide();
    send_request(in, in_flit[FLITLOCK_L2_PORT_REQ]);
    send_fill(in, in_flit[FLITLOCK_L2_PORT_MEM_RSP]);
    in_credit[FLITLOCK_L2_PORT_RSP] = give(end_[0], traffic_.rsp_stall, seen_.rsp_owes, seen_.rsp_keeps);
    in_credit[FLITLOCK_L2_PORT_MEM_REQ] = give(end_[1], traffic_.mem_stall, seen_.mem_owes, seen_.mem_keeps);
    for (unsigned port : {FLITLOCK_L2_PORT_RSP, FLITLOCK_L2_PORT_MEM_REQ})
      if (in_credit[port]) in.credit_valid |= uint64_t{1} << port;
    seen_.rsp_dry += end_[0].out == params_.rsp_credits;
    seen_.mem_dry += end_[1].out == params_.mem_req_credits;
    ops_->step(slice_, cycle_, &in, &out);
    if (in.flit_valid || in.credit_valid || out.flit_valid || out.credit_valid) moved_ = cycle_;
    if (out.flit_valid || out.credit_valid) keep(out);
    flitlock_error error{};
    if (ops_->check && ops_->check(slice_, &error) != FLITLOCK_OK) complain(error.text);
  }

  // What is sent is gone after the step, R-L2S-PORT-11; what is presented may be gone after the next one.
  void keep(const flitlock_out &out) {
    Presented presented{};
    presented.at = cycle_ + 1 + traffic_.late;
    for (unsigned port = 0; port < FLITLOCK_L2_PORTS; port++) {
      presented.valid[port] = out.flit_valid >> port & 1;
      if (out.credit_valid >> port & 1) presented.credits[port] = flitlock_credit_get(out.credit[port], 0);
      if (!presented.valid[port]) continue;
      presented.flit[port] = out.flit[port];
      presented.flit[port].payload = nullptr;
      const size_t size = half_bytes * std::min<size_t>(out.flit[port].units, 2);
      if (out.flit[port].payload) std::memcpy(presented.bytes[port].data(), out.flit[port].payload, size);
    }
    if (presented.valid[FLITLOCK_L2_PORT_RSP]) end_[0].out++;
    if (presented.valid[FLITLOCK_L2_PORT_MEM_REQ]) end_[1].out++;
    presented_.push_back(presented);
  }

  void take_what_is_due() {
    while (!presented_.empty() && presented_.front().at <= cycle_ && problem_.empty()) {
      const Presented now = presented_.front();
      presented_.pop_front();
      take_credits(0, now.credits[FLITLOCK_L2_PORT_REQ], params_.req_depth);
      take_credits(1, now.credits[FLITLOCK_L2_PORT_MEM_RSP], params_.fill_depth);
      // The event of an operation comes before what it produces.
      const auto take = [&](unsigned port, std::vector<L2Log::Entry> L2Log::*lane, auto look) {
        if (!now.valid[port]) return;
        const size_t size = half_bytes * (now.flit[port].units == 2 ? 2U : 1U);
        if (log_)
          (log_->*lane)
              .push_back(
                  {now.flit[port], {now.bytes[port].begin(), now.bytes[port].begin() + static_cast<long>(size)}});
        look(now.flit[port], now.bytes[port].data());
      };
      const auto event = [&](const flitlock_flit &flit, const uint8_t *bytes) { look_at_event(now.at, flit, bytes); };
      take(FLITLOCK_L2_PORT_EVENT, &L2Log::event, event);
      take(FLITLOCK_L2_PORT_RSP, &L2Log::rsp,
           [&](const flitlock_flit &flit, const uint8_t *bytes) { look_at_answer(flit, bytes); });
      take(FLITLOCK_L2_PORT_MEM_REQ, &L2Log::mem_req,
           [&](const flitlock_flit &flit, const uint8_t *bytes) { look_at_order(flit, bytes); });
    }
  }

  void take_credits(unsigned of, unsigned count, unsigned depth) {
    credit_[of] += count;
    if (credit_[of] > depth) complain("R-CH-9: a credit too many comes from " + std::string(of ? "mem_rsp" : "req"));
  }

  // The word of an edge. Two at once now and then: what is behind may have merged two entries, R-CH-7.
  uint32_t give(FarEnd &end, unsigned stall, uint64_t &owes, uint64_t &keeps) {
    if (draining_) end.held = 0;
    if (end.owed <= end.held) return 0;
    if (!draining_) owes++;  // then nothing stalls
    if (!draining_ && chance(stall)) {
      keeps++;
      return 0;
    }
    const unsigned count = end.owed - end.held >= 2 && below(4) == 0 ? 2 : 1;
    end.owed -= count;
    end.out -= count;
    return flitlock_credit_one(0, count);
  }

  // ---- What the clients do

  bool quiet() const {
    const auto still = [](const FarEnd &end) { return end.owed <= end.held; };
    return cycle_ > moved_ + quiet_edges + traffic_.late && presented_.empty() && still(end_[0]) && still(end_[1]);
  }
  bool all_sent() const { return sent_ == traffic_.requests; }
  bool may_act() const { return !traffic_.patient || quiet(); }

  // New requests, and in a patient run which fill comes.
  void decide() {
    if (traffic_.patient) {
      if (quiet()) decide_patiently();
    } else if (!all_sent() && waiting_.empty() && below(traffic_.gap) == 0) {
      make_request();
    }
    draining_ = all_sent() && waiting_.empty();
    if (!draining_ || !open_.empty() || flushing_ || !may_act()) return;
    // At the very end all is written back.
    flushing_ = true;
    L2Request last{};
    last.flit.head = last.flit.tail = last.flit.units = last.flit.len = 1;
    last.flit.id = static_cast<uint32_t>(traffic_.requests);
    last.payload[8] = FLITLOCK_L2_CODE_FLUSH;
    last.access.operation = FLITLOCK_L2_FLUSH;
    last.code = FLITLOCK_L2_CODE_FLUSH;
    waiting_.push_back(last);
  }

  void decide_patiently() {
    // Not while one waits, be it here or in the request queue: how long that is must not matter.
    const bool can_send =
        !all_sent() && waiting_.empty() &&
        std::all_of(open_.begin(), open_.end(), [](const auto &each) { return each.second.accepted; });
    if (!fetches_.empty() && (!can_send || choice_() % 3 != 0)) {
      const size_t n = traffic_.shuffle ? choice_() % fetches_.size() : 0;
      released_ = static_cast<int>(n);
      moved_ = cycle_;
    } else if (can_send) {
      for (unsigned n = static_cast<unsigned>(1 + choice_() % 12); n > 0 && !all_sent(); n--)
        make_request();
      moved_ = cycle_;
    }
  }

  void make_request() {
    const auto number = static_cast<uint32_t>(sent_++);
    waiting_.push_back(requests_.next(flat_, number, traffic_.patient ? number : cycle_));
    seen_.requests++;
  }

  void send_request(flitlock_in &in, flitlock_flit &lane) {
    if (waiting_.empty()) return;
    if (credit_[0] == 0) {
      seen_.req_dry++;
      return;
    }
    Open &open = open_[waiting_.front().flit.id];
    open.request = waiting_.front();
    waiting_.pop_front();
    credit_[0]--;
    lane = open.request.flit;
    lane.payload = open.request.payload.data();
    in.flit_valid |= uint64_t{1} << FLITLOCK_L2_PORT_REQ;
  }

  // ---- The memory

  void send_fill(flitlock_in &in, flitlock_flit &lane) {
    if (credit_[1] == 0 || fetches_.empty()) return;
    size_t n = 0;
    if (traffic_.patient) {
      if (released_ < 0) return;
      n = static_cast<size_t>(released_);
      released_ = -1;
    } else {
      std::vector<size_t> due;
      for (size_t k = 0; k < fetches_.size() && (traffic_.shuffle || k == 0); k++)
        if (fetches_[k].due <= cycle_) due.push_back(k);
      if (due.empty()) return;
      n = due[below(due.size())];
    }
    if (n != 0) seen_.fills_shuffled++;
    sent_fill_ = fetches_[n];
    fetches_.erase(fetches_.begin() + static_cast<long>(n));
    credit_[1]--;
    lane = sent_fill_.fill;
    lane.payload = sent_fill_.bytes.data();
    in.flit_valid |= uint64_t{1} << FLITLOCK_L2_PORT_MEM_RSP;
  }

  void look_at_order(const flitlock_flit &flit, const uint8_t *bytes) {
    end_[1].owed++;
    if (flit.src != params_.self || flit.dst != params_.memory) complain("R-L2S-PORT-8: src or dst on mem_req");
    if (flit.op == FLITLOCK_OP_READ_REQ) {
      take_fetch(flit);
      return;
    }
    flitlock_l2_command command;
    flitlock_l2_command_unpack(&command, bytes);
    if (flit.op != FLITLOCK_OP_WRITE_REQ || flit.units != 2 || flit.addr % half_bytes != 0 || command.mask == 0)
      complain("R-L2S-PORT-6: a write-back of another form");
    for (unsigned n = 0; n < half_bytes; n++)
      if (command.mask >> n & 1) memory_.Set(flit.addr + n, bytes[half_bytes + n]);
  }

  void take_fetch(const flitlock_flit &flit) {
    if ((flit.bytes != 32 && flit.bytes != 64) || flit.addr % flit.bytes != 0 || flit.id >= params_.mshrs)
      complain("R-L2S-PORT-7: a fetch of another form");
    Fetch fetch{};
    fetch.due = cycle_ + 1 + below(traffic_.latency);
    for (const Fetch &other : fetches_)
      if (other.fill.addr < flit.addr + flit.bytes && flit.addr < other.fill.addr + other.fill.bytes)
        complain("R-L2S-NEW-5: a sector is fetched twice");
    flitlock_flit &fill = fetch.fill;
    fill = flit;
    fill.op = FLITLOCK_OP_READ_RSP;
    fill.src = static_cast<uint32_t>(choice_());  // these are not looked at
    fill.dst = static_cast<uint32_t>(choice_());
    fill.birth = static_cast<uint32_t>(choice_());
    // The bytes of a sector that was not asked for are of no meaning.
    for (unsigned n = 0; n < half_bytes; n++) {
      const uint64_t address = flit.addr / half_bytes * half_bytes + n;
      const bool asked = address >= flit.addr && address < flit.addr + flit.bytes;
      fetch.bytes[n] = asked ? memory_.Get(address) : static_cast<uint8_t>(choice_());
    }
    fetches_.push_back(fetch);
  }

  // ---- What the slice says

  void look_at_event(uint64_t at, const flitlock_flit &flit, const uint8_t *bytes) {
    flitlock_l2_event event;
    flitlock_l2_event_unpack(&event, bytes);
    // (A write that was merged has its answer before it is drained.)
    const bool begins = event.kind == FLITLOCK_L2_NEW || event.kind == FLITLOCK_L2_FLUSHING;
    const auto found = open_.find(flit.id);
    if (begins && found == open_.end()) {
      complain("R-L2S-EV-2: an event of a request that is not there");
      return;
    }
    const std::string wrong = watch_.look(at, flit, event, begins ? found->second.request.code : 0);
    if (!wrong.empty()) complain(wrong);
    if (event.kind != FLITLOCK_L2_NEW) return;
    Open &open = found->second;
    if (open.accepted) complain("R-L2S-NEW-4: a request is accepted twice");
    open.accepted = true;
    open.request.access.data = open.request.payload.data() + half_bytes;
    open.expected = flat_.Do(open.request.access);
  }

  void look_at_answer(const flitlock_flit &flit, const uint8_t *bytes) {
    end_[0].owed++;
    const auto found = open_.find(flit.id);
    if (found == open_.end()) {
      complain("R-L2S-NEW-9: an answer to a request that is not there");
      return;
    }
    const Open &open = found->second;
    const flitlock_flit &asked = open.request.flit;
    if (flit.src != asked.dst || flit.dst != asked.src || flit.addr != asked.addr || flit.bytes != asked.bytes ||
        flit.birth != asked.birth || flit.units != 1 ||
        flit.op != (asked.op == FLITLOCK_OP_READ_REQ ? FLITLOCK_OP_READ_RSP : FLITLOCK_OP_WRITE_RSP))
      complain("R-L2S-PORT-5: the header of an answer");
    if (open.request.access.operation < FLITLOCK_L2_FLUSH && !open.accepted)
      complain("R-L2S-EV-1: an answer to a request that was not accepted");
    if (std::memcmp(bytes, open.expected.data(), half_bytes) != 0)
      complain("R-L2S-PORT-5: the bytes of the answer to request " + std::to_string(flit.id));
    seen_.answers++;
    open_.erase(found);
  }

  // ---- The end

  bool finished() const {
    return draining_ && flushing_ && waiting_.empty() && open_.empty() && fetches_.empty() && presented_.empty() &&
           end_[0].out == 0 && end_[1].out == 0 && cycle_ > moved_ + 8;
  }

  void at_end() {
    if (credit_[0] != params_.req_depth || credit_[1] != params_.fill_depth) complain("R-INV: a credit is lost");
    for (const auto &line : flat_.lines())
      for (unsigned n = 0; n < 128; n++)
        if (memory_.Get(line.first + n) != line.second[n]) {
          complain("R-L2S-FL-1: after the flush memory is wrong at " + std::to_string(line.first + n));
          return;
        }
  }

  const L2Traffic &traffic_;
  const flitlock_l2_slice_params &params_;
  L2Seen &seen_;
  L2Log *log_;
  L2Requests requests_;
  L2Watch watch_;
  std::mt19937_64 timing_;      // when something happens
  std::mt19937_64 choice_{99};  // what; in a patient run its draws are in the order of what is accepted
  const flitlock_block_ops *ops_;
  flitlock_block *slice_ = nullptr;

  uint64_t cycle_ = 0, moved_ = 0, sent_ = 0;
  unsigned credit_[2] = {};  // of `req` and `mem_rsp`
  FarEnd end_[2];            // of `rsp` and `mem_req`
  std::deque<Presented> presented_;
  std::deque<L2Request> waiting_;
  std::map<uint32_t, Open> open_;
  std::vector<Fetch> fetches_;
  Fetch sent_fill_{};
  int released_ = -1;  // patient: the fill that comes
  bool draining_ = false, flushing_ = false;
  FlatMemory memory_, flat_;  // what memory holds; what it would hold without a cache
  std::string problem_;
};

}  // namespace

std::string run_l2(const L2Traffic &traffic, const flitlock_l2_slice_params &params, const L2Block &block, L2Seen &seen,
                   L2Log *log) {
  return Rig(traffic, params, block, seen, log).run();
}

}  // namespace flitlock_test
