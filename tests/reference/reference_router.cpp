// SPDX-License-Identifier: Apache-2.0
#include "reference/reference_router.h"

namespace flitlock_test {

ReferenceRouter::ReferenceRouter(const flitlock_router_params &params) : p(params), P(params.ports), V(params.vcs) {
  reset();
}

// R-RST-1
void ReferenceRouter::reset() {
  input.assign(P, std::vector<RefBuffer>(V));
  taken.assign(P, std::vector<unsigned>(V, 0));
  crossbar.assign(P, std::vector<std::vector<RefBuffer>>(P, std::vector<RefBuffer>(V)));
  output.assign(P, std::vector<RefBuffer>(V));
  credits.assign(P, std::vector<unsigned>(V, 0));
  for (unsigned o = 0; o < P; o++)
    for (unsigned v = 0; v < V; v++)
      credits[o][v] = p.port[o].credits[v];
  grant1.assign(P, std::nullopt);
  grant2.assign(P, std::nullopt);
  grant3.assign(P, std::nullopt);
  arbiter1.assign(P, RefArbiter{V, 0, 0});
  arbiter2.assign(P, RefArbiter{P * V, 0, 0});
  arbiter3.assign(P, RefArbiter{V, 0, 0});
  moved1.clear();
  moved2.clear();
  error.clear();
}

void ReferenceRouter::complain(const std::string &text) {
  if (error.empty()) error = "edge " + std::to_string(edge_) + ": " + text;
}

// R-RT-2, R-DST-2, R-SW-2
unsigned ReferenceRouter::route(uint32_t dst) const {
  const unsigned gpu = dst & 255, mesh = dst >> 8 & 255, node = dst >> 16 & 255, port = dst >> 24;
  const flitlock_route &r = p.route;
  if (r.kind == FLITLOCK_ROUTE_SWITCH) return r.gpu_port[gpu];
  if (r.kind == FLITLOCK_ROUTE_DST) {
    if (gpu == r.gpu) return r.mesh_port[mesh];
    if (r.switches == 0) return r.gpu_port[gpu];
    return r.switch_port + (mesh + node + port) % r.switches;
  }
  const bool here = gpu == r.gpu && mesh == r.mesh;
  if (!here && r.exit_node == FLITLOCK_NO_PORT) return FLITLOCK_NO_PORT;
  const unsigned target = here ? node : r.exit_node;
  if (target != r.node) return r.next[target];
  return here ? r.client_port + port : r.exit_port;
}

// R-ST-1
RefLanes ReferenceRouter::step(const RefLanes &in) {
  edge_++;
  RefLanes out(P, V);
  moved1.clear();
  moved2.clear();
  for (unsigned o = 0; o < P; o++)
    for (unsigned v = 0; v < V; v++) {
      credits[o][v] += in.credit[o][v];
      if (credits[o][v] > p.port[o].credits[v]) complain("more credits than depth at output " + std::to_string(o));
    }
  for (unsigned i = 0; i < P; i++) {
    if (!in.flit[i]) continue;
    const unsigned v = in.flit[i]->header.vc;
    if (v >= V) {
      complain("VC out of range at input " + std::to_string(i));
      continue;
    }
    input[i][v].push_back({*in.flit[i], edge_});
    if (input[i][v].size() > p.port[i].input_depth[v]) complain("input buffer overrun at " + std::to_string(i));
  }
  level1(out);
  level2();
  level3(out);
  return out;
}

// R-REG-1, R-REG-2
bool ReferenceRouter::visible(const RefEntry &entry, int level) const {
  return !p.registered[level] || entry.edge < edge_;
}

// R-W: the flit of output width that a VC of an input offers, if any.
std::optional<RefFlit> ReferenceRouter::offer(unsigned i, unsigned v, unsigned out_width) const {
  const RefBuffer &buffer = input[i][v];
  if (buffer.empty() || !visible(buffer.front(), 0)) return std::nullopt;
  const RefFlit &front = buffer.front().flit;
  const unsigned in_width = p.port[i].in_width;
  RefFlit flit = front;
  if (in_width == 2 && out_width == 1) {  // R-W-2, R-W-3
    const unsigned skip = taken[i][v] * p.unit_bytes;
    flit.header.seq = static_cast<uint8_t>(front.header.seq + taken[i][v]);
    flit.header.units = 1;
    flit.header.payload = front.header.payload + skip;
    flit.bytes.assign(front.bytes.begin() + skip, front.bytes.begin() + skip + p.unit_bytes);
  } else if (in_width == 1 && out_width == 2 && front.header.seq + 1 < front.header.len) {  // R-W-4
    if (buffer.size() < 2 || !visible(buffer[1], 0)) return std::nullopt;
    const RefFlit &next = buffer[1].flit;
    flit.header.units = 2;
    flit.bytes.insert(flit.bytes.end(), next.bytes.begin(), next.bytes.end());
  }
  flit.header.head = flit.header.seq == 0;  // R-W-5, R-FL-3
  flit.header.tail = flit.header.seq + flit.header.units == flit.header.len;
  return flit;
}

// R-ARB: the winner among the candidates (there is at least one); the pointer moves.
unsigned ReferenceRouter::arbitrate(RefArbiter &a, int level, const std::vector<bool> &candidate,
                                    const std::vector<uint32_t> &birth, const std::vector<unsigned> &weight) {
  unsigned winner = a.places;
  for (unsigned k = 0; k < a.places; k++) {
    const unsigned place = (a.pointer + k) % a.places;
    if (!candidate[place]) continue;
    if (winner == a.places) {
      winner = place;
    } else if (p.arbiter[level] == FLITLOCK_ARB_OLDEST && static_cast<int32_t>(birth[place] - birth[winner]) < 0) {
      winner = place;  // R-ARB-4
    }
  }
  if (p.arbiter[level] == FLITLOCK_ARB_WEIGHTED) {  // R-ARB-3
    if (winner == a.pointer) {
      a.used++;
    } else {
      a.pointer = winner;
      a.used = 1;
    }
    if (a.used >= weight[winner]) {
      a.pointer = (winner + 1) % a.places;
      a.used = 0;
    }
  } else {
    a.pointer = (winner + 1) % a.places;  // R-ARB-2
  }
  return winner;
}

void ReferenceRouter::level1(RefLanes &out) {
  for (unsigned i = 0; i < P; i++) {
    // What each VC offers, and where to (R-L1-2, R-L1-7).
    std::vector<std::optional<RefFlit>> offered(V);
    std::vector<unsigned> to(V, FLITLOCK_NO_PORT), to_vc(V, 0);
    for (unsigned v = 0; v < V; v++) {
      if (input[i][v].empty()) continue;
      to[v] = route(input[i][v].front().flit.header.dst);
      to_vc[v] = p.port[i].vc_map[v];
      if (to[v] >= P || !p.port[to[v]].has_out) {
        complain("no route at input " + std::to_string(i));
        continue;
      }
      offered[v] = offer(i, v, p.port[to[v]].out_width);
    }
    if (!grant1[i]) {
      std::vector<bool> candidate(V, false);
      std::vector<uint32_t> birth(V, 0);
      std::vector<unsigned> weight(V, 1);
      bool any = false;
      for (unsigned v = 0; v < V; v++) {
        weight[v] = p.vc_weight[v];
        if (!offered[v]) continue;
        const size_t room = p.port[to[v]].crossbar_depth[to_vc[v]] - crossbar[i][to[v]][to_vc[v]].size();
        candidate[v] = room >= flitlock_flits(offered[v]->header.len, p.port[to[v]].out_width);
        birth[v] = offered[v]->header.birth;
        any = any || candidate[v];
      }
      if (any) grant1[i] = arbitrate(arbiter1[i], 0, candidate, birth, weight);
    }
    if (!grant1[i] || !offered[*grant1[i]]) continue;  // R-L1-4
    const unsigned v = *grant1[i];
    RefFlit flit = *offered[v];
    // R-W: entries freed; R-L1-6: presented as credits of the link's VC.
    const unsigned in_width = p.port[i].in_width;
    unsigned freed = 1;
    if (in_width == 1) {
      freed = flit.header.units;
    } else if (flit.header.units == 1 && input[i][v].front().flit.header.units == 2) {
      taken[i][v]++;
      freed = taken[i][v] == 2 ? 1 : 0;
      if (freed) taken[i][v] = 0;
    }
    for (unsigned k = 0; k < freed; k++)
      input[i][v].pop_front();
    out.credit[i][v] = freed;
    flit.header.vc = static_cast<uint8_t>(to_vc[v]);
    RefBuffer &target = crossbar[i][to[v]][to_vc[v]];
    target.push_back({flit, edge_});
    if (target.size() > p.port[to[v]].crossbar_depth[to_vc[v]]) complain("crossbar buffer overrun");
    moved1.push_back({i, v, to[v], to_vc[v], flit});
    if (flit.header.tail) grant1[i].reset();
  }
}

void ReferenceRouter::level2() {
  for (unsigned o = 0; o < P; o++) {
    if (!p.port[o].has_out) continue;
    if (!grant2[o]) {
      std::vector<bool> candidate(P * V, false);
      std::vector<uint32_t> birth(P * V, 0);
      std::vector<unsigned> weight(P * V, 1);
      bool any = false;
      for (unsigned i = 0; i < P; i++)
        for (unsigned v = 0; v < V; v++) {
          weight[i * V + v] = p.port[i].weight;
          const RefBuffer &buffer = crossbar[i][o][v];
          if (buffer.empty() || !visible(buffer.front(), 1)) continue;
          const flitlock_flit &front = buffer.front().flit.header;
          const size_t room = p.port[o].output_depth[v] - output[o][v].size();
          candidate[i * V + v] = room >= flitlock_flits(front.len, p.port[o].out_width);
          birth[i * V + v] = front.birth;
          any = any || candidate[i * V + v];
        }
      if (any) grant2[o] = arbitrate(arbiter2[o], 1, candidate, birth, weight);
    }
    if (!grant2[o]) continue;
    const unsigned i = *grant2[o] / V, v = *grant2[o] % V;
    RefBuffer &buffer = crossbar[i][o][v];
    if (buffer.empty() || !visible(buffer.front(), 1)) continue;
    const RefFlit flit = buffer.front().flit;
    buffer.pop_front();
    output[o][v].push_back({flit, edge_});
    if (output[o][v].size() > p.port[o].output_depth[v]) complain("output buffer overrun");
    moved2.push_back({i, v, o, v, flit});
    if (flit.header.tail) grant2[o].reset();
  }
}

void ReferenceRouter::level3(RefLanes &out) {
  for (unsigned o = 0; o < P; o++) {
    if (!p.port[o].has_out) continue;
    if (!grant3[o]) {
      std::vector<bool> candidate(V, false);
      std::vector<uint32_t> birth(V, 0);
      std::vector<unsigned> weight(V, 1);
      bool any = false;
      for (unsigned v = 0; v < V; v++) {
        weight[v] = p.vc_weight[v];
        if (output[o][v].empty() || !visible(output[o][v].front(), 2)) continue;
        const flitlock_flit &front = output[o][v].front().flit.header;
        candidate[v] = credits[o][v] >= flitlock_flits(front.len, p.port[o].out_width);
        birth[v] = front.birth;
        any = any || candidate[v];
      }
      if (any) grant3[o] = arbitrate(arbiter3[o], 2, candidate, birth, weight);
    }
    if (!grant3[o]) continue;
    const unsigned v = *grant3[o];
    if (output[o][v].empty() || !visible(output[o][v].front(), 2)) continue;
    if (credits[o][v] == 0) {
      complain("credit counter below 0");
      continue;
    }
    out.flit[o] = output[o][v].front().flit;
    output[o][v].pop_front();
    credits[o][v]--;
    if (out.flit[o]->header.tail) grant3[o].reset();
  }
}

unsigned ReferenceRouter::idle_cause(unsigned o) const {
  bool output_holds = false, crossbar_holds = false, input_holds = false;
  for (unsigned v = 0; v < V; v++) {
    if (!output[o][v].empty()) {
      output_holds = true;
      if (visible(output[o][v].front(), 2) && (!grant3[o] || *grant3[o] == v)) return 2;  // R-IDLE-2
    }
    for (unsigned i = 0; i < P; i++) {
      crossbar_holds = crossbar_holds || !crossbar[i][o][v].empty();
      if (!input[i][v].empty() && route(input[i][v].front().flit.header.dst) == o) input_holds = true;
    }
  }
  return output_holds ? 1 : crossbar_holds ? 3 : input_holds ? 4 : 5;
}

size_t ReferenceRouter::entries() const {
  size_t sum = 0;
  for (unsigned i = 0; i < P; i++)
    for (unsigned v = 0; v < V; v++) {
      sum += input[i][v].size() + output[i][v].size();
      for (unsigned o = 0; o < P; o++)
        sum += crossbar[i][o][v].size();
    }
  return sum;
}

}  // namespace flitlock_test
