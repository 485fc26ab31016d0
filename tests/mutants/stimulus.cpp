// SPDX-License-Identifier: Apache-2.0
#include "mutants/stimulus.h"

#include <cstring>
#include <iterator>
#include <stdexcept>

#include "verilated/rtl_router.h"

namespace flitlock_test {
namespace {

// 'flitlock mutate' (tests/mutate) has models of its own, of some of the shapes, and more stimuli; others have all.
#ifdef FLITLOCK_SYSTEMATIC
constexpr bool systematic = true;
#else
constexpr bool systematic = false;
#endif

// nullptr: this program has no such model.
const flitlock_router_params *shape_params(std::string name) {
  if (systematic) name.replace(0, 6, "mutate");
  for (size_t k = 0; k < flitlock_rtl_shape_count(); k++)
    if (flitlock_rtl_shape_at(k).name == name) return flitlock_rtl_shape_at(k).params;
  if (systematic) return nullptr;
  throw std::runtime_error("no model " + name);
}

// Where the ports of a router lead.
enum class Place {
  Any,       // on dst.gpu to every output in turn
  Mesh,      // a node of a mesh of 4 columns without a way out
  Exit,      // the node of a mesh with the way out
  Dst,       // links to the other GPUs
  Switched,  // links to switches
  Module,    // what flitlock_dst does by itself
  Via,       // a node of a mesh whose way out is at another node, with its clients on all ports but the first
  Links,     // a DST of any number of ports: links to the other GPUs
  Turns,     // links to switches on all ports but the first
  Low,       // and on the first, too
  Switch,    // as Any, with the settings of other kinds of routers
};

// `gpu`: which one the router belongs to.
flitlock_route make_route(Place place, uint8_t gpu, const flitlock_router_params &params) {
  flitlock_route route{};
  std::vector<uint8_t> outputs;
  for (uint32_t port = 0; port < params.ports; port++)
    if (params.port[port].has_out) outputs.push_back(static_cast<uint8_t>(port));
  auto output = [&](size_t n) { return outputs[n % outputs.size()]; };
  const bool mesh = place == Place::Mesh || place == Place::Exit || place == Place::Via;
  const bool any = place == Place::Any || place == Place::Switch;
  route.kind = any ? FLITLOCK_ROUTE_SWITCH : mesh ? FLITLOCK_ROUTE_MESH : FLITLOCK_ROUTE_DST;
  route.gpu = gpu;
  route.mesh = 2;
  route.node = 5;
  route.exit_node = place == Place::Exit ? 5 : place == Place::Via ? 6 : FLITLOCK_NO_PORT;
  route.exit_port = output(2);
  route.client_port = place == Place::Via ? 1 : 0;
  const bool turns = place == Place::Turns || place == Place::Low || place == Place::Switch;
  route.switches = place == Place::Switched ? 3 : static_cast<uint8_t>(turns ? params.ports - 1 : 0);
  route.switch_port = place == Place::Turns ? 1 : place == Place::Low ? 0 : 2;
  for (unsigned n = 0; n < 256; n++) {
    // R-RT-3, XY: west of column 1 or in another column east, then north and south by one port.
    route.next[n] = n % 4 < 1 ? output(0) : n % 4 > 1 ? output(1) : output(2);
    route.gpu_port[n] = place == Place::Dst ? static_cast<uint8_t>(2 + n % 3) : output(n);
    route.mesh_port[n] = static_cast<uint8_t>(n % 2);
    if (place == Place::Module) {  // R-SW-1: the links leave out its own GPU
      const unsigned gpus = params.ports - 1;
      route.gpu_port[n] = static_cast<uint8_t>(n >= gpus ? FLITLOCK_NO_PORT : n < gpu ? n + 2 : n + 1);
      route.mesh_port[n] = static_cast<uint8_t>(n > 1 ? FLITLOCK_NO_PORT : n);
    }
  }
  return route;
}

struct Random {
  const char *name;
  const char *shape;
  Place place;
  double load, gap, stall;
  unsigned credit_latency, source_latency;
  uint64_t cycles, reset_at, seed;
  unsigned vcs_used = 16;
  uint8_t gpu = 1;
  double near = 0;
};

constexpr Random random_stimuli[] = {
    {"plain", "mutant_plain", Place::Any, 0.8, 0.1, 0.3, 1, 1, 600, 0, 1},
    {"plain-stalled", "mutant_plain", Place::Any, 0.9, 0.0, 0.9, 3, 2, 800, 0, 2},
    {"plain-reset", "mutant_plain", Place::Any, 0.9, 0.2, 0.8, 1, 1, 400, 150, 3},
    {"plain-light", "mutant_plain", Place::Any, 0.15, 0.3, 0.0, 1, 1, 600, 0, 4},
    {"mesh", "mutant_plain", Place::Mesh, 0.4, 0.1, 0.1, 1, 1, 400, 0, 5},
    {"exit", "mutant_plain", Place::Exit, 0.4, 0.1, 0.1, 1, 1, 400, 0, 6},
    {"widths", "mutant_widths", Place::Any, 0.8, 0.2, 0.2, 1, 1, 600, 0, 7},
    {"widths-stalled", "mutant_widths", Place::Any, 0.9, 0.0, 0.85, 2, 2, 800, 0, 8},
    {"widths-reset", "mutant_widths", Place::Any, 0.9, 0.3, 0.5, 1, 1, 400, 151, 9},
    {"registered", "mutant_registered", Place::Any, 0.8, 0.2, 0.4, 1, 1, 600, 200, 10},
    {"weighted", "mutant_weighted", Place::Any, 0.9, 0.0, 0.4, 1, 1, 600, 151, 11},
    {"weighted-reset", "mutant_weighted", Place::Any, 1.0, 0.0, 0.3, 1, 1, 200, 100, 17, 1},
    {"weighted-stalled", "mutant_weighted", Place::Any, 0.9, 0.1, 0.8, 1, 1, 600, 0, 12},
    {"oldest", "mutant_oldest", Place::Any, 0.9, 0.0, 0.4, 1, 1, 600, 0, 13},
    {"oldest-stalled", "mutant_oldest", Place::Any, 0.9, 0.1, 0.8, 1, 1, 600, 0, 14},
    {"dst", "mutant_dst", Place::Dst, 0.9, 0.1, 0.3, 1, 1, 400, 0, 15},
    {"dst-switched", "mutant_dst", Place::Switched, 0.9, 0.1, 0.7, 2, 1, 400, 0, 16},
    {"dst-module", "mutant_dst_module", Place::Module, 0.1, 0.1, 0.1, 1, 1, 400, 0, 18},
};

constexpr Random systematic_stimuli[] = {
    {"via", "mutant_plain", Place::Via, 0.6, 0.1, 0.2, 1, 1, 400, 0, 22, 16, 1, 0.7},
    {"clients", "mutant_plain", Place::Mesh, 0.6, 0.1, 0.2, 1, 1, 400, 0, 31, 16, 3, 0.9},
    {"links", "mutant_plain", Place::Links, 0.6, 0.1, 0.2, 1, 1, 400, 0, 23, 16, 3, 0.5},
    {"turns", "mutant_widths", Place::Turns, 0.6, 0.1, 0.2, 1, 1, 400, 0, 24, 16, 3, 0.3},
    {"turns-low", "mutant_plain", Place::Low, 0.6, 0.1, 0.2, 1, 1, 400, 0, 33, 16, 3, 0.3},
    {"switch", "mutant_plain", Place::Switch, 0.6, 0.1, 0.2, 1, 1, 400, 0, 32, 16, 2},
    {"weighted-reset-again", "mutant_weighted", Place::Any, 0.9, 0.1, 0.3, 1, 1, 200, 77, 29},
    {"weighted-reset-late", "mutant_weighted", Place::Any, 0.5, 0.1, 0.1, 1, 1, 400, 303, 30},
    {"map", "mutant_map", Place::Any, 0.7, 0.1, 0.3, 1, 1, 600, 0, 25},
    {"map-stalled", "mutant_map", Place::Any, 0.9, 0.0, 0.9, 2, 1, 800, 0, 26},
    {"module-busy", "mutant_dst_module", Place::Module, 0.7, 0.1, 0.2, 1, 1, 600, 0, 19},
    {"module-stalled", "mutant_dst_module", Place::Module, 0.5, 0.1, 0.8, 2, 1, 800, 0, 20},
    {"module-reset", "mutant_dst_module", Place::Module, 0.5, 0.2, 0.4, 1, 2, 400, 150, 21},
    {"module-first", "mutant_dst_module", Place::Module, 0.4, 0.1, 0.2, 1, 1, 400, 0, 27, 16, 0},
    {"module-last", "mutant_dst_module", Place::Module, 0.4, 0.1, 0.2, 1, 1, 400, 0, 28, 16, 2},
};

constexpr const char *tables[] = {"06", "09", "10", "12", "13", "16"};

Stimulus table_stimulus(const std::string &number) {
  for (const Table &table : read_tables()) {
    if (table.path.find("/" + number + "-") == std::string::npos) continue;
    Stimulus stimulus;
    stimulus.name = "table-" + number;
    stimulus.shape = "mutant_table_" + number;
    stimulus.params = table.params;
    stimulus.table = std::make_shared<const Table>(table);
    return stimulus;
  }
  throw std::runtime_error("no table " + number);
}

}  // namespace

std::vector<Stimulus> make_stimuli() {
  std::vector<Stimulus> list;
  std::vector<Random> random(std::begin(random_stimuli), std::end(random_stimuli));
  if (systematic) {
    random.insert(random.end(), std::begin(systematic_stimuli), std::end(systematic_stimuli));
  } else {
    for (const char *number : tables)
      list.push_back(table_stimulus(number));
  }
  for (const Random &from : random) {
    const flitlock_router_params *params = shape_params(from.shape);
    if (params == nullptr) continue;
    Stimulus stimulus;
    stimulus.name = from.name;
    stimulus.shape = from.shape;
    stimulus.params = *params;
    stimulus.params.route = make_route(from.place, from.gpu, stimulus.params);
    stimulus.params.checks = 1;
    stimulus.traffic.load = from.load;
    stimulus.traffic.gap = from.gap;
    stimulus.traffic.stall = from.stall;
    stimulus.traffic.credit_latency = from.credit_latency;
    stimulus.traffic.source_latency = from.source_latency;
    stimulus.traffic.cycles = from.cycles;
    stimulus.traffic.reset_at = from.reset_at;
    stimulus.traffic.vcs_used = from.vcs_used;
    stimulus.traffic.near = from.near;
    stimulus.seed = from.seed;
    list.push_back(stimulus);
  }
  return list;
}

// What a router has to refuse, R-IN-2: destinations that lead nowhere, one after the other to a router of its own.
std::vector<Unreachable> make_unreachable() {
  std::vector<Unreachable> list;
  const flitlock_router_params *params = systematic ? shape_params("mutant_plain") : nullptr;
  if (params == nullptr) return list;
  const auto add = [&](Place place, uint32_t dst) {
    list.push_back({*params, dst});
    list.back().params.route = make_route(place, 1, *params);
    list.back().params.checks = 1;
  };
  add(Place::Mesh, flitlock_address(0, 2, 5, 0));  // no way out of the mesh
  add(Place::Mesh, flitlock_address(1, 3, 5, 0));
  add(Place::Via, flitlock_address(1, 2, 5, 2));  // the client after the last port
  add(Place::Via, flitlock_address(1, 2, 5, 100));
  return list;
}

std::string play(const Stimulus &stimulus, const flitlock_block_ops &ops) {
  if (stimulus.table) return play_table(*stimulus.table, ops);
  return run_router_bench(ops, stimulus.params, stimulus.traffic, stimulus.seed).difference;
}

}  // namespace flitlock_test
