// SPDX-License-Identifier: Apache-2.0
#include "reference/router_bench.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <memory>
#include <random>
#include <sstream>
#include <vector>

#include "reference/reference_router.h"

namespace flitlock_test {
namespace {

using Random = std::mt19937_64;

unsigned below(Random &random, unsigned bound) { return static_cast<unsigned>(random() % bound); }
unsigned between(Random &random, unsigned low, unsigned high) { return low + below(random, high - low + 1); }
bool chance(Random &random, double probability) { return static_cast<double>(random() >> 11) * 0x1p-53 < probability; }

std::string hex(const uint8_t *bytes, size_t size) {
  std::ostringstream text;
  for (size_t k = 0; k < size; k++)
    text << "0123456789abcdef"[bytes[k] >> 4] << "0123456789abcdef"[bytes[k] & 15];
  return text.str();
}

std::string print(const flitlock_flit &flit) {
  char text[512];
  flitlock_flit_print(&flit, text, sizeof text);
  return text;
}

struct Packet {
  flitlock_flit header{};
  unsigned port = 0;
  uint64_t arrival = 0;  // of the head
  std::vector<uint8_t> bytes;
};

// Feeds one input: whole packets, one flit per cycle at most, a credit for each flit.
struct Source {
  std::vector<unsigned> credits;
  std::deque<std::pair<uint64_t, std::vector<unsigned>>> returning;  // cycle, counts
  Packet *packet = nullptr;
  unsigned seq = 0;
};

// Takes from one output: entries by VC, freed at random, credits on their way back.
struct Sink {
  std::vector<unsigned> entries;
  std::deque<std::pair<uint64_t, std::vector<unsigned>>> returning;
};

// A block under test with its lanes. Lanes that carry nothing hold garbage before a step: nobody may read them.
class Instance {
 public:
  Instance(const flitlock_block_ops &ops, const flitlock_router_params &params, const char *name)
      : ops_(ops), flit_(params.ports), credit_(params.ports), cause(params.ports, 0) {
    flitlock_error error{};
    if (ops.create(&params, name, &block_, &error) != FLITLOCK_OK) failure = error.text;
    if (failure.empty()) ops.reset(block_);
  }
  Instance(const Instance &) = delete;
  Instance &operator=(const Instance &) = delete;
  ~Instance() {
    if (block_) ops_.destroy(block_);
  }
  void step(uint64_t cycle, const flitlock_in &in) {
    std::memset(flit_.data(), 0xa5, flit_.size() * sizeof flit_[0]);
    std::fill(credit_.begin(), credit_.end(), 0xa5a5a5a5U);
    out = {0, 0, flit_.data(), credit_.data()};
    wake = ops_.step(block_, cycle, &in, &out);
    if (ops_.idle_causes) ops_.idle_causes(block_, cause.data());
  }
  void skip() { out = {0, 0, flit_.data(), credit_.data()}; }
  void reset() {
    ops_.reset(block_);
    wake = 0;
  }
  std::string check() const {
    flitlock_error error{};
    if (!ops_.check || ops_.check(block_, &error) == FLITLOCK_OK) return "";
    return error.text;
  }
  uint64_t occupancy() const { return ops_.occupancy ? ops_.occupancy(block_) : 0; }

 private:
  const flitlock_block_ops &ops_;
  flitlock_block *block_ = nullptr;
  std::vector<flitlock_flit> flit_;
  std::vector<uint32_t> credit_;

