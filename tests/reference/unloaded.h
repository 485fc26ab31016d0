// SPDX-License-Identifier: Apache-2.0
// Latencies of the unloaded reference pod, from the specification alone: the way of a packet through the pod as a list
// of link widths, and a recurrence over that list. Shares nothing with the model but the numbers of an address.
#ifndef FLITLOCK_TESTS_REFERENCE_UNLOADED_H
#define FLITLOCK_TESTS_REFERENCE_UNLOADED_H

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <flitlock/flit.h>

namespace flitlock_test {

enum Plane { REQ, RSP };

// The reference pod: meshes of 2 x 3 nodes A B C / D E F, exit E.
enum Node { A, B, C, D, E, F };

// R-POD-3, in units.
inline unsigned mesh_width(Plane plane, int from, int to) {
  const bool b_e = (from == B && to == E) || (from == E && to == B);
  return plane == REQ || b_e ? 1 : 2;
}

struct Way {
  bool yx = false;        // R-RT-3
  bool switched = false;  // R-SW-2: GPUs joined by switches
};

// R-RT-3: the widths of the links from node to node.
inline void append_mesh_way(Plane plane, const Way &way, int from, int to, std::vector<unsigned> &widths) {
  while (from != to) {
    const int columns = to % 3 - from % 3, rows = to / 3 - from / 3;
    const bool along_row = way.yx ? rows == 0 : columns != 0;
    const int next = along_row ? from + (columns > 0 ? 1 : -1) : from + (rows > 0 ? 3 : -3);
    widths.push_back(mesh_width(plane, from, next));
    from = next;
  }
}

// Every link from client to client: client, mesh, E-dst, dst-dst (with a switch in between, two), dst-E, mesh, client.
inline std::vector<unsigned> remote_way(Plane plane, uint32_t src, uint32_t dst, const Way &way = {}) {
  const unsigned client = plane == REQ ? 1 : 2, gateway = 1;
  std::vector<unsigned> widths = {client};
  append_mesh_way(plane, way, static_cast<int>(flitlock_address_node(src)), E, widths);
  widths.insert(widths.end(), way.switched ? 4 : 3, gateway);
  append_mesh_way(plane, way, E, static_cast<int>(flitlock_address_node(dst)), widths);
  widths.push_back(client);
  return widths;
}

struct Timing {
  unsigned stages = 0;   // registered buffers in each router
  unsigned latency = 1;  // of every link
};

// Cycles from the edge at which a client presents the head to the edge at which the far client samples the tail.
// sent[j] is the edge after which flit j of the link before is presented; a flit of the next link needs the flits
// before it that carry its units (R-W), and follows its predecessor by a cycle at least (R-ST-5).
inline unsigned unloaded_cycles(unsigned len, const std::vector<unsigned> &widths, const Timing &timing) {
  std::vector<unsigned> sent;
  for (unsigned j = 0; j * widths[0] < len; j++)
    sent.push_back(j);
  for (size_t k = 1; k < widths.size(); k++) {
    std::vector<unsigned> next;
    for (unsigned first = 0; first < len; first += widths[k]) {
      const unsigned last_unit = std::min(first + widths[k], len) - 1;
      unsigned edge = sent[last_unit / widths[k - 1]] + timing.latency + timing.stages;
      if (!next.empty()) edge = std::max(edge, next.back() + 1);
      next.push_back(edge);
    }
    sent = next;
  }
  return sent.back() + timing.latency;
}

}  // namespace flitlock_test

#endif
