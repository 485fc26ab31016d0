// SPDX-License-Identifier: Apache-2.0
// The local fabric edge by edge, from R-L2P-FAB: tables of what arrives and what must be presented.
#include <array>
#include <cstring>
#include <deque>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <flitlock/l2_fabric.h>

namespace {

constexpr uint32_t kAddress[] = {0x02000001, 0x03000001, 0x02020101};  // of clients 0, 1, 2
constexpr uint32_t kFirstSlice = 32;

// Three clients, slices 32 and 33 (ports 3 and 4).
flitlock_l2_fabric_params Params(uint32_t bytes) {
  flitlock_l2_fabric_params params{};
  params.clients = 3;
  params.slices = 2;
  params.first_slice = kFirstSlice;
  params.client_address = kAddress;
  params.client_depth = 4;
  params.client_credits = 2;
  params.slice_depth = 4;
  params.slice_credits = 2;
  params.bytes = bytes;
  return params;
}

class Rig {
 public:
  explicit Rig(const flitlock_l2_fabric_params &params) {
    flitlock_error error{};
    EXPECT_EQ(flitlock_l2_fabric.create(&params, "gpu0.l2.fabric1", &block_, &error), FLITLOCK_OK) << error.text;
  }
  ~Rig() { flitlock_l2_fabric.destroy(block_); }
  Rig(const Rig &) = delete;

  // Words: "c0>s1:r" client 0 sends a read to slice 33 (w: a write); "s0>c2:R" slice 32 sends a read response (W: a
  // write response); "+s1", "+c0": a credit arrives for that output. Returns "s1<c0", ... by port.
  std::string Step(uint64_t cycle, const std::string &arrivals) {
    std::array<flitlock_flit, FLITLOCK_MAX_PORTS> in_flit{}, out_flit{};
    std::array<uint32_t, FLITLOCK_MAX_PORTS> in_credit{}, out_credit{};
    flitlock_in in{0, 0, in_flit.data(), in_credit.data()};
    flitlock_out out{0, 0, out_flit.data(), out_credit.data()};
    std::istringstream words(arrivals);
    for (std::string word; words >> word;) {
      if (word[0] == '+') {
        in.credit_valid |= 1ULL << Port(word.substr(1));
        in_credit[Port(word.substr(1))] = flitlock_credit_one(0, 1);
        continue;
      }
      const unsigned port = Port(word);
      in.flit_valid |= 1ULL << port;
      in_flit[port] = Make(word);
    }
    next = flitlock_l2_fabric.step(block_, cycle, &in, &out);
    std::string text;
    uint64_t crossed = 0;
    for (unsigned p = 0; p < 5; p++) {
      if ((out.flit_valid >> p & 1U) == 0) continue;
      const flitlock_flit &flit = out_flit[p];
      const unsigned from = Source(flit);
      text += (text.empty() ? "" : " ") + Name(p) + "<" + Name(from);
      crossed |= 1ULL << from;
      for (unsigned n = 0; n < flit.units * 64U; n++)
        EXPECT_EQ(flit.payload[n], static_cast<uint8_t>(flit.id + n)) << "payload of " << Name(from);
    }
    EXPECT_EQ(out.credit_valid, crossed) << "R-L2P-FAB-5, cycle " << cycle;
    for (unsigned p = 0; p < 5; p++) {
      if ((crossed >> p & 1U) != 0) {
        EXPECT_EQ(out_credit[p], flitlock_credit_one(0, 1));
      }
    }
    return text;
  }
  int Check(std::string *text) {
    flitlock_error error{};
    const int status = flitlock_l2_fabric.check(block_, &error);
    *text = error.text;
    return status;
  }
  void Reset() { flitlock_l2_fabric.reset(block_); }
  flitlock_l2_fabric_counts Counts() const {
    flitlock_l2_fabric_counts counts{};
    flitlock_l2_fabric_get_counts(block_, &counts);
    return counts;
  }
  uint64_t Occupancy() const { return flitlock_l2_fabric.occupancy(block_); }
  uint64_t next = 0;