 public:
  std::string failure;
  flitlock_out out{};
  uint64_t wake = 0;  // next cycle asked for
  std::vector<uint8_t> cause;
};

// What the block presents against what the reference presents; empty: the same.
std::string compare(const Instance &dut, const RefLanes &expected, const flitlock_router_params &p) {
  std::ostringstream text;
  const uint64_t ports = p.ports == 64 ? ~uint64_t{0} : (uint64_t{1} << p.ports) - 1;
  if ((dut.out.flit_valid & ~ports) || (dut.out.credit_valid & ~ports)) return "a lane of a port that does not exist";
  for (unsigned port = 0; port < p.ports; port++) {
    const std::string where = "port " + std::to_string(port) + " (" + p.port[port].name + "): ";
    const bool valid = dut.out.flit_valid >> port & 1;
    if (valid != expected.flit[port].has_value()) {
      text << where << "flit valid " << valid << ", reference " << !valid << ": "
           << print(valid ? dut.out.flit[port] : expected.flit[port]->header);
      return text.str();
    }
    if (valid) {
      const flitlock_flit &got = dut.out.flit[port], &want = expected.flit[port]->header;
      const int field = flitlock_flit_compare(&got, &want);
      if (field >= 0) {
        text << where << flitlock_flit_fields[field].name << " differs: " << print(got)
             << "\n  reference: " << print(want);
        return text.str();
      }
      const std::vector<uint8_t> &bytes = expected.flit[port]->bytes;
      if (!got.payload) return where + "no payload";
      if (std::memcmp(got.payload, bytes.data(), bytes.size()) != 0)
        return where + "payload " + hex(got.payload, bytes.size()) + "\n  reference " + hex(bytes.data(), bytes.size());
    }
    uint32_t word = 0;
    for (unsigned v = 0; v < p.vcs; v++)
      word |= flitlock_credit_one(v, expected.credit[port][v]);
    const uint32_t got = dut.out.credit_valid >> port & 1 ? dut.out.credit[port] : 0;
    if (got != word) {
      text << where << "credits returned 0x" << std::hex << got << ", reference 0x" << word;
      return text.str();
    }
  }
  return "";
}

class Bench {
 public:
  Bench(const flitlock_block_ops &ops, const flitlock_router_params &params, const RouterTraffic &traffic,
        uint64_t seed)
      : p(params),
        t(traffic),
        random(seed ^ 0x9e3779b97f4a7c15U),
        reference(params),
        every(ops, params, "dut"),
        sleeper(traffic.sleeper ? std::make_unique<Instance>(ops, params, "sleeper") : nullptr),
        sources(params.ports),
        sinks(params.ports),
        lanes(params.ports, params.vcs) {
    result.cross.assign(size_t{2} * p.ports * p.vcs * p.ports, 0);
    restart();
    find_destinations();
  }

  RouterBenchResult run() {
    if (!every.failure.empty()) return fail("create: " + every.failure);
    if (sleeper && !sleeper->failure.empty()) return fail("create: " + sleeper->failure);
    if (destinations.empty()) return fail("no destination can be reached: bad parameters of the bench");
    const uint64_t limit = t.cycles + 100000;
    for (uint64_t cycle = 0; cycle < limit; cycle++) {
      result.cycles = cycle + 1;
      if (t.reset_at != 0 && cycle == t.reset_at) {
        reference.reset();
        every.reset();
        if (sleeper) sleeper->reset();
        restart();
      }
      draining = cycle >= t.cycles;
      drive(cycle);
      const std::string difference = step(cycle);
      if (!difference.empty()) return fail("cycle " + std::to_string(cycle) + ": " + difference);
      if (draining && quiet()) return finish();
    }
    return fail("the drain does not end");
  }

 private:
  void restart() {
    for (unsigned port = 0; port < p.ports; port++) {
      sources[port] = Source{};
      sources[port].credits.assign(p.port[port].input_depth, p.port[port].input_depth + p.vcs);
      sinks[port] = Sink{std::vector<unsigned>(p.vcs, 0), {}};
    }
  }

  // Some addresses that lead to an output.
  void find_destinations() {
    for (unsigned tries = 0; tries < 100000 && destinations.size() < 64; tries++) {
      const uint32_t dst = flitlock_address(below(random, 16), below(random, 8), below(random, 16), below(random, 8));
      const unsigned port = reference.route(dst);
      if (port < p.ports && p.port[port].has_out) destinations.push_back(dst);
    }
    for (unsigned tries = 0; t.near > 0 && tries < 1000 && near.size() < 64; tries++) {
      const unsigned node = below(random, 2) == 0 ? p.route.node : below(random, 16);
      const uint32_t dst = flitlock_address(p.route.gpu, p.route.mesh, node, below(random, p.ports));
      const unsigned port = reference.route(dst);
      if (port < p.ports && p.port[port].has_out) near.push_back(dst);
    }
  }

