// SPDX-License-Identifier: Apache-2.0
// Writes a SystemVerilog top for the pod of a configuration:
//   flitlock_sv_pod CONFIG.yaml [--set KEY=VALUE].. >flitlock_pod_top.sv
// Every router, DST and switch is a pod_block, golden C or RTL by a plusarg; every channel has its delays; clients,
// their workload and the event log are in C, called once for each clock edge (tb/dpi/pod_dpi.h).
#include <cstdio>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "dpi/pod_dpi.h"
#include "flitlock/config.h"
#include "flitlock/engine.h"
#include "verilated/shape.h"

namespace {

std::string number(size_t value) { return std::to_string(value); }
std::string slice(size_t at, size_t bits) { return "[" + number(at) + "+:" + number(bits) + "]"; }

class Top {
 public:
  explicit Top(const flitlock_pod *pod, std::ostream &out)
      : pod_(pod),
        engine_(flitlock_pod_engine(pod)),
        out_(out),
        channels_(flitlock_engine_channel_count(engine_)),
        payload_(size_t{16} * flitlock_pod_config(pod)->pod.unit_bytes),
        credit_(size_t{2} * flitlock_pod_config(pod)->vcs.count),
        lane_(flitlock_pod_lane_bits(flitlock_pod_config(pod)->pod.unit_bytes)) {
    for (uint32_t c = 0; c < channels_; c++)
      client_lane_.push_back(flitlock_pod_client_channel(pod, c) ? clients_++ : 0);
    for (uint32_t b = 0; b < flitlock_engine_block_count(engine_); b++)
      if (flitlock_pod_router_params(pod_, b)) routers_.push_back(b);
  }

  void write(const std::string &source) {
    out_ << "// SPDX-License-Identifier: Apache-2.0\n// Written by flitlock_sv_pod from " << source
         << "; do not edit.\n"
         << "//   +config=FILE    that configuration\n"
         << "//   +set=KEY=VALUE  as --set of flitlock, several parted by spaces; nothing that changes the pod itself\n"
         << "//   +events=FILE    the event log\n"
         << "//   +rtl=HEX        bit n: block n of the list below is RTL and not golden C\n"
         << "`define FLITLOCK_POD_BITS " << lane_ * channels_ << "\n`define FLITLOCK_POD_CLIENT_BITS "
         << lane_ * clients_ << "\n`include \"flitlock_pod_pkg.sv\"\n\nmodule flitlock_pod_top;\n"
         << "  import flitlock_pod_pkg::*;\n"
         << "  localparam bit [63:0] Shape = 64'h" << hex(flitlock_pod_shape(pod_)) << ";\n"
         << "  localparam int Blocks = " << routers_.size() << ";\n\n  reg clk = 1'b0;\n  reg rst_n = 1'b1;\n"
         << "  bit [Blocks-1:0] rtl;\n  bit [ClientBits-1:0] given_q;\n\n";
    for (uint32_t c = 0; c < channels_; c++)
      write_channel(c);
    for (size_t n = 0; n < routers_.size(); n++)
      write_block(n);
    write_vectors();
    out_ << "`include \"pod_top.svh\"\nendmodule\n";
  }

 private:
  static std::string hex(uint64_t value) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
  }

  bool is_router(uint32_t block) const { return flitlock_pod_router_params(pod_, block) != nullptr; }

  // `c` presented, `a` arriving: valid, header, payload on the one lane, credit on the other.
  void write_channel(uint32_t number_) {
    const flitlock_channel *channel = flitlock_engine_channel(engine_, number_);
    const std::string n = number(number_), flit = number(1 + FLITLOCK_HEADER_BITS + payload_ - 1),
                      credit = number(credit_ - 1);
    out_ << "  // " << channel->name << "\n  wire [" << flit << ":0] c" << n << "_flit, a" << n << "_flit;\n  wire ["
         << credit << ":0] c" << n << "_credit, a" << n << "_credit;\n";
    write_delay(n + "_flit", 1 + FLITLOCK_HEADER_BITS + payload_, channel->latency);
    write_delay(n + "_credit", credit_, channel->credit_latency);
    const size_t at = client_lane_[number_] * lane_;
    if (!is_router(channel->src_block))
      out_ << "  assign c" << n << "_flit = {given_q" << slice(at + 64, FLITLOCK_HEADER_BITS + payload_) << ", given_q["
           << at << "]};\n";
    if (!is_router(channel->dst_block))
      out_ << "  assign c" << n << "_credit = given_q" << slice(at + 32, credit_) << ";\n";
  }

