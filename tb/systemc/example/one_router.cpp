// SPDX-License-Identifier: Apache-2.0
// The smallest bench: one golden router with two ports, a packet of two flits from port 0 to port 1, waves in
// one_router.vcd. docs/co-simulation.md has the line that compiles it.
#include <cstdio>

#include "systemc/router.h"
#include "systemc/waves.h"

using namespace sc_core;

namespace {

constexpr unsigned unit_bytes = 8;
using Header = flitlock_sc::Header;
using Payload = flitlock_sc::Payload<unit_bytes>;

struct Lane {
  sc_signal<bool> valid;
  sc_signal<Header> header;
  sc_signal<Payload> payload;
  sc_signal<uint32_t> credit;
};

// Every port is both input and output; node n of the mesh is behind port n.
flitlock_router_params two_ports() {
  flitlock_router_params params;
  flitlock_router_params_default(&params);
  params.ports = 2;
  params.vcs = 2;
  params.unit_bytes = unit_bytes;
  params.route.node = 9;
  for (unsigned p = 0; p < 2; p++) {
    params.port[p].has_in = params.port[p].has_out = 1;
    params.route.next[p] = static_cast<uint8_t>(p);
  }
  return params;
}

Header header_of(const flitlock_flit &flit) {
  uint32_t words[FLITLOCK_HEADER_BITS / 32];
  flitlock_flit_pack(&flit, words);
  return flitlock_sc::wires<Header>(words);
}

}  // namespace

int sc_main(int, char **) {
  // The first edge comes at 10 ns, when reset has been driven.
  sc_clock clk("clk", sc_time(10, SC_NS), 0.5, sc_time(10, SC_NS), true);
  sc_signal<bool> rst_n("rst_n");
  Lane in[2], out[2];
  flitlock_sc::RouterGolden<unit_bytes> router("router", two_ports());
  router.clk_i(clk);
  router.rst_ni(rst_n);
  for (unsigned p = 0; p < 2; p++) {
    router.in_valid_i[p](in[p].valid);
    router.in_header_i[p](in[p].header);
    router.in_payload_i[p](in[p].payload);
    router.in_credit_o[p](in[p].credit);
    router.out_valid_o[p](out[p].valid);
    router.out_header_o[p](out[p].header);
    router.out_payload_o[p](out[p].payload);
    router.out_credit_i[p](out[p].credit);
  }
  flitlock_sc::Waves waves("one_router.vcd", 1, SC_NS);
  router.trace(waves.file());

  sc_start(25, SC_NS);
  rst_n.write(true);
  flitlock_flit flit{};
  flit.vc = 1;
  flit.units = 1;
  flit.len = 2;
  flit.dst = flitlock_address(0, 0, 1, 0);  // node 1
  for (unsigned cycle = 0; cycle < 5; cycle++) {
    flit.seq = static_cast<uint8_t>(cycle);
    flit.head = cycle == 0;
    flit.tail = cycle == 1;
    in[0].valid.write(cycle < 2);
    in[0].header.write(cycle < 2 ? header_of(flit) : Header());
    sc_start(10, SC_NS);
    std::printf("%s: port 1 presents %s, port 0 returns %u credits on VC 1\n", sc_time_stamp().to_string().c_str(),
                out[1].valid.read() ? "a flit" : "nothing", flitlock_credit_get(in[0].credit.read(), 1));
  }
  return 0;
}