  RouterBenchResult fail(const std::string &text) {
    result.difference = text;
    return result;
  }

  // The lanes of this cycle.
  void drive(uint64_t cycle) {
    lanes = RefLanes(p.ports, p.vcs);
    for (unsigned port = 0; port < p.ports; port++) {
      if (p.port[port].has_in) drive_source(port, cycle);
      if (p.port[port].has_out) drive_sink(port, cycle);
    }
  }

  void drive_source(unsigned port, uint64_t cycle) {
    Source &s = sources[port];
    while (!s.returning.empty() && s.returning.front().first <= cycle) {
      for (unsigned v = 0; v < p.vcs; v++)
        s.credits[v] += s.returning.front().second[v];
      s.returning.pop_front();
    }
    if (!s.packet) {
      const unsigned vc = below(random, std::min(p.vcs, t.vcs_used));
      if (draining || s.credits[vc] == 0 || !chance(random, t.load)) return;
      s.packet = make_packet(port, vc, cycle);
      s.seq = 0;
    } else if (chance(random, t.gap)) {
      return;
    }
    flitlock_flit flit = s.packet->header;
    if (s.credits[flit.vc] == 0) return;
    s.credits[flit.vc]--;
    flit.seq = static_cast<uint8_t>(s.seq);
    flit.units = static_cast<uint8_t>(std::min<unsigned>(p.port[port].in_width, flit.len - s.seq));
    flit.head = s.seq == 0;
    flit.tail = s.seq + flit.units == flit.len;
    flit.payload = s.packet->bytes.data() + s.seq * p.unit_bytes;
    lanes.flit[port] = RefFlit{flit, std::vector<uint8_t>(flit.payload, flit.payload + flit.units * p.unit_bytes)};
    s.seq += flit.units;
    if (flit.tail) s.packet = nullptr;
  }

  Packet *make_packet(unsigned port, unsigned vc, uint64_t cycle) {
    packets.push_back(std::make_unique<Packet>());
    Packet &packet = *packets.back();
    flitlock_flit &h = packet.header;
    h.vc = static_cast<uint8_t>(vc);
    h.len = static_cast<uint8_t>(t.len != 0 ? t.len : between(random, 1, p.max_len));
    packet.port = port;
    packet.arrival = cycle;
    h.op = static_cast<uint8_t>(below(random, 4));
    h.bytes = static_cast<uint16_t>(between(random, 1, h.len * p.unit_bytes));
    const std::vector<uint32_t> &to = t.near > 0 && !near.empty() && chance(random, t.near) ? near : destinations;
    h.dst = to[below(random, static_cast<unsigned>(to.size()))];
    h.src = flitlock_address(port, below(random, 256), below(random, 256), below(random, 256));
    h.id = next_id++;
    // Ages differ and wrap around 2^32.
    h.birth = static_cast<uint32_t>(cycle) - 500U - below(random, 100);
    h.addr = random();
    packet.bytes.resize(h.len * p.unit_bytes);
    for (uint8_t &byte : packet.bytes)
      byte = static_cast<uint8_t>(random());
    return &packet;
  }

  void drive_sink(unsigned port, uint64_t cycle) {
    Sink &s = sinks[port];
    std::vector<unsigned> freed(p.vcs, 0);
    for (unsigned v = 0; v < p.vcs; v++) {
      if (s.entries[v] == 0) continue;
      if (!draining) {
        const bool stalled = chance(random, t.stall);
        result.stall_chances++;
        result.stalls += stalled;
        if (stalled) continue;
      }
      // Two at once only where the receiver may merge them, R-CH-7.
      freed[v] = p.port[port].out_width == 1 && s.entries[v] >= 2 && chance(random, 0.3) ? 2 : 1;
      s.entries[v] -= freed[v];
    }
    s.returning.emplace_back(cycle + t.credit_latency + t.link_latency - 1, freed);
    while (!s.returning.empty() && s.returning.front().first <= cycle) {
      lanes.credit[port] = s.returning.front().second;
      s.returning.pop_front();
    }
  }

