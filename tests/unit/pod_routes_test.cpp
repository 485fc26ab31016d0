// SPDX-License-Identifier: Apache-2.0
// Ways of packets and expected loads of links.
#include <gtest/gtest.h>

#include <cmath>

#include "support/config.h"

extern "C" {
#include "pod/pod.h"
}

using flitlock_test::Config;
using flitlock_test::Pod;
using flitlock_test::preset;
using flitlock_test::TempFolder;

namespace {

std::vector<std::string> way(const Pod &pod, flitlock_plane plane, const std::string &from, const std::string &to) {
  struct Walk {
    const Pod *pod;
    std::vector<std::string> names;
  } walk = {&pod, {}};
  uint32_t src = flitlock_pod_node(pod.get(), pod.block(from))->address;
  uint32_t dst = flitlock_pod_node(pod.get(), pod.block(to))->address;
  uint32_t hops = flitlock_pod_plan_walk(
      pod.get()->plan, plane, src, dst,
      [](void *self, uint32_t link) {
        auto *at = static_cast<Walk *>(self);
        at->names.push_back(flitlock_engine_channel(at->pod->engine(), link)->name);
      },
      &walk);
  EXPECT_EQ(hops + 1, walk.names.size()) << from << " to " << to;
  return walk.names;
}

// The nodes passed by XY routing of the reference mesh, written down by hand.
std::string outbound(char node) {
  switch (node) {
    case 'A':
      return "ABE";
    case 'C':
      return "CBE";
    case 'D':
      return "DE";
    default:
      return "FE";
  }
}
std::string inbound(char node) {
  switch (node) {
    case 'A':
      return "EDA";
    case 'C':
      return "EFC";
    case 'D':
      return "ED";
    default:
      return "EF";
  }
}

// All 24 request clients of a GPU (here of every GPU) to all 72 response clients, and the answers back.
TEST(PodRoutes, AllPairsOfTheReferencePod) {
  Config config(preset("pod4-write64"));
  Pod pod(config);
  ASSERT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
  unsigned pairs = 0;
  for (uint32_t i = 0; i < flitlock_pod_req_client_count(pod.get()); ++i)
    for (uint32_t j = 0; j < flitlock_pod_rsp_client_count(pod.get()); ++j) {
      std::string from = flitlock_engine_block_name(pod.engine(), flitlock_pod_req_client(pod.get(), i));
      std::string to = flitlock_engine_block_name(pod.engine(), flitlock_pod_rsp_client(pod.get(), j));
      if (from[3] == to[3]) continue;
      ++pairs;
      auto expected = [](const std::string &a, const std::string &b, const std::string &plane) {
        std::string mesh_a = a.substr(0, 11), mesh_b = b.substr(0, 11);  // "gpu0.mesh0."
        std::string out = outbound(a[11]), in = inbound(b[11]);
        std::vector<std::string> names = {a + "->" + a[11] + plane};
        for (size_t k = 1; k < out.size(); ++k)
          names.push_back(mesh_a + out[k - 1] + "->" + out[k] + plane);
        names.push_back(mesh_a + "E->dst" + plane);
        names.push_back(a.substr(0, 4) + ".dst->" + b.substr(0, 4) + ".dst" + plane);
        names.push_back(mesh_b + "dst->E" + plane);
        for (size_t k = 1; k < in.size(); ++k)
          names.push_back(mesh_b + in[k - 1] + "->" + in[k] + plane);
        names.push_back(mesh_b + b[11] + "->" + b.substr(11) + plane);
        return names;
      };
      EXPECT_EQ(way(pod, FLITLOCK_PLANE_REQ, from, to), expected(from, to, ".req"));
      EXPECT_EQ(way(pod, FLITLOCK_PLANE_RSP, to, from), expected(to, from, ".rsp"));
    }
  EXPECT_EQ(pairs, 4U * 24 * 72);
}

TEST(PodRoutes, XyYxAndTable) {
  Config xy(preset("mesh5x2"), {"routing.algorithm=xy"}), yx(preset("mesh5x2"));
  Pod pod_xy(xy), pod_yx(yx);
  // Nodes: A B / C D / E F / G H / I J.
  EXPECT_EQ(way(pod_xy, FLITLOCK_PLANE_REQ, "gpu0.mesh0.A.req_client0", "gpu0.mesh0.F.rsp_client0"),
            (std::vector<std::string>{"gpu0.mesh0.A.req_client0->A.req", "gpu0.mesh0.A->B.req", "gpu0.mesh0.B->D.req",
                                      "gpu0.mesh0.D->F.req", "gpu0.mesh0.F->F.rsp_client0.req"}));
  EXPECT_EQ(way(pod_yx, FLITLOCK_PLANE_REQ, "gpu0.mesh0.A.req_client0", "gpu0.mesh0.F.rsp_client0"),
            (std::vector<std::string>{"gpu0.mesh0.A.req_client0->A.req", "gpu0.mesh0.A->C.req", "gpu0.mesh0.C->E.req",
                                      "gpu0.mesh0.E->F.req", "gpu0.mesh0.F->F.rsp_client0.req"}));
  TempFolder folder;
  // A ring A-B-D-C that is always gone round clockwise.
  Config table(folder.write("c.yaml", R"(
pod: {gpus: 1, meshes: 1, rows: 2, columns: 2, exit_node: null, client_nodes: null, req_clients: 1, rsp_clients: 1}
workload: {scope: local}
routing:
  algorithm: table
  table: [{at: A, to: B, via: B}, {at: A, to: C, via: B}, {at: A, to: D, via: B}, {at: B, to: A, via: D},
          {at: B, to: C, via: D}, {at: B, to: D, via: D}, {at: D, to: A, via: C}, {at: D, to: B, via: C},
          {at: D, to: C, via: C}, {at: C, to: A, via: A}, {at: C, to: B, via: A}, {at: C, to: D, via: A}]
)"));
  ASSERT_EQ(table.status(), FLITLOCK_OK) << table.error();
  Pod pod(table);
  ASSERT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
  EXPECT_EQ(way(pod, FLITLOCK_PLANE_REQ, "gpu0.mesh0.A.req_client0", "gpu0.mesh0.C.rsp_client0"),
            (std::vector<std::string>{"gpu0.mesh0.A.req_client0->A.req", "gpu0.mesh0.A->B.req", "gpu0.mesh0.B->D.req",
                                      "gpu0.mesh0.D->C.req", "gpu0.mesh0.C->C.rsp_client0.req"}));
}

TEST(PodRoutes, SwitchesAreChosenByTheDestination) {
  Config config(preset("switch16"));
  Pod pod(config);
  for (const char *node : {"A", "C", "D", "F"})
    for (int client = 0; client < 2; ++client) {
      std::string to = "gpu9.mesh0." + std::string(node) + ".rsp_client" + std::to_string(client);
      int number = (0 + (node[0] - 'A') + 2 + client) % 4;
      std::string name = "switch" + std::to_string(number);
      std::vector<std::string> names = way(pod, FLITLOCK_PLANE_REQ, "gpu2.mesh0.D.req_client0", to);
      EXPECT_EQ(names[3], "gpu2.dst->" + name + ".req");
      EXPECT_EQ(names[4], name + "->gpu9.dst.req");
    }
}

TEST(PodRoutes, Hops) {
  Config config(preset("pod4-write64"));
  Pod pod(config);
  auto hops = [&](const char *from, const char *to) {
    return flitlock_pod_hops(pod.get(), flitlock_pod_node(pod.get(), pod.block(from))->address,
                             flitlock_pod_node(pod.get(), pod.block(to))->address);
  };
  EXPECT_EQ(hops("gpu0.mesh0.D.req_client0", "gpu1.mesh2.F.rsp_client1"), 2U + 2 + 2);
  EXPECT_EQ(hops("gpu0.mesh0.A.req_client0", "gpu1.mesh2.C.rsp_client1"), 3U + 2 + 3);
  EXPECT_EQ(hops("gpu0.mesh0.A.req_client0", "gpu0.mesh0.C.rsp_client1"), 3U);
  EXPECT_EQ(hops("gpu0.mesh0.A.req_client0", "gpu0.mesh0.A.rsp_client1"), 1U);
  EXPECT_EQ(hops("gpu0.mesh0.A.req_client0", "gpu0.mesh1.D.rsp_client1"), 3U + 1 + 2);
  EXPECT_EQ(flitlock_pod_hops(pod.get(), 0, flitlock_address(9, 0, 0, 0)), 0U);
  EXPECT_EQ(flitlock_pod_hops(pod.get(), 0, flitlock_address(1, 0, 1, 0)), 0U);  // B has no clients
}

struct Loads {
  std::vector<double> packets, flits;
};

Loads loads(const Pod &pod) {
  Loads loads;
  loads.packets.resize(flitlock_engine_channel_count(pod.engine()), -1);
  loads.flits = loads.packets;
  flitlock_error error = {};
  EXPECT_EQ(flitlock_pod_link_load(pod.get(), loads.packets.data(), &error), FLITLOCK_OK) << error.text;
  EXPECT_EQ(flitlock_pod_link_flits(pod.get(), loads.flits.data(), &error), FLITLOCK_OK) << error.text;
  return loads;
}

// The table of the reference pod: A->B 2r, B->E 4r, E->DST 8r, DST outputs 8r, at r = 1.
TEST(PodLoad, ReferencePodHasTheLoadsOfTheTable) {
  Config config(preset("pod4-write64"));
  Pod pod(config);
  Loads load = loads(pod);
  const struct {
    const char *link;
    double packets;
  } rows[] = {{"A->B", 2},   {"C->B", 2},   {"D->E", 2}, {"F->E", 2}, {"B->E", 4},
              {"E->dst", 8}, {"dst->E", 8}, {"E->D", 4}, {"E->F", 4}, {"D->A", 2},
              {"F->C", 2},   {"E->B", 0},   {"A->D", 0}, {"B->A", 0}, {"A->A.rsp_client0", 1}};
  for (const char *plane : {".req", ".rsp"})
    for (int gpu = 0; gpu < 4; ++gpu) {
      for (int mesh = 0; mesh < 3; ++mesh)
        for (const auto &row : rows) {
          std::string link = row.link;
          if (link == "A->A.rsp_client0" && plane[2] == 's') link = "A->A.req_client0";
          std::string name = "gpu" + std::to_string(gpu) + ".mesh" + std::to_string(mesh) + "." + link + plane;
          EXPECT_NEAR(load.packets[pod.channel(name)], row.packets, 1e-9) << name;
          EXPECT_NEAR(load.flits[pod.channel(name)], row.packets, 1e-9) << name;
        }
      for (int other = 0; other < 4; ++other) {
        if (other == gpu) continue;
        std::string name = "gpu" + std::to_string(gpu) + ".dst->gpu" + std::to_string(other) + ".dst" + plane;
        EXPECT_NEAR(load.packets[pod.channel(name)], 8, 1e-9) << name;
      }
    }
}

TEST(PodLoad, FlitsCountSizesAndWidths) {
  Config config(preset("pod4-read256"));
  Pod pod(config);
  Loads load = loads(pod);
  EXPECT_NEAR(load.flits[pod.channel("gpu0.mesh0.E->dst.req")], 8, 1e-9);   // read requests are one flit
  EXPECT_NEAR(load.flits[pod.channel("gpu0.mesh0.E->dst.rsp")], 32, 1e-9);  // four of 64 bytes
  EXPECT_NEAR(load.flits[pod.channel("gpu0.mesh0.A->B.rsp")], 4, 1e-9);     // two of 128 bytes
  Config mixed(preset("pod4-write64"),
               {"workload.mix=[{op: write, bytes: 192B, weight: 1}, {op: read, bytes: 192B, weight: 3}]"});
  Pod pod_mixed(mixed);
  load = loads(pod_mixed);
  EXPECT_NEAR(load.packets[pod_mixed.channel("gpu0.mesh0.E->dst.req")], 8, 1e-9);
  EXPECT_NEAR(load.flits[pod_mixed.channel("gpu0.mesh0.E->dst.req")], 8 * (0.25 * 3 + 0.75), 1e-9);
  EXPECT_NEAR(load.flits[pod_mixed.channel("gpu0.mesh0.E->dst.rsp")], 8 * (0.25 + 0.75 * 3), 1e-9);
  EXPECT_NEAR(load.flits[pod_mixed.channel("gpu0.mesh0.A->B.rsp")], 2 * (0.25 + 0.75 * 2), 1e-9);
}

TEST(PodLoad, FollowsDestinationsAndPosting) {
  // Hot spot: all of the hot share of the other three GPUs' 72 clients, and the even rest.
  Config hot(preset("pod4-write64"), {"workload.destination=hot_spot", "workload.hot_fraction=0.5",
                                      "workload.hot_target=gpu2.mesh1.C.rsp_client0", "workload.posted=true"});
  Pod pod_hot(hot);
  Loads load = loads(pod_hot);
  EXPECT_NEAR(load.packets[pod_hot.channel("gpu2.mesh1.C->C.rsp_client0.req")], 72 * (0.5 + 0.5 / 72), 1e-9);
  EXPECT_NEAR(load.packets[pod_hot.channel("gpu2.mesh1.C->C.rsp_client1.req")], 72 * (0.5 / 72), 1e-9);
  EXPECT_NEAR(load.packets[pod_hot.channel("gpu2.mesh1.E->dst.rsp")], 0, 1e-12);  // posted

  // A permutation gives everybody one partner: every client's link has a load of 1 or 0, in all 96.
  Config permuted(preset("pod4-write64"), {"workload.destination=permutation"});
  Pod pod_permuted(permuted);
  load = loads(pod_permuted);
  double sum = 0;
  for (uint32_t i = 0; i < flitlock_engine_channel_count(pod_permuted.engine()); ++i) {
    std::string name = flitlock_engine_channel(pod_permuted.engine(), i)->name;
    if (name.find("rsp_client") == std::string::npos || name.find(".req") == std::string::npos) continue;
    EXPECT_TRUE(load.packets[i] == 0 || load.packets[i] == 1) << name;
    sum += load.packets[i];
  }
  EXPECT_EQ(sum, 96);

  // Nearest in a row of four: the neighbours.
  Config nearest(preset("chain"), {"workload.destination=nearest"});
  Pod chain(nearest);
  load = loads(chain);
  EXPECT_NEAR(load.packets[chain.channel("gpu0.mesh0.A->B.req")], 1, 1e-9);
  EXPECT_NEAR(load.packets[chain.channel("gpu0.mesh0.B->C.req")], 0.5, 1e-9);
  EXPECT_NEAR(load.packets[chain.channel("gpu0.mesh0.C->D.req")], 0.5, 1e-9);

  // Uniform in the same row: B->C carries A's and B's requests for C and D.
  Config uniform(preset("chain"));
  Pod pod_uniform(uniform);
  load = loads(pod_uniform);
  EXPECT_NEAR(load.packets[pod_uniform.channel("gpu0.mesh0.B->C.req")], 2 * 2.0 / 3, 1e-9);
}

TEST(PodLoad, TracesHaveNoRate) {
  TempFolder folder;
  std::string trace = folder.write("t.csv",
                                   "cycle,source,destination,op,bytes,address\n"
                                   "0,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,64,0\n");
  Config config(preset("tiny2"), {"workload.kind=trace", "workload.trace=" + trace});
  Pod pod(config);
  ASSERT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
  std::vector<double> load(flitlock_engine_channel_count(pod.engine()));
  flitlock_error error = {};
  EXPECT_EQ(flitlock_pod_link_load(pod.get(), load.data(), &error), FLITLOCK_E_USAGE);
  EXPECT_EQ(flitlock_pod_link_flits(pod.get(), load.data(), &error), FLITLOCK_E_USAGE);
  EXPECT_NE(std::string(error.text).find("a trace has no rate"), std::string::npos) << error.text;
}

}  // namespace
