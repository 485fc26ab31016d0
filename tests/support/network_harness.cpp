// SPDX-License-Identifier: Apache-2.0
#include "support/network_harness.h"

#include "support/router_harness.h"

namespace flitlock_test {

namespace {

int traffic_create(const void *params, const char *, flitlock_block **block, flitlock_error *) {
  auto *traffic = new TrafficBlock;
  traffic->params = *static_cast<const TrafficParams *>(params);
  traffic->port.has_in = traffic->port.has_out = 1;
  traffic->port.in_width = static_cast<uint8_t>(traffic->params.in_width);
  traffic->port.out_width = static_cast<uint8_t>(traffic->params.out_width);
  std::copy_n(traffic->params.in_depth, FLITLOCK_MAX_VCS, traffic->port.in_depth);
  traffic->reset();
  *block = reinterpret_cast<flitlock_block *>(traffic);
  return FLITLOCK_OK;
}

void traffic_destroy(flitlock_block *block) { delete traffic(block); }
void traffic_reset(flitlock_block *block) { traffic(block)->reset(); }
uint64_t traffic_step(flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
  return traffic(block)->step(cycle, in, out);
}
void traffic_describe(const flitlock_block *block, flitlock_block_info *info) {
  const auto *self = reinterpret_cast<const TrafficBlock *>(block);
  *info = {"traffic", "c", FLITLOCK_BLOCK_ABI, 1, self->params.vcs, &self->port};
}

enum { NORTH, EAST, SOUTH, WEST, CLIENT, SIDES };
const char *const side_name[] = {"N", "E", "S", "W", "client"};

int neighbour(unsigned node, unsigned side) {
  unsigned row = node / Network::columns, column = node % Network::columns;
  if (side == NORTH) return row > 0 ? static_cast<int>(node - Network::columns) : -1;
  if (side == EAST) return column + 1 < Network::columns ? static_cast<int>(node + 1) : -1;
  if (side == SOUTH) return row + 1 < Network::rows ? static_cast<int>(node + Network::columns) : -1;
  if (side == WEST) return column > 0 ? static_cast<int>(node - 1) : -1;
  return static_cast<int>(node);
}

// R-RT-3, XY.
unsigned side_towards(unsigned from, unsigned to) {
  unsigned from_column = from % Network::columns, to_column = to % Network::columns;
  if (to_column > from_column) return EAST;
  if (to_column < from_column) return WEST;
  return to < from ? NORTH : SOUTH;
}

}  // namespace

const flitlock_block_ops traffic_ops = {"traffic",     "c",          traffic_create,   traffic_destroy,
                                        traffic_reset, traffic_step, traffic_describe, nullptr,
                                        nullptr,       nullptr,      nullptr,          nullptr};

Network::Network(uint64_t seed, uint64_t order_seed) : router_(nodes), traffic_(nodes) {
  flitlock_error error{};
  EXPECT_EQ(flitlock_engine_create(&engine, &error), FLITLOCK_OK) << error.text;
  flitlock_rng rng;
  flitlock_rng_seed(&rng, seed, 1000);
  auto draw = [&rng](unsigned low, unsigned high) { return low + flitlock_rng_below(&rng, high - low + 1); };
  const unsigned vcs = draw(1, 4), max_len = draw(1, 6);

  unsigned width[nodes][SIDES], latency[nodes][SIDES], credit_latency[nodes][SIDES];
  uint16_t depth[nodes][SIDES][FLITLOCK_MAX_VCS];  // of the buffer at the far end of the link out of this side
  for (unsigned n = 0; n < nodes; n++) {
    for (unsigned side = 0; side < SIDES; side++) {
      width[n][side] = draw(1, 2);
      latency[n][side] = draw(1, 4) == 4 ? draw(2, 300) : 1;
      credit_latency[n][side] = draw(1, 3);
      for (auto &entries : depth[n][side])
        entries = static_cast<uint16_t>(max_len + draw(0, 3));
    }
  }
  // The link into a router's client port has properties of its own.
  unsigned client_width[nodes];
  uint16_t client_depth[nodes][FLITLOCK_MAX_VCS];
  std::vector<flitlock_router_params> routers(nodes);
  std::vector<TrafficParams> clients(nodes);
  unsigned port_of[nodes][SIDES];
  for (unsigned n = 0; n < nodes; n++) {
    client_width[n] = draw(1, 2);
    for (auto &entries : client_depth[n])
      entries = static_cast<uint16_t>(max_len + draw(0, 3));
    unsigned ports = 0;
    for (unsigned side = 0; side < SIDES; side++)
      port_of[n][side] = neighbour(n, side) >= 0 ? ports++ : FLITLOCK_NO_PORT;
    flitlock_router_params &params = routers[n];
    flitlock_router_params_default(&params);
    params.ports = ports;
    params.vcs = vcs;
    params.max_len = max_len;
    params.route.node = static_cast<uint8_t>(n);
    params.route.client_port = static_cast<uint8_t>(port_of[n][CLIENT]);
    for (unsigned to = 0; to < nodes; to++)
      if (to != n) params.route.next[to] = static_cast<uint8_t>(port_of[n][side_towards(n, to)]);
    for (unsigned level = 0; level < 3; level++) {
      params.registered[level] = draw(1, 4) == 1;
      params.arbiter[level] = static_cast<uint8_t>(draw(0, 2));
    }
    // Without checks, registers and weights the router takes short ways.
    params.checks = seed % 2 == 0;
    if (seed % 4 == 1) {
      std::memset(params.registered, 0, sizeof params.registered);
      std::memset(params.arbiter, FLITLOCK_ARB_ROUND_ROBIN, sizeof params.arbiter);
    }
    for (auto &weight : params.vc_weight)
      weight = static_cast<uint8_t>(draw(1, 4));
  }
  for (unsigned n = 0; n < nodes; n++) {
    for (unsigned side = 0; side < SIDES; side++) {
      if (port_of[n][side] == FLITLOCK_NO_PORT) continue;
      flitlock_router_port &port = routers[n].port[port_of[n][side]];
      std::snprintf(port.name, sizeof port.name, "%s", side_name[side]);
      port.has_in = port.has_out = 1;
      port.weight = static_cast<uint8_t>(draw(1, 4));
      port.out_width = static_cast<uint8_t>(width[n][side]);
      std::copy_n(depth[n][side], FLITLOCK_MAX_VCS, port.credits);
      for (unsigned vc = 0; vc < vcs; vc++) {
        port.crossbar_depth[vc] = static_cast<uint16_t>(max_len + draw(0, 2));
        port.output_depth[vc] = static_cast<uint16_t>(max_len + draw(0, 2));
      }
      if (side == CLIENT) {
        port.in_width = static_cast<uint8_t>(client_width[n]);
        std::copy_n(client_depth[n], FLITLOCK_MAX_VCS, port.input_depth);
      } else {
        unsigned other = static_cast<unsigned>(neighbour(n, side)), back = (side + 2) % 4;
        port.in_width = static_cast<uint8_t>(width[other][back]);
        std::copy_n(depth[other][back], FLITLOCK_MAX_VCS, port.input_depth);
      }
    }
    TrafficParams &client = clients[n];
    client.seed = seed;
    client.node = n;
    client.nodes = nodes;
    client.vcs = vcs;
    client.max_len = max_len;
    client.out_width = client_width[n];
    client.in_width = width[n][CLIENT];
    client.packets = 60;
    client.mean_gap = draw(1, 3) == 1 ? 400 : draw(1, 12);
    std::copy_n(client_depth[n], FLITLOCK_MAX_VCS, client.credits);
    std::copy_n(depth[n][CLIENT], FLITLOCK_MAX_VCS, client.in_depth);
  }

  std::vector<unsigned> order(2 * nodes);
  std::iota(order.begin(), order.end(), 0U);
  flitlock_rng shuffle;
  flitlock_rng_seed(&shuffle, order_seed, 0);
  if (order_seed != 0)
    for (unsigned k = 2 * nodes - 1; k > 0; k--)
      std::swap(order[k], order[flitlock_rng_below(&shuffle, k + 1)]);
  for (unsigned which : order) {
    unsigned n = which / 2;
    std::string name = (which % 2 == 0 ? "router" : "client") + std::to_string(n);
    int status =
        which % 2 == 0
            ? flitlock_engine_add_block(engine, &flitlock_router_golden, &routers[n], name.c_str(), &router_[n], &error)
            : flitlock_engine_add_block(engine, &traffic_ops, &clients[n], name.c_str(), &traffic_[n], &error);
    EXPECT_EQ(status, FLITLOCK_OK) << error.text;
  }
  for (unsigned n = 0; n < nodes; n++) {
    for (unsigned side = 0; side < CLIENT; side++) {
      int other = neighbour(n, side);
      if (other < 0) continue;
      connect(std::to_string(n) + "->" + std::to_string(other), router_[n], port_of[n][side],
              router_[static_cast<unsigned>(other)], port_of[other][(side + 2) % 4], latency[n][side],
              credit_latency[n][side]);
    }
    connect(std::to_string(n) + "->client", router_[n], port_of[n][CLIENT], traffic_[n], 0, latency[n][CLIENT],
            credit_latency[n][CLIENT]);
    connect("client->" + std::to_string(n), traffic_[n], 0, router_[n], port_of[n][CLIENT], 1, credit_latency[n][EAST]);
  }
  flitlock_observer observer{this, observe, nullptr};
  EXPECT_EQ(flitlock_engine_add_observer(engine, &observer, &error), FLITLOCK_OK);
}

void Network::connect(const std::string &name, uint32_t src, unsigned src_port, uint32_t dst, unsigned dst_port,
                      unsigned latency, unsigned credit_latency) {
  flitlock_channel channel{};
  std::snprintf(channel.name, sizeof channel.name, "%s", name.c_str());
  channel.src_block = src;
  channel.src_port = src_port;
  channel.dst_block = dst;
  channel.dst_port = dst_port;
  channel.latency = latency;
  channel.credit_latency = credit_latency;
  flitlock_error error{};
  EXPECT_EQ(flitlock_engine_connect(engine, &channel, &error), FLITLOCK_OK) << error.text;
}

void Network::observe(void *self, const flitlock_engine *engine, uint32_t block, uint64_t cycle, const flitlock_in *in,
                      const flitlock_out *out) {
  auto *network = static_cast<Network *>(self);
  // The four ends of the two lanes are seen in different steps, so each has a list of its own.
  auto note = [&](uint32_t channel, const char *end, const std::string &what) {
    network->trace_.channel[std::string(flitlock_engine_channel(engine, channel)->name) + end].push_back(
        std::to_string(cycle) + " " + what);
  };
  for (unsigned port = 0; port < FLITLOCK_MAX_PORTS; port++) {
    if (out->flit_valid >> port & 1U) {
      note(flitlock_engine_channel_from(engine, block, port), " out", brief(out->flit[port]));
      network->trace_.flits++;
    }
    if (in->flit_valid >> port & 1U)
      note(flitlock_engine_channel_to(engine, block, port), " in", brief(in->flit[port]));
    if (out->credit_valid >> port & 1U)
      note(flitlock_engine_channel_to(engine, block, port), " credit out", std::to_string(out->credit[port]));
    if (in->credit_valid >> port & 1U)
      note(flitlock_engine_channel_from(engine, block, port), " credit in", std::to_string(in->credit[port]));
  }
}

uint32_t Network::packets() const {
  uint32_t received = 0;
  for (uint32_t block : traffic_)
    received += traffic(flitlock_engine_block(engine, block))->received;
  return received;
}

Trace Network::run(uint64_t limit) {
  trace_ = Trace{};
  flitlock_engine_run(engine, limit);
  EXPECT_EQ(flitlock_engine_flits_in_channels(engine), 0U);
  EXPECT_EQ(packets(), nodes * 60U);
  for (unsigned n = 0; n < nodes; n++) {
    flitlock_error error{};
    flitlock_block *router = flitlock_engine_block(engine, router_[n]);
    EXPECT_EQ(flitlock_router_golden.check(router, &error), FLITLOCK_OK) << error.text;
    EXPECT_EQ(flitlock_router_golden.occupancy(router), 0U);
    TrafficBlock *client = traffic(flitlock_engine_block(engine, traffic_[n]));
    EXPECT_EQ(client->wrong, "");
    for (unsigned vc = 0; vc < client->params.vcs; vc++)
      EXPECT_EQ(client->credits[vc], client->params.credits[vc]);
  }
  EXPECT_EQ(trace_.flits, flitlock_engine_flits_carried(engine));
  return trace_;
}

}  // namespace flitlock_test