  std::string step(uint64_t cycle) {
    std::vector<flitlock_flit> flit(p.ports);
    std::vector<uint32_t> credit(p.ports, 0xffffffffU);
    std::memset(flit.data(), 0x5a, flit.size() * sizeof flit[0]);
    flitlock_in in = {0, 0, flit.data(), credit.data()};
    for (unsigned port = 0; port < p.ports; port++) {
      if (lanes.flit[port]) {
        in.flit_valid |= uint64_t{1} << port;
        flit[port] = lanes.flit[port]->header;
      }
      uint32_t word = 0;
      for (unsigned v = 0; v < p.vcs; v++)
        word |= flitlock_credit_one(v, lanes.credit[port][v]);
      if (word != 0) {
        in.credit_valid |= uint64_t{1} << port;
        credit[port] = word;
      }
    }
    const RefLanes expected = reference.step(lanes);
    if (!reference.error.empty()) return "reference: " + reference.error;
    every.step(cycle, in);
    std::string difference = compare(every, expected, p);
    if (!difference.empty()) return difference;
    if (sleeper) {
      if (in.flit_valid || in.credit_valid || sleeper->wake <= cycle) {
        sleeper->step(cycle, in);
      } else {
        sleeper->skip();
        result.skipped++;
      }
      difference = compare(*sleeper, expected, p);
      if (!difference.empty()) return "stepped only when it asks: " + difference;
    }
    difference = compare_causes(expected);
    if (!difference.empty()) return difference;
    take(cycle, expected);
    return "";
  }

  std::string compare_causes(const RefLanes &expected) {
    for (unsigned o = 0; o < p.ports; o++) {
      if (!p.port[o].has_out || expected.flit[o]) continue;
      const unsigned want = reference.idle_cause(o);
      if (every.cause[o] == 0) continue;  // not known at this boundary
      result.idle++;
      for (const Instance *instance : instances())
        if (instance && instance->cause[o] != want)
          return "port " + std::to_string(o) + ": idle cause " + std::to_string(instance->cause[o]) + ", reference " +
                 std::to_string(want) + (instance != &every ? " (stepped only when it asks)" : "");
    }
    return "";
  }

  // What the reference presented reaches the neighbours.
  void take(uint64_t cycle, const RefLanes &out) {
    for (unsigned port = 0; port < p.ports; port++) {
      if (out.flit[port]) {
        sinks[port].entries[out.flit[port]->header.vc]++;
        result.flits++;
        if (out.flit[port]->header.head) count_packet(cycle, port, *packets[out.flit[port]->header.id]);
      }
      for (unsigned count : out.credit[port])
        result.credits += count;
      sources[port].returning.emplace_back(cycle + t.source_latency + t.link_latency - 1, out.credit[port]);
    }
  }

  void count_packet(uint64_t cycle, unsigned output, const Packet &packet) {
    result.packets[packet.header.len]++;
    uint64_t least = packet.arrival + p.registered[0] + p.registered[1] + p.registered[2];
    // R-W-4: the second of a pair has to be there.
    if (p.port[packet.port].in_width < p.port[output].out_width && packet.header.len > 1) least++;
    result.cross[RouterBenchResult::cross_index(p, packet.port, packet.header.vc, output, cycle > least)]++;
  }

  std::array<const Instance *, 2> instances() const { return {&every, sleeper.get()}; }

  bool quiet() const {
    if (reference.entries() != 0) return false;
    for (unsigned port = 0; port < p.ports; port++) {
      if (sources[port].packet) return false;
      for (unsigned v = 0; v < p.vcs; v++) {
        if (p.port[port].has_in && sources[port].credits[v] != p.port[port].input_depth[v]) return false;
        if (p.port[port].has_out && reference.credits[port][v] != p.port[port].credits[v]) return false;
      }
    }
    return true;
  }

