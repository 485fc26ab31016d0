// SPDX-License-Identifier: Apache-2.0
// The pod against the specification, R-POD, R-RT-4, R-DST, R-SW, and against the facts of the reference pod.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "support/config.h"

using flitlock_test::Config;
using flitlock_test::Pod;
using flitlock_test::preset;
using flitlock_test::TempFolder;

namespace {

std::vector<std::string> ports_of(const Pod &pod, const std::string &router) {
  const flitlock_router_params *params = flitlock_pod_router_params(pod.get(), pod.block(router));
  std::vector<std::string> names;
  for (uint32_t i = 0; i < params->ports; ++i)
    names.push_back(params->port[i].name);
  return names;
}

using Names = std::vector<std::string>;

TEST(PodStructure, ReferencePodHasItsBlocks) {
  Config config(preset("pod4-write64"));
  Pod pod(config);
  ASSERT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
  std::map<std::pair<int, int>, int> count;
  for (uint32_t i = 0; i < flitlock_engine_block_count(pod.engine()); ++i) {
    const struct flitlock_pod_node *node = flitlock_pod_node(pod.get(), i);
    ++count[{node->kind, node->plane}];
  }
  for (int plane : {FLITLOCK_PLANE_REQ, FLITLOCK_PLANE_RSP}) {
    // 76 routers a plane: 4 GPUs of 3 meshes of 6, and a DST each.
    EXPECT_EQ((count[{FLITLOCK_NODE_ROUTER, plane}]), 72);
    EXPECT_EQ((count[{FLITLOCK_NODE_DST, plane}]), 4);
    EXPECT_EQ((count[{FLITLOCK_NODE_SWITCH, plane}]), 0);
  }
  EXPECT_EQ((count[{FLITLOCK_NODE_REQ_CLIENT, FLITLOCK_PLANE_BOTH}]), 96);
  EXPECT_EQ((count[{FLITLOCK_NODE_RSP_CLIENT, FLITLOCK_PLANE_BOTH}]), 96);
  EXPECT_EQ(flitlock_pod_req_client_count(pod.get()), 96U);
  EXPECT_EQ(flitlock_pod_rsp_client_count(pod.get()), 96U);
  EXPECT_EQ(flitlock_pod_node(pod.get(), flitlock_engine_block_count(pod.engine())), nullptr);
  EXPECT_EQ(flitlock_pod_req_client(pod.get(), 96), UINT32_MAX);
  EXPECT_EQ(flitlock_pod_rsp_client(pod.get(), 96), UINT32_MAX);
  EXPECT_EQ(flitlock_pod_find(pod.get(), "gpu4.dst.req"), UINT32_MAX);
  EXPECT_EQ(flitlock_pod_config(pod.get()), config.get());
  EXPECT_NE(flitlock_pod_workload(pod.get()), nullptr);
}

TEST(PodStructure, BlocksStandInTheOrderOfTheSpecification) {
  Config config(preset("pod4-write64"), {"pod.gpus=2", "pod.switches=2", "pod.meshes=2", "pod.rsp_clients=1"});
  Pod pod(config);
  ASSERT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
  Names expected;
  for (std::string gpu : {"gpu0", "gpu1"}) {
    for (std::string mesh : {".mesh0.", ".mesh1."})
      for (std::string node : {"A", "B", "C", "D", "E", "F"}) {
        expected.push_back(gpu + mesh + node + ".req");
        expected.push_back(gpu + mesh + node + ".rsp");
        if (node == "B" || node == "E") continue;
        for (std::string client : {"req_client0", "req_client1", "rsp_client0"})
          expected.push_back(gpu + mesh + node + "." + client);
      }
    expected.push_back(gpu + ".dst.req");
    expected.push_back(gpu + ".dst.rsp");
  }
  for (std::string name : {"switch0.req", "switch0.rsp", "switch1.req", "switch1.rsp"})
    expected.push_back(name);
  Names found;
  for (uint32_t i = 0; i < flitlock_engine_block_count(pod.engine()); ++i)
    found.push_back(flitlock_engine_block_name(pod.engine(), i));
  EXPECT_EQ(found, expected);
  for (uint32_t i = 0; i < found.size(); ++i)
    EXPECT_EQ(flitlock_pod_find(pod.get(), found[i].c_str()), i);

  uint64_t before = 0;
  for (uint32_t i = 0; i < flitlock_engine_channel_count(pod.engine()); ++i) {
    const flitlock_channel *channel = flitlock_engine_channel(pod.engine(), i);
    uint64_t place = static_cast<uint64_t>(channel->src_block) << 8 | channel->src_port;
    if (i > 0) {
      EXPECT_GT(place, before) << channel->name;
    }
    before = place;
  }
}

TEST(PodStructure, ClientsHaveAddressesAndNumbers) {
  Config config(preset("pod4-write64"));
  Pod pod(config);
  const struct flitlock_pod_node *node = flitlock_pod_node(pod.get(), pod.block("gpu2.mesh1.D.rsp_client1"));
  EXPECT_EQ(node->address, flitlock_address(2, 1, 3, 3));
  EXPECT_EQ(node->number, 2U * 24 + 8 + 4 + 1);
  EXPECT_EQ(flitlock_pod_rsp_client(pod.get(), node->number), pod.block("gpu2.mesh1.D.rsp_client1"));
  node = flitlock_pod_node(pod.get(), pod.block("gpu0.mesh0.A.req_client0"));
  EXPECT_EQ(node->address, 0U);
  EXPECT_EQ(node->number, 0U);
}

TEST(PodStructure, PortsStandInTheOrderOfTheSpecification) {
  Config config(preset("pod4-write64"));
  Pod pod(config);
  const Names clients = {"req_client0", "req_client1", "rsp_client0", "rsp_client1"};
  auto with_clients = [&](Names names) {
    names.insert(names.end(), clients.begin(), clients.end());
    return names;
  };
  for (const char *plane : {".req", ".rsp"}) {
    EXPECT_EQ(ports_of(pod, std::string("gpu0.mesh0.A") + plane), with_clients({"E", "S"}));
    EXPECT_EQ(ports_of(pod, std::string("gpu0.mesh0.B") + plane), (Names{"E", "S", "W"}));
    EXPECT_EQ(ports_of(pod, std::string("gpu0.mesh0.C") + plane), with_clients({"S", "W"}));
    EXPECT_EQ(ports_of(pod, std::string("gpu0.mesh0.D") + plane), with_clients({"N", "E"}));
    EXPECT_EQ(ports_of(pod, std::string("gpu0.mesh0.E") + plane), (Names{"N", "E", "W", "dst"}));
    EXPECT_EQ(ports_of(pod, std::string("gpu0.mesh0.F") + plane), with_clients({"N", "W"}));
    EXPECT_EQ(ports_of(pod, std::string("gpu0.dst") + plane),
              (Names{"mesh0", "mesh1", "mesh2", "gpu1", "gpu2", "gpu3"}));
    EXPECT_EQ(ports_of(pod, std::string("gpu2.dst") + plane),
              (Names{"mesh0", "mesh1", "mesh2", "gpu0", "gpu1", "gpu3"}));
  }
  // Requests enter at request clients and leave at response clients; responses the other way round.
  EXPECT_EQ(pod.port("gpu0.mesh0.A.req", "req_client1").has_in, 1);
  EXPECT_EQ(pod.port("gpu0.mesh0.A.req", "req_client1").has_out, 0);
  EXPECT_EQ(pod.port("gpu0.mesh0.A.req", "rsp_client1").has_in, 0);
  EXPECT_EQ(pod.port("gpu0.mesh0.A.req", "rsp_client1").has_out, 1);
  EXPECT_EQ(pod.port("gpu0.mesh0.A.rsp", "req_client1").has_out, 1);
  EXPECT_EQ(pod.port("gpu0.mesh0.A.rsp", "rsp_client1").has_in, 1);
}

TEST(PodStructure, LinksHaveTheNamesOfTheSpecification) {
  Config config(preset("pod4-write64"));
  Pod pod(config);
  for (const char *name :
       {"gpu0.mesh0.A->B.req", "gpu0.mesh0.E->dst.req", "gpu0.mesh0.dst->E.rsp", "gpu0.dst->gpu1.dst.req",
        "gpu0.mesh0.A.req_client0->A.req", "gpu0.mesh0.A->A.rsp_client1.req", "gpu3.mesh2.F->F.req_client1.rsp",
        "gpu3.mesh2.F.rsp_client1->F.rsp"})
    EXPECT_NO_THROW(pod.channel(name)) << name;
  std::set<std::string> names;
  for (uint32_t i = 0; i < flitlock_engine_channel_count(pod.engine()); ++i)
    names.insert(flitlock_engine_channel(pod.engine(), i)->name);
  // A mesh: 7 edges and the exit both ways, 4 + 4 clients' nodes of 2 with one link a plane. A GPU: 3 links out.
  EXPECT_EQ(names.size(), 2U * 4 * (3 * (14 + 2 + 16) + 3));
  EXPECT_EQ(names.size(), flitlock_engine_channel_count(pod.engine()));

  Config switched(preset("switch16"));
  Pod pod16(switched);
  ASSERT_EQ(pod16.status(), FLITLOCK_OK) << pod16.error();
  EXPECT_NO_THROW(pod16.channel("gpu0.dst->switch0.req"));
  EXPECT_NO_THROW(pod16.channel("switch3->gpu15.dst.rsp"));
  EXPECT_EQ(ports_of(pod16, "gpu7.dst.req"), (Names{"mesh0", "switch0", "switch1", "switch2", "switch3"}));
  EXPECT_EQ(ports_of(pod16, "switch1.req").size(), 16U);
  EXPECT_EQ(ports_of(pod16, "switch1.req")[9], "gpu9");
  const flitlock_channel *link = flitlock_engine_channel(pod16.engine(), pod16.channel("gpu0.dst->switch0.req"));
  EXPECT_EQ(link->latency, 20U);
  EXPECT_EQ(link->credit_latency, 20U);
  EXPECT_EQ(flitlock_engine_channel(pod16.engine(), pod16.channel("gpu0.mesh0.A->B.req"))->latency, 1U);
}

// R-POD-3.
TEST(PodStructure, EveryLinkHasItsWidth) {
  Config config(preset("pod4-write64"));
  Pod pod(config);
  unsigned wide = 0;
  for (uint32_t i = 0; i < flitlock_engine_channel_count(pod.engine()); ++i) {
    const flitlock_channel *channel = flitlock_engine_channel(pod.engine(), i);
    std::string name = channel->name;
    bool response = name.substr(name.size() - 4) == ".rsp";
    bool narrow = !response || name.find("B->E.") != std::string::npos || name.find("E->B.") != std::string::npos ||
                  name.find("dst") != std::string::npos;
    const flitlock_router_params *from = flitlock_pod_router_params(pod.get(), channel->src_block);
    const flitlock_router_params *to = flitlock_pod_router_params(pod.get(), channel->dst_block);
    int units = narrow ? 1 : 2;
    wide += units == 2;
    if (from) {
      EXPECT_EQ(from->port[channel->src_port].out_width, units) << name;
    }
    if (to) {
      EXPECT_EQ(to->port[channel->dst_port].in_width, units) << name;
    }
  }
  EXPECT_EQ(wide, 12U * (6 * 2 + 16));  // six edges of each mesh both ways, and the clients
}

TEST(PodStructure, OnlyGpuLinksChangeTheVc) {
  Config config(preset("pod4-write64"));
  Pod pod(config);
  for (uint32_t i = 0; i < flitlock_engine_block_count(pod.engine()); ++i) {
    const flitlock_router_params *params = flitlock_pod_router_params(pod.get(), i);
    if (!params) continue;
    const struct flitlock_pod_node *node = flitlock_pod_node(pod.get(), i);
    for (uint32_t p = 0; p < params->ports; ++p) {
      bool gpu_link = node->kind == FLITLOCK_NODE_DST && std::string(params->port[p].name).substr(0, 3) == "gpu";
      for (uint8_t vc = 0; vc < 10; ++vc) {
        int expected = gpu_link && vc == 3 ? (node->plane == FLITLOCK_PLANE_REQ ? 4 : 0) : vc;
        EXPECT_EQ(params->port[p].vc_map[vc], expected)
            << flitlock_engine_block_name(pod.engine(), i) << " " << params->port[p].name;
      }
    }
  }
  // A switch changes none, the DST behind it does.
  Config switched(preset("switch16"));
  Pod pod16(switched);
  EXPECT_EQ(pod16.port("switch0.req", "gpu0").vc_map[3], 3);
  EXPECT_EQ(pod16.port("gpu0.dst.req", "switch0").vc_map[3], 4);
  EXPECT_EQ(pod16.port("gpu0.dst.rsp", "switch0").vc_map[3], 0);
}

TEST(PodStructure, CreditsAreTheDepthAtTheFarEnd) {
  Config config(preset("pod4-write64"),
                {"links.5={match: '*.E->dst.req', vc: 3, input_depth: 21, crossbar_depth: 22, output_depth: 23}",
                 "routers.0={match: '*.dst.req', input_depth: 31, crossbar_depth: 32, output_depth: 33}",
                 "clients.input_depth=5"});
  Pod pod(config);
  ASSERT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
  const flitlock_router_port &exit = pod.port("gpu1.mesh2.E.req", "dst");
  const flitlock_router_port &mesh = pod.port("gpu1.dst.req", "mesh2");
  EXPECT_EQ(exit.credits[3], 21);
  EXPECT_EQ(exit.credits[4], 31);
  EXPECT_EQ(mesh.input_depth[3], 21);  // links come after routers
  EXPECT_EQ(mesh.input_depth[4], 31);
  EXPECT_EQ(exit.crossbar_depth[3], 22);
  EXPECT_EQ(exit.crossbar_depth[4], 8);
  EXPECT_EQ(exit.output_depth[3], 23);
  EXPECT_EQ(mesh.crossbar_depth[3], 32);
  EXPECT_EQ(mesh.output_depth[3], 33);
  EXPECT_EQ(pod.port("gpu1.dst.rsp", "mesh2").output_depth[3], 8);
  EXPECT_EQ(pod.port("gpu1.dst.req", "gpu0").input_depth[3], 31);
  EXPECT_EQ(pod.port("gpu0.dst.req", "gpu1").credits[3], 31);
  EXPECT_EQ(pod.port("gpu0.mesh0.A.req", "rsp_client0").credits[3], 5);
  EXPECT_EQ(pod.port("gpu0.mesh0.A.rsp", "req_client0").credits[0], 5);
  for (uint32_t i = 0; i < flitlock_engine_channel_count(pod.engine()); ++i) {
    const flitlock_channel *channel = flitlock_engine_channel(pod.engine(), i);
    const flitlock_router_params *from = flitlock_pod_router_params(pod.get(), channel->src_block);
    const flitlock_router_params *to = flitlock_pod_router_params(pod.get(), channel->dst_block);
    for (unsigned vc = 0; from && to && vc < 10; ++vc)
      EXPECT_EQ(from->port[channel->src_port].credits[vc], to->port[channel->dst_port].input_depth[vc])
          << channel->name;
  }
}

TEST(PodStructure, RulesReachStagesArbitersAndWeights) {
  Config config(preset("tiny2"), {"routers.0={match: '*', output_stage: registered, arbiter_l1: oldest}",
                                  "routers.1={match: 'gpu0.mesh0.E.*', arbiter_l2: weighted, arbiter_l1: round_robin, "
                                  "vc_weights: [2, 3], port_weights: [{port: N, weight: 4}]}",
                                  "defaults.input_stage=registered", "defaults.arbiter_l3=weighted",
                                  "links.5={match: 'gpu0.mesh0.A->B.req', latency: 3, credit_latency: 4}"});
  Pod pod(config);
  ASSERT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
  const flitlock_router_params *e = flitlock_pod_router_params(pod.get(), pod.block("gpu0.mesh0.E.rsp"));
  const flitlock_router_params *b = flitlock_pod_router_params(pod.get(), pod.block("gpu0.mesh0.B.rsp"));
  EXPECT_EQ(e->registered[0], 1);
  EXPECT_EQ(e->registered[1], 0);
  EXPECT_EQ(e->registered[2], 1);
  EXPECT_EQ(e->arbiter[0], FLITLOCK_ARB_ROUND_ROBIN);
  EXPECT_EQ(e->arbiter[1], FLITLOCK_ARB_WEIGHTED);
  EXPECT_EQ(e->arbiter[2], FLITLOCK_ARB_WEIGHTED);
  EXPECT_EQ(b->arbiter[0], FLITLOCK_ARB_OLDEST);
  EXPECT_EQ(b->arbiter[1], FLITLOCK_ARB_ROUND_ROBIN);
  EXPECT_EQ(e->vc_weight[0], 2);
  EXPECT_EQ(e->vc_weight[1], 3);
  EXPECT_EQ(e->vc_weight[2], 1);
  EXPECT_EQ(b->vc_weight[0], 1);
  EXPECT_EQ(pod.port("gpu0.mesh0.E.req", "N").weight, 4);
  EXPECT_EQ(pod.port("gpu0.mesh0.E.req", "W").weight, 1);
  const flitlock_channel *link = flitlock_engine_channel(pod.engine(), pod.channel("gpu0.mesh0.A->B.req"));
  EXPECT_EQ(link->latency, 3U);
  EXPECT_EQ(link->credit_latency, 4U);
}

TEST(PodStructure, MeshWithoutDst) {
  Config config(preset("mesh8x8"));
  Pod pod(config);
  ASSERT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
  EXPECT_EQ(flitlock_engine_block_count(pod.engine()), 64U + 128U);
  EXPECT_EQ(flitlock_engine_channel_count(pod.engine()), 2U * 2 * 56 + 128);
  EXPECT_EQ(flitlock_pod_find(pod.get(), "gpu0.dst.req"), UINT32_MAX);
  EXPECT_EQ(ports_of(pod, "gpu0.mesh0.r3c4.req"), (Names{"N", "E", "S", "W", "req_client0", "rsp_client0"}));
  EXPECT_NO_THROW(pod.channel("gpu0.mesh0.r7c6->r7c7.req"));
  EXPECT_NO_THROW(pod.channel("gpu0.mesh0.r7c7->r7c7.rsp_client0.req"));
  char name[8];
  EXPECT_STREQ(flitlock_pod_node_name(config.get(), 63, name, sizeof name), "r7c7");
}

TEST(PodStructure, EveryPresetIsBuilt) {
  for (const char *name : {"pod4-write64", "pod4-read64", "pod4-write256", "pod4-read256", "pod4-mixed", "pod4-fair",
                           "mesh8x8", "tiny2", "chain", "mesh2x5", "mesh5x2", "switch16", "causes/cause1",
                           "causes/cause2", "causes/cause3", "causes/cause4", "causes/cause5"}) {
    Config config(preset(name));
    ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
    Pod pod(config);
    EXPECT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
  }
}

TEST(PodStructure, TwoToEightGpusAreFullyConnected) {
  for (int gpus = 2; gpus <= 8; ++gpus) {
    Config config(preset("tiny2"), {"pod.gpus=" + std::to_string(gpus)});
    Pod pod(config);
    ASSERT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
    for (int a = 0; a < gpus; ++a)
      for (int b = 0; b < gpus; ++b) {
        if (a == b) continue;
        EXPECT_NO_THROW(pod.channel("gpu" + std::to_string(a) + ".dst->gpu" + std::to_string(b) + ".dst.rsp"));
      }
  }
}

const flitlock_block_ops *choose(void *self, const char *name, const flitlock_router_params *params) {
  auto *seen = static_cast<std::vector<std::pair<std::string, uint32_t>> *>(self);
  seen->emplace_back(name, params->ports);
  return seen->size() == 5 ? nullptr : &flitlock_router_golden;
}

TEST(PodStructure, TheCallerChoosesImplementations) {
  Config config(preset("tiny2"));
  std::vector<std::pair<std::string, uint32_t>> seen;
  flitlock_pod *pod = nullptr;
  flitlock_error error = {};
  EXPECT_EQ(flitlock_pod_create(config.get(), nullptr, choose, &seen, &pod, &error), FLITLOCK_E_USAGE);
  EXPECT_EQ(pod, nullptr);
  EXPECT_NE(std::string(error.text).find("gpu0.mesh0.C.req"), std::string::npos) << error.text;
  ASSERT_EQ(seen.size(), 5U);
  EXPECT_EQ(seen[0], (std::pair<std::string, uint32_t>("gpu0.mesh0.A.req", 4)));
}

}  // namespace
