// SPDX-License-Identifier: Apache-2.0
#include "verilated/shape.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <istream>
#include <ostream>
#include <sstream>

#include "verilated/shape_l2.h"
#include "verilated/shape_text.h"
#include "verilated/shape_tlb.h"

namespace flitlock_rtl {
namespace {

// "shape NAME", "shape NAME KIND"
void start_shape(Shape &shape, std::istream &words, unsigned line) {
  std::string kind;
  if (!(words >> shape.name)) wrong_line(line, "a shape needs a name");
  std::fill_n(shape.params.vc_weight, FLITLOCK_MAX_VCS, uint8_t{1});
  if (!(words >> kind)) return;
  if (kind == "l1_link_tlb") {
    shape.kind = ShapeKind::L1LinkTlb;
  } else if (kind == "l2_link_tlb") {
    shape.kind = ShapeKind::L2LinkTlb;
  } else if (kind == "l2_slice") {
    shape.kind = ShapeKind::L2Slice;
  } else {
    wrong_line(line, "there is no kind of shape '" + kind + "'");
  }
}

void start_port(flitlock_router_port &port, std::istream &words, unsigned line) {
  std::string name, key, value;
  words >> name;
  std::snprintf(port.name, sizeof port.name, "%s", name.c_str());
  port.weight = 1;
  port.in_width = port.out_width = 1;
  for (unsigned v = 0; v < FLITLOCK_MAX_VCS; v++)
    port.vc_map[v] = static_cast<uint8_t>(v);
  while (words >> key >> value) {
    if (key == "in") {
      port.has_in = 1;
      port.in_width = static_cast<uint8_t>(read_number(line, value, 2));
    } else if (key == "out") {
      port.has_out = 1;
      port.out_width = static_cast<uint8_t>(read_number(line, value, 2));
    } else if (key == "weight") {
      port.weight = static_cast<uint8_t>(read_number(line, value, 15));
    } else {
      wrong_line(line, "a port does not know '" + key + "'");
    }
  }
}

void read_line(flitlock_router_params &p, const std::string &key, std::istream &words, unsigned line) {
  auto one = [&](uint64_t most) { return static_cast<uint32_t>(read_numbers(line, words, 1, most)[0]); };
  if (key == "vcs") {
    p.vcs = one(FLITLOCK_MAX_VCS);
  } else if (key == "max_len") {
    p.max_len = one(FLITLOCK_MAX_LEN);
  } else if (key == "unit_bytes") {
    p.unit_bytes = one(FLITLOCK_MAX_UNIT_BYTES);
  } else if (key == "registered") {
    read_into(p.registered, 3, words, line, 1);
  } else if (key == "arbiter") {
    read_into(p.arbiter, 3, words, line, 2);
  } else if (key == "vc_weight") {
    read_into(p.vc_weight, p.vcs, words, line, 15);
  } else if (key == "port") {
    if (p.ports == 16) wrong_line(line, "the RTL has at most 16 ports");
    start_port(p.port[p.ports++], words, line);
  } else {
    if (p.ports == 0) wrong_line(line, "unknown word '" + key + "'");
    flitlock_router_port &port = p.port[p.ports - 1];
    if (key == "vc_map") {
      read_into(port.vc_map, p.vcs, words, line, FLITLOCK_MAX_VCS - 1);
    } else if (key == "input") {
      read_into(port.input_depth, p.vcs, words, line, 65535);
    } else if (key == "crossbar") {
      read_into(port.crossbar_depth, p.vcs, words, line, 65535);
    } else if (key == "output") {
      read_into(port.output_depth, p.vcs, words, line, 65535);
    } else if (key == "credits") {
      read_into(port.credits, p.vcs, words, line, 65535);
    } else {
      wrong_line(line, "unknown word '" + key + "'");
    }
  }
}

template <class Get>
Parameter by_port_and_vc(const char *name, const flitlock_router_params &p, unsigned bits, Get get) {
  Bits all;
  for (unsigned port = 0; port < p.ports; port++)
    for (unsigned v = 0; v < p.vcs; v++)
      all.add(get(p.port[port], v), bits);
  return all.named(name, Parameter::ByPortAndVc, bits);
}

template <class Get>
Parameter by_port(const char *name, const flitlock_router_params &p, unsigned bits, Get get) {
  Bits all;
  for (unsigned port = 0; port < p.ports; port++)
    all.add(get(p.port[port]), bits);
  return all.named(name, Parameter::ByPort, bits);
}

// What a top needs to know of a block.
struct Block {
  const char *module, *instance;
  unsigned ports, vcs, unit_bytes;
  std::vector<Parameter> parameters;
  std::vector<std::array<const char *, 2>> config;  // static inputs
};

Block block_of(const Shape &shape) {
  switch (shape.kind) {
    case ShapeKind::L1LinkTlb:
      return {"flitlock_l1_link_tlb",   "i_l1", FLITLOCK_L1_TLB_PORTS, shape.l1.vcs, shape.l1.unit_bytes,
              rtl_parameters(shape.l1), {}};
    case ShapeKind::L2LinkTlb:
      return {
          "flitlock_l2_link_tlb",   "i_l2", flitlock_l2_tlb_port_trace(shape.l2.stations) + 1U, 2, shape.l2.unit_bytes,
          rtl_parameters(shape.l2), {}};
    case ShapeKind::L2Slice:
      return {"flitlock_l2_slice",
              "i_slice",
              FLITLOCK_L2_PORTS,
              1,
              FLITLOCK_L2_HALF_BYTES,
              rtl_parameters(shape.slice),
              {
                  {"cfg_slice", "[15:0]"},
                  {"cfg_self", "[31:0]"},
                  {"cfg_memory", "[31:0]"},
                  {"cfg_reserved", "[5:0]"},
                  {"cfg_p_rand", "[8:0]"},
                  {"cfg_fetch_bytes", "[7:0]"},
              }};
    case ShapeKind::Router:
      break;
  }
  return {"flitlock_router",
          "i_router",
          shape.params.ports,
          shape.params.vcs,
          shape.params.unit_bytes,
          rtl_parameters(shape.params),
          {
              {"cfg_kind", "[1:0]"},
              {"cfg_gpu", "[7:0]"},
              {"cfg_mesh", "[7:0]"},
              {"cfg_node", "[7:0]"},
              {"cfg_exit_node", "[7:0]"},
              {"cfg_exit_port", "[7:0]"},
              {"cfg_client_port", "[7:0]"},
              {"cfg_switches", "[7:0]"},
              {"cfg_switch_port", "[7:0]"},
              {"cfg_next", "[2047:0]"},
              {"cfg_gpu_port", "[2047:0]"},
              {"cfg_mesh_port", "[2047:0]"},
          }};
}

void write_list(std::ostream &out, const std::vector<Parameter> &parameters) {
  for (const Parameter &parameter : parameters)
    out << "    ." << parameter.name << '(' << parameter_literal(parameter) << ')'
        << (&parameter == &parameters.back() ? "\n" : ",\n");
}

void write_lines(std::ostream &out, const flitlock_router_params &p) {
  out << "  vcs " << p.vcs << "\n  max_len " << p.max_len << "\n  unit_bytes " << p.unit_bytes << "\n  registered "
      << number_list(p.registered, 3) << "\n  arbiter " << number_list(p.arbiter, 3) << "\n  vc_weight "
      << number_list(p.vc_weight, p.vcs) << '\n';
  for (unsigned number = 0; number < p.ports; number++) {
    const flitlock_router_port &port = p.port[number];
    out << "  port " << (port.name[0] ? port.name : "-");
    if (port.has_in) out << " in " << unsigned{port.in_width};
    if (port.has_out) out << " out " << unsigned{port.out_width};
    out << " weight " << unsigned{port.weight} << '\n';
    if (port.has_in)
      out << "    vc_map " << number_list(port.vc_map, p.vcs) << "\n    input " << number_list(port.input_depth, p.vcs)
          << '\n';
    if (port.has_out)
      out << "    crossbar " << number_list(port.crossbar_depth, p.vcs) << "\n    output "
          << number_list(port.output_depth, p.vcs) << "\n    credits " << number_list(port.credits, p.vcs) << '\n';
  }
}

}  // namespace

std::vector<Shape> read_shapes(std::istream &in) {
  std::vector<Shape> shapes;
  unsigned line = 0;
  for (std::string text; std::getline(in, text);) {
    line++;
    std::istringstream words(text.substr(0, text.find('#')));
    std::string key;
    if (!(words >> key)) continue;
    if (key == "shape") {
      shapes.emplace_back();
      start_shape(shapes.back(), words, line);
    } else if (shapes.empty()) {
      wrong_line(line, "'" + key + "' before the first shape");
    } else {
      Shape &shape = shapes.back();
      if (shape.kind == ShapeKind::L1LinkTlb) {
        read_line(shape.l1, key, words, line);
      } else if (shape.kind == ShapeKind::L2LinkTlb) {
        read_line(shape.l2, key, words, line);
      } else if (shape.kind == ShapeKind::L2Slice) {
        read_line(shape.slice, key, words, line);
      } else {
        read_line(shape.params, key, words, line);
      }
    }
  }
  return shapes;
}

void write_shape(std::ostream &out, const Shape &shape) {
  out << "shape " << shape.name;
  switch (shape.kind) {
    case ShapeKind::Router:
      out << '\n';
      write_lines(out, shape.params);
      break;
    case ShapeKind::L1LinkTlb:
      out << " l1_link_tlb\n";
      flitlock_rtl::write_lines(out, shape.l1);
      break;
    case ShapeKind::L2LinkTlb:
      out << " l2_link_tlb\n";
      flitlock_rtl::write_lines(out, shape.l2);
      break;
    case ShapeKind::L2Slice:
      out << " l2_slice\n";
      flitlock_rtl::write_lines(out, shape.slice);
      break;
  }
}

std::vector<Parameter> rtl_parameters(const flitlock_router_params &p) {
  using Port = flitlock_router_port;
  // What a missing side says of depths and maps is of no interest: one value for all.
  std::vector<Parameter> list;
  list.push_back(integer_parameter("Ports", p.ports));
  list.push_back(integer_parameter("Vcs", p.vcs));
  list.push_back(integer_parameter("UnitBytes", p.unit_bytes));
  list.push_back(by_port("InUnits", p, 2, [](const Port &t) { return t.has_in ? t.in_width : 0U; }));
  list.push_back(by_port("OutUnits", p, 2, [](const Port &t) { return t.has_out ? t.out_width : 0U; }));
  list.push_back(
      by_port_and_vc("InputDepth", p, 16, [](const Port &t, unsigned v) { return t.has_in ? t.input_depth[v] : 0U; }));
  list.push_back(by_port_and_vc("CrossbarDepth", p, 16,
                                [](const Port &t, unsigned v) { return t.has_out ? t.crossbar_depth[v] : 0U; }));
  list.push_back(by_port_and_vc("OutputDepth", p, 16,
                                [](const Port &t, unsigned v) { return t.has_out ? t.output_depth[v] : 0U; }));
  list.push_back(
      by_port_and_vc("Credits", p, 16, [](const Port &t, unsigned v) { return t.has_out ? t.credits[v] : 0U; }));
  list.push_back(by_port_and_vc("VcMap", p, 4, [](const Port &t, unsigned v) { return t.has_in ? t.vc_map[v] : v; }));
  Bits registered, vc_weight;
  for (uint8_t stage : p.registered)
    registered.add(stage, 1);
  for (unsigned v = 0; v < p.vcs; v++)
    vc_weight.add(p.vc_weight[v], 4);
  list.push_back(registered.named("Registered", Parameter::ByStage, 1));
  list.push_back(integer_parameter("ArbiterL1", p.arbiter[0]));
  list.push_back(integer_parameter("ArbiterL2", p.arbiter[1]));
  list.push_back(integer_parameter("ArbiterL3", p.arbiter[2]));
  list.push_back(vc_weight.named("VcWeight", Parameter::ByVc, 4));
  list.push_back(by_port("InWeight", p, 4, [](const Port &t) { return t.has_in ? t.weight : 1U; }));
  return list;
}

void write_parameters(std::ostream &out, const flitlock_router_params &params) {
  write_list(out, rtl_parameters(params));
}

void write_top(std::ostream &out, const Shape &shape) {
  const Block block = block_of(shape);
  unsigned shape_bits = 0;
  for (const Parameter &parameter : block.parameters)
    shape_bits += parameter.bits;
  auto bits = [](unsigned count) { return "[" + std::to_string(count - 1) + ":0]"; };
  const std::string valid = bits(block.ports), header = bits(block.ports * FLITLOCK_HEADER_BITS);
  const std::string payload = bits(block.ports * 2 * block.unit_bytes * 8);
  const std::string credit = bits(block.ports * block.vcs * 2);
  const std::string inputs[][2] = {
      {"in_valid", valid}, {"in_header", header}, {"in_payload", payload}, {"out_credit", credit}};

  out << "// SPDX-License-Identifier: Apache-2.0\n// Made from a shape; do not edit.\n"
      << "module flitlock_shape_" << shape.name << " (\n  input  wire clk_i,\n  input  wire rst_ni,\n"
      << "  input  wire sample_i,\n";
  if (!block.config.empty()) out << "  input  wire load_i,\n";
  for (const auto &port : block.config)
    out << "  input  wire " << port[1] << ' ' << port[0] << "_i,\n";
  for (const auto &port : inputs)
    out << "  input  wire " << port[1] << ' ' << port[0] << "_i,\n";
  out << "  output wire " << credit << " in_credit_o,\n  output wire " << valid << " out_valid_o,\n  output wire "
      << header << " out_header_o,\n  output wire " << payload << " out_payload_o,\n  output wire " << bits(shape_bits)
      << " shape_o\n);\n";
  for (const auto &port : block.config)
    out << "  reg " << port[1] << ' ' << port[0] << "_q;\n";
  for (const auto &port : inputs)
    out << "  reg " << port[1] << ' ' << port[0] << "_q;\n";
  if (!block.config.empty()) out << "  always_ff @(posedge load_i) begin\n";
  for (const auto &port : block.config)
    out << "    " << port[0] << "_q <= " << port[0] << "_i;\n";
  if (!block.config.empty()) out << "  end\n";
  out << "  always_ff @(posedge sample_i) begin\n";
  for (const auto &port : inputs)
    out << "    " << port[0] << "_q <= " << port[0] << "_i;\n";
  out << "  end\n  " << block.module << " #(\n";
  write_list(out, block.parameters);
  out << "  ) " << block.instance << " (\n    .clk_i(clk_i),\n    .rst_ni(rst_ni),\n";
  for (const auto &port : block.config)
    out << "    ." << port[0] << "_i(" << port[0] << "_q),\n";
  for (const auto &port : inputs)
    out << "    ." << port[0] << "_i(" << port[0] << "_q),\n";
  for (const char *port : {"in_credit", "out_valid", "out_header", "out_payload"})
    out << "    ." << port << "_o(" << port << "_o)" << (port == std::string("out_payload") ? "\n" : ",\n");
  out << "  );\n  assign shape_o = {";
  for (size_t k = block.parameters.size(); k-- > 0;)
    out << block.instance << '.' << block.parameters[k].name << (k ? ", " : "};\n");
  out << "endmodule\n";
}

void write_glue(std::ostream &out, const Shape &shape) {
  out << "// SPDX-License-Identifier: Apache-2.0\n// Made from a shape; do not edit.\n"
      << "#include \"Vflitlock_shape_" << shape.name << ".h\"\n#include \"verilated/rtl_model.h\"\n\n"
      << "extern const flitlock_rtl::ModelKind flitlock_rtl_model_" << shape.name
      << ";\nconst flitlock_rtl::ModelKind flitlock_rtl_model_" << shape.name
      << " = flitlock_rtl::model_kind<Vflitlock_shape_" << shape.name << ">(\n    \"" << shape.name << "\", R\"(";
  write_shape(out, shape);
  out << ")\");\n";
}

std::string shape_difference(const flitlock_router_params &rtl, const flitlock_router_params &wanted, unsigned *equal) {
  const std::vector<Parameter> a = rtl_parameters(rtl), b = rtl_parameters(wanted);
  *equal = 0;
  for (size_t k = 0; k < a.size(); k++) {
    // Ports and Vcs come first, so that later vectors are of one length.
    for (unsigned index = 0; index * a[k].element < a[k].bits; index++) {
      if (a[k].at(index) == b[k].at(index)) {
        ++*equal;
        continue;
      }
      std::string place;
      if (a[k].kind == Parameter::ByPort || a[k].kind == Parameter::ByPortAndVc) {
        const unsigned port = a[k].kind == Parameter::ByPort ? index : index / rtl.vcs;
        place = " of port " + std::to_string(port) + " (" + wanted.port[port].name + ")";
      }
      if (a[k].kind == Parameter::ByPortAndVc) place += ", VC " + std::to_string(index % rtl.vcs);
      if (a[k].kind == Parameter::ByVc) place = " of VC " + std::to_string(index);
      if (a[k].kind == Parameter::ByStage) place = " of stage " + std::to_string(index + 1);
      return a[k].name + place + " is " + std::to_string(a[k].at(index)) + " in the RTL and " +
             std::to_string(b[k].at(index)) + " in the configuration";
    }
  }
  return "";
}

}  // namespace flitlock_rtl