  RouterBenchResult finish() {
    for (const Instance *instance : instances()) {
      if (!instance) continue;
      if (instance->occupancy() != 0) return fail("drained, but the block says it holds flits");
      if (!instance->check().empty()) return fail("the block's own check: " + instance->check());
    }
    return result;
  }

  const flitlock_router_params p;
  const RouterTraffic t;
  Random random;
  ReferenceRouter reference;
  Instance every;
  std::unique_ptr<Instance> sleeper;
  std::vector<Source> sources;
  std::vector<Sink> sinks;
  RefLanes lanes;
  std::vector<uint32_t> destinations, near;
  std::vector<std::unique_ptr<Packet>> packets;
  uint32_t next_id = 0;
  bool draining = false;
  RouterBenchResult result;
};

uint16_t depth_for(Random &random, unsigned style, unsigned least) {
  if (style == 0) return static_cast<uint16_t>(least);
  if (style == 1) return static_cast<uint16_t>(least + below(random, 3));
  return static_cast<uint16_t>(between(random, least, 32));
}

void random_port(Random &random, const flitlock_router_params &params, unsigned number, unsigned width_style,
                 unsigned depth_style, flitlock_router_port &port) {
  std::snprintf(port.name, sizeof port.name, "p%u", number);
  const unsigned sides = below(random, 8);
  port.has_in = sides != 0;
  port.has_out = sides != 1;
  port.in_width = static_cast<uint8_t>(width_style < 2 ? width_style + 1 : between(random, 1, 2));
  port.out_width = static_cast<uint8_t>(width_style < 2 ? width_style + 1 : between(random, 1, 2));
  port.weight = static_cast<uint8_t>(between(random, 1, below(random, 4) == 0 ? 15 : 3));
  const unsigned in_least = flitlock_flits(params.max_len, port.in_width);
  const unsigned out_least = flitlock_flits(params.max_len, port.out_width);
  const bool mapped = below(random, 3) == 0;
  for (unsigned v = 0; v < FLITLOCK_MAX_VCS; v++) {
    const bool exists = v < params.vcs;
    port.vc_map[v] = static_cast<uint8_t>(exists && mapped ? below(random, params.vcs) : v);
    port.input_depth[v] = exists && port.has_in ? depth_for(random, depth_style, in_least) : uint16_t{0};
    port.crossbar_depth[v] = exists && port.has_out ? depth_for(random, depth_style, out_least) : uint16_t{0};
    port.output_depth[v] = exists && port.has_out ? depth_for(random, depth_style, out_least) : uint16_t{0};
    port.credits[v] = exists && port.has_out ? depth_for(random, depth_style, out_least) : uint16_t{0};
  }
}

// Tables lead to outputs that exist.
void random_route(Random &random, const flitlock_router_params &params, flitlock_route &route) {
  std::vector<uint8_t> outputs;
  for (unsigned port = 0; port < params.ports; port++)
    if (params.port[port].has_out) outputs.push_back(static_cast<uint8_t>(port));
  auto any_output = [&] { return outputs[below(random, static_cast<unsigned>(outputs.size()))]; };
  std::memset(&route, 0, sizeof route);
  route.kind = static_cast<uint8_t>(below(random, 3));
  route.gpu = static_cast<uint8_t>(below(random, 4));
  route.mesh = static_cast<uint8_t>(below(random, 4));
  route.node = static_cast<uint8_t>(below(random, 16));
  route.exit_node = static_cast<uint8_t>(below(random, 4) == 0 ? FLITLOCK_NO_PORT : below(random, 16));
  route.exit_port = any_output();
  route.client_port = any_output();
  route.switch_port = any_output();
  if (below(random, 2))
    while (route.switch_port + route.switches < static_cast<int>(params.ports) &&
           params.port[route.switch_port + route.switches].has_out)
      route.switches++;
  for (unsigned k = 0; k < 256; k++) {
    route.next[k] = any_output();
    route.gpu_port[k] = any_output();
    route.mesh_port[k] = any_output();
  }
}

}  // namespace

void random_router(uint64_t seed, flitlock_router_params &params, RouterTraffic &traffic) {
  Random random(seed);
  flitlock_router_params_default(&params);
  params.ports = between(random, 2, 9);
  params.vcs = between(random, 1, 10);
  params.max_len = below(random, 4) == 0 ? between(random, 1, FLITLOCK_MAX_LEN) : between(random, 1, 4);
  params.unit_bytes = 8U << below(random, 4);
  params.checks = 1;
  const unsigned style = below(random, 3);
  for (unsigned level = 0; level < 3; level++) {
    params.registered[level] = static_cast<uint8_t>(style == 0 ? 0 : style == 1 ? 1 : below(random, 2));
    params.arbiter[level] = static_cast<uint8_t>(below(random, 2) ? 0 : below(random, 3));
  }
  // Without checks, registers and weights the golden router takes short ways: a third of all seeds.
  if (seed % 3 == 0) {
    params.checks = 0;
    std::memset(params.registered, 0, sizeof params.registered);
    std::memset(params.arbiter, FLITLOCK_ARB_ROUND_ROBIN, sizeof params.arbiter);
  }
  for (uint8_t &weight : params.vc_weight)
    weight = static_cast<uint8_t>(between(random, 1, below(random, 4) == 0 ? 15 : 3));
  const unsigned width_style = below(random, 5), depth_style = below(random, 3);
  for (unsigned port = 0; port < params.ports; port++)
    random_port(random, params, port, width_style, depth_style, params.port[port]);
  bool any_in = false, any_out = false;
  for (unsigned port = 0; port < params.ports; port++) {
    any_in = any_in || params.port[port].has_in;
    any_out = any_out || params.port[port].has_out;
  }
  if (!any_in || !any_out) return random_router(seed + 0x100000000U, params, traffic);
  random_route(random, params, params.route);
  traffic = RouterTraffic{};
  traffic.load = 0.05 + 0.95 * static_cast<double>(below(random, 101)) / 100;
  traffic.gap = below(random, 2) ? 0 : 0.9 * static_cast<double>(below(random, 101)) / 100;
  traffic.stall = 0.95 * static_cast<double>(below(random, 101)) / 100;
  traffic.credit_latency = between(random, 1, 4);
  traffic.source_latency = between(random, 1, 4);
  traffic.vcs_used = between(random, 1, 10);
  traffic.cycles = between(random, 300, 900);
  if (below(random, 3) == 0) {  // now and then a packet: the router sleeps in between, also with flits that wait inside
    traffic.load = 0.002 + 0.02 * static_cast<double>(below(random, 101)) / 100;
    traffic.stall = 0.9 + 0.1 * static_cast<double>(below(random, 100)) / 100;
    traffic.cycles = between(random, 1500, 2500);
  }
  traffic.reset_at = below(random, 3) == 0 ? between(random, 1, static_cast<unsigned>(traffic.cycles)) : 0;
}

std::string describe_router(const flitlock_router_params &params, const RouterTraffic &traffic) {
  std::ostringstream text;
  text << params.ports << " ports, " << params.vcs << " VCs, packets to " << params.max_len << " units of "
       << params.unit_bytes << " bytes, registered " << int{params.registered[0]} << int{params.registered[1]}
       << int{params.registered[2]} << ", arbiters " << int{params.arbiter[0]} << int{params.arbiter[1]}
       << int{params.arbiter[2]} << ", widths in/out";
  for (unsigned port = 0; port < params.ports; port++)
    text << ' ' << int{params.port[port].in_width} << '/' << int{params.port[port].out_width};
  text << ", load " << traffic.load << ", gap " << traffic.gap << ", stall " << traffic.stall << ", credit latency "
       << traffic.credit_latency << " down, " << traffic.source_latency << " up, " << traffic.cycles << " cycles";
  if (traffic.reset_at) text << ", reset at " << traffic.reset_at;
  return text.str();
}

RouterBenchResult run_router_bench(const flitlock_block_ops &ops, const flitlock_router_params &params,
                                   const RouterTraffic &traffic, uint64_t seed) {
  return Bench(ops, params, traffic, seed).run();
}

}  // namespace flitlock_test