 private:
  static unsigned Port(const std::string &name) {
    return static_cast<unsigned>(name[1] - '0') + (name[0] == 's' ? 3 : 0);
  }
  static std::string Name(unsigned port) { return (port < 3 ? "c" : "s") + std::to_string(port < 3 ? port : port - 3); }
  static uint32_t AddressOf(unsigned port) { return port < 3 ? kAddress[port] : kFirstSlice + port - 3; }
  static unsigned Source(const flitlock_flit &flit) {
    for (unsigned p = 0; p < 5; p++)
      if (AddressOf(p) == flit.src) return p;
    return 9;
  }
  flitlock_flit Make(const std::string &word) {
    const size_t arrow = word.find('>'), colon = word.find(':');
    flitlock_flit flit{};
    flit.src = AddressOf(Port(word));
    flit.dst = AddressOf(Port(word.substr(arrow + 1, colon - arrow - 1)));
    flit.op = static_cast<uint8_t>(std::strchr("wrWR", word[colon + 1]) - "wrWR");
    flit.units = flit.len = flit.op == FLITLOCK_OP_WRITE_REQ ? 2 : 1;
    flit.head = flit.tail = 1;
    flit.id = id_++;
    payloads_.emplace_back(128);
    for (unsigned n = 0; n < 128; n++)
      payloads_.back()[n] = static_cast<uint8_t>(flit.id + n);
    flit.payload = payloads_.back().data();
    return flit;
  }
  flitlock_block *block_ = nullptr;
  uint32_t id_ = 1;
  std::deque<std::vector<uint8_t>> payloads_;
};

struct Row {
  uint64_t cycle;
  const char *in, *out;
};

void Play(Rig *rig, const std::vector<Row> &rows) {
  for (const Row &row : rows)
    EXPECT_EQ(rig->Step(row.cycle, row.in), row.out) << "cycle " << row.cycle;
  std::string text;
  EXPECT_EQ(rig->Check(&text), FLITLOCK_OK) << text;
}

TEST(L2Fabric, CrossesAtTheEdgeOfArrival) {
  Rig rig(Params(64));
  Play(&rig, {{5, "c0>s1:r s0>c2:R c2>s0:w", "c2<s0 s0<c2 s1<c0"}, {6, "", ""}});
  EXPECT_EQ(rig.next, FLITLOCK_SLEEP);
}

// The pointer begins at 0 and goes behind who crossed; clients and slices have their own.
TEST(L2Fabric, RoundRobin) {
  Rig rig(Params(64));
  Play(&rig, {{0, "c0>s0:r c1>s0:r c2>s0:r", "s0<c0"},
              {1, "c0>s0:r", "s0<c1"},
              {2, "+s0", "s0<c2"},  // the credit of this edge is there for it
              {3, "+s0", "s0<c0"},  // c0 again: it came behind
              {4, "c2>s0:r c1>s0:r +s0", "s0<c1"},
              {5, "+s0", "s0<c2"},
              {6, "s0>c0:W s1>c0:W", "c0<s0"},
              {7, "s0>c0:W", "c0<s1"},
              {8, "+c0", "c0<s0"}});
}

TEST(L2Fabric, WaitsForCredits) {
  Rig rig(Params(64));
  Play(&rig, {{0, "c0>s0:w", "s0<c0"}, {1, "c0>s0:w", "s0<c0"}, {2, "c0>s0:w", ""}});
  EXPECT_EQ(rig.next, FLITLOCK_SLEEP) << "only a credit helps";
  EXPECT_EQ(rig.Occupancy(), 1U);
  Play(&rig, {{9, "+s0", "s0<c0"}});
}

// The head of a queue holds back what is behind it, also where that could go elsewhere.
TEST(L2Fabric, QueuesAreFirstInFirstOut) {
  Rig rig(Params(64));
  Play(&rig, {{0, "c0>s0:r", "s0<c0"},
              {1, "c0>s0:r", "s0<c0"},
              {2, "c0>s0:r", ""},
              {3, "c0>s1:r", ""},
              {4, "c1>s1:r", "s1<c1"},
              {5, "+s0", "s0<c0"},
              {6, "", "s1<c0"}});
}

// 64 / 16 = 4 edges for what carries data, 1 for all else. Input and output are taken alike.
TEST(L2Fabric, BandwidthIsExact) {
  Rig rig(Params(16));
  Play(&rig, {{0, "c0>s0:w c1>s0:r", "s0<c0"},
              {1, "c0>s1:r", ""},  // the input is taken
              {2, "c2>s1:r", "s1<c2"},
              {3, "", ""},
              {4, "", "s0<c1 s1<c0"},  // both are free again at t + 4
              {5, "s0>c1:R", "c1<s0"},
              {6, "s1>c1:W s0>c0:W", ""},
              {9, "", "c0<s0 c1<s1"},
              {10, "+c1 s0>c1:W", "c1<s0"}});
  const flitlock_l2_fabric_counts counts = rig.Counts();
  EXPECT_EQ(counts.requests, 4U);
  EXPECT_EQ(counts.request_edges, 4U + 1 + 1 + 1);
  EXPECT_EQ(counts.responses, 4U);
  EXPECT_EQ(counts.response_edges, 4U + 1 + 1 + 1);
}

TEST(L2Fabric, LengthsRoundUp) {
  Rig rig(Params(24));  // 3 edges
  Play(&rig, {{0, "c0>s0:w", "s0<c0"}, {1, "c0>s0:w", ""}});
  EXPECT_EQ(rig.next, 3U) << "the edge at which it can cross";
  Play(&rig, {{2, "", ""}, {3, "", "s0<c0"}});
}

TEST(L2Fabric, ResetForgetsAll) {
  Rig rig(Params(16));
  Play(&rig, {{0, "c0>s0:w c1>s0:w", "s0<c0"}});
  rig.Reset();
  EXPECT_EQ(rig.Occupancy(), 0U);
  Play(&rig, {{1, "c0>s0:w c2>s0:w", "s0<c0"}, {5, "", "s0<c2"}});
}

TEST(L2Fabric, ProtocolErrors) {
  const struct {
    std::vector<const char *> in;
    const char *what;
  } cases[] = {{{"c0>c1:r"}, "R-L2P-FAB-6"},
               {{"s0>s1:R"}, "R-L2P-FAB-6"},
               {{"c0>s0:R"}, "R-L2P-FAB-6"},
               {{"s0>c0:r"}, "R-L2P-FAB-6"},
               {{"+s0"}, "R-CH-9"},
               {{"c0>s0:r", "c0>s0:r", "c0>s0:r", "c0>s0:r", "c0>s0:r", "c0>s0:r", "c0>s0:r"}, "R-IN-2"}};
  for (const auto &one : cases) {
    Rig rig(Params(64));
    uint64_t cycle = 0;
    for (const char *in : one.in)
      rig.Step(cycle++, in);
    std::string text;
    EXPECT_EQ(rig.Check(&text), FLITLOCK_E_PROTOCOL);
    EXPECT_NE(text.find(one.what), std::string::npos) << text;
  }
}

TEST(L2Fabric, ImpossibleParameters) {
  auto refused = [](const flitlock_l2_fabric_params &params) {
    flitlock_error error{};
    flitlock_block *block = nullptr;
    return flitlock_l2_fabric.create(&params, "f", &block, &error) == FLITLOCK_E_CONFIG;
  };
  flitlock_l2_fabric_params params = Params(0);
  EXPECT_TRUE(refused(params));
  params = Params(65);
  EXPECT_TRUE(refused(params));
  params = Params(64);
  params.slices = 62;
  EXPECT_TRUE(refused(params));
  params = Params(64);
  params.slice_credits = 0;
  EXPECT_TRUE(refused(params));
}

}  // namespace