  void write_delay(const std::string &name, size_t bits, uint32_t latency) {
    out_ << "  pod_delay #(.Bits(" << bits << "), .Latency(" << latency << ")) i_c" << name
         << " (.clk_i(clk), .rst_ni(rst_n), .d_i(c" << name << "), .q_o(a" << name << "));\n";
  }

  void write_block(size_t number_) {
    const uint32_t block = routers_[number_];
    const flitlock_router_params &p = *flitlock_pod_router_params(pod_, block);
    const std::string n = "b" + number(number_);
    const std::string valid = "[" + number(p.ports - 1) + ":0]", credits = "[" + number(p.ports * credit_ - 1) + ":0]";
    const std::string headers = "[" + number(p.ports * size_t{FLITLOCK_HEADER_BITS} - 1) + ":0]";
    const std::string payloads = "[" + number(p.ports * payload_ - 1) + ":0]";
    out_ << "\n  // Block " << number_ << ": " << flitlock_engine_block_name(engine_, block) << "\n  wire " << valid
         << ' ' << n << "_iv, " << n << "_ov;\n  wire " << headers << ' ' << n << "_ih, " << n << "_oh;\n  wire "
         << payloads << ' ' << n << "_ip, " << n << "_op;\n  wire " << credits << ' ' << n << "_ic, " << n << "_oc;\n";
    for (uint32_t port = 0; port < p.ports; port++)
      write_port(block, port, n);
    write_instance(p, number_, n);
  }

  void write_port(uint32_t block, uint32_t port, const std::string &n) {
    const std::string header = slice(port * size_t{FLITLOCK_HEADER_BITS}, FLITLOCK_HEADER_BITS);
    const std::string payload = slice(port * payload_, payload_), credit = slice(port * credit_, credit_);
    const uint32_t in = flitlock_engine_channel_to(engine_, block, port);
    const uint32_t out = flitlock_engine_channel_from(engine_, block, port);
    const std::string to =
        "{" + n + "_ip" + payload + ", " + n + "_ih" + header + ", " + n + "_iv[" + number(port) + "]}";
    if (in == UINT32_MAX) {
      out_ << "  assign " << to << " = '0;\n";
    } else {
      out_ << "  assign " << to << " = a" << in << "_flit;\n  assign c" << in << "_credit = " << n << "_ic" << credit
           << ";\n";
    }
    if (out == UINT32_MAX) {
      out_ << "  assign " << n << "_oc" << credit << " = '0;\n";
    } else {
      out_ << "  assign " << n << "_oc" << credit << " = a" << out << "_credit;\n  assign c" << out << "_flit = {" << n
           << "_op" << payload << ", " << n << "_oh" << header << ", " << n << "_ov[" << port << "]};\n";
    }
  }

  // A table of 256 ports as a literal.
  static std::string table(const uint8_t *entry) {
    std::string text = "2048'h";
    char digits[3];
    for (size_t k = 256; k-- > 0;) {
      std::snprintf(digits, sizeof digits, "%02x", entry[k]);
      text += digits;
    }
    return text;
  }

  void write_instance(const flitlock_router_params &p, size_t number_, const std::string &n) {
    const flitlock_route &r = p.route;
    out_ << "  pod_block #(\n";
    flitlock_rtl::write_parameters(out_, p);
    out_ << "  ) i_" << n << " (\n    .clk_i(clk), .rst_ni(rst_n), .rtl_i(rtl[" << number_ << "]),\n    .cfg_kind_i(2'd"
         << unsigned{r.kind} << "), .cfg_gpu_i(8'd" << unsigned{r.gpu} << "), .cfg_mesh_i(8'd" << unsigned{r.mesh}
         << "), .cfg_node_i(8'd" << unsigned{r.node} << "), .cfg_exit_node_i(8'd" << unsigned{r.exit_node}
         << "), .cfg_exit_port_i(8'd" << unsigned{r.exit_port} << "),\n    .cfg_client_port_i(8'd"
         << unsigned{r.client_port} << "), .cfg_switches_i(8'd" << unsigned{r.switches} << "), .cfg_switch_port_i(8'd"
         << unsigned{r.switch_port} << "),\n    .cfg_next_i(" << table(r.next) << "),\n    .cfg_gpu_port_i("
         << table(r.gpu_port) << "),\n    .cfg_mesh_port_i(" << table(r.mesh_port) << "),\n    .in_valid_i(" << n
         << "_iv), .in_header_i(" << n << "_ih), .in_payload_i(" << n << "_ip), .in_credit_o(" << n
         << "_ic),\n    .out_valid_o(" << n << "_ov), .out_header_o(" << n << "_oh), .out_payload_o(" << n
         << "_op), .out_credit_i(" << n << "_oc)\n  );\n";
  }

  // One channel's lane of a vector: flit valid, credits, header and payload.
  void write_lane(const char *vector, size_t at, char side, uint32_t channel) {
    const std::string name = side + number(channel);
    out_ << "  assign " << vector << slice(at, lane_) << " = {" << name << "_flit"
         << slice(1, FLITLOCK_HEADER_BITS + payload_) << ", 32'(" << name << "_credit), 31'd0, " << name
         << "_flit[0]};\n";
  }

  void write_vectors() {
    out_ << "\n  wire [PodBits-1:0] presented;\n  wire [ClientBits-1:0] arriving;\n";
    for (uint32_t c = 0; c < channels_; c++) {
      write_lane("presented", c * lane_, 'c', c);
      if (flitlock_pod_client_channel(pod_, c)) write_lane("arriving", client_lane_[c] * lane_, 'a', c);
    }
  }

  const flitlock_pod *pod_;
  const flitlock_engine *engine_;
  std::ostream &out_;
  uint32_t channels_;
  size_t payload_, credit_, lane_;  // bits
  size_t clients_ = 0;
  std::vector<size_t> client_lane_;
  std::vector<uint32_t> routers_;
};

}  // namespace

int main(int argc, char **argv) {
  std::vector<const char *> sets;
  for (int k = 2; k + 1 < argc && std::strcmp(argv[k], "--set") == 0; k += 2)
    sets.push_back(argv[k + 1]);
  if (argc < 2 || argc != static_cast<int>(2 + 2 * sets.size()) || argv[1][0] == '-') {
    std::fputs("usage: flitlock_sv_pod CONFIG.yaml [--set KEY=VALUE]..\n", stderr);
    return 2;
  }
  flitlock_error error{};
  flitlock_config *config = nullptr;
  flitlock_pod *pod = nullptr;
  int status = flitlock_config_load(argv[1], sets.data(), sets.size(), &config, &error);
  if (status == FLITLOCK_OK) status = flitlock_pod_create(config, nullptr, nullptr, nullptr, &pod, &error);
  if (status == FLITLOCK_OK) {
    Top(pod, std::cout).write(config->name != nullptr ? config->name : "a configuration");
    std::cout.flush();
    if (!std::cout) status = flitlock_fail(&error, FLITLOCK_E_OUTPUT, "the top cannot be written");
  }
  if (status != FLITLOCK_OK) std::fprintf(stderr, "%s\n", error.text);
  flitlock_pod_destroy(pod);
  flitlock_config_free(config);
  return flitlock_status_exit_code(status);
}
