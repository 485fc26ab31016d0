// SPDX-License-Identifier: Apache-2.0
#include "verilated/shape.h"

#include <algorithm>
#include <cstdio>
#include <istream>
#include <ostream>
#include <sstream>
#include <stdexcept>

namespace flitlock_rtl {
namespace {

[[noreturn]] void wrong(unsigned line, const std::string &text) {
  throw std::runtime_error("line " + std::to_string(line) + ": " + text);
}

uint16_t number(unsigned line, const std::string &text, unsigned long most) {
  size_t used = 0;
  unsigned long value = 0;
  try {
    value = std::stoul(text, &used);
  } catch (const std::exception &) {
    used = 0;
  }
  if (used == 0 || used != text.size() || value > most)
    wrong(line, "'" + text + "' is not a number of 0 to " + std::to_string(most));
  return static_cast<uint16_t>(value);
}

// "8", or "8*10" for ten times 8, until the line's end; exactly `count` values.
std::vector<uint16_t> numbers(unsigned line, std::istream &words, unsigned count, unsigned long most) {
  std::vector<uint16_t> list;
  for (std::string word; words >> word;) {
    const size_t star = word.find('*');
    const unsigned times = star == std::string::npos ? 1U : number(line, word.substr(star + 1), 64);
    list.insert(list.end(), times, number(line, word.substr(0, star), most));
  }
  if (list.size() != count)
    wrong(line, std::to_string(list.size()) + " values where " + std::to_string(count) + " are needed");
  return list;
}

template <class T>
void copy(const std::vector<uint16_t> &from, T *to) {
  std::transform(from.begin(), from.end(), to, [](uint16_t value) { return static_cast<T>(value); });
}

void start_shape(Shape &shape) {
  shape.params = {};
  std::fill_n(shape.params.vc_weight, FLITLOCK_MAX_VCS, uint8_t{1});
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
      port.in_width = static_cast<uint8_t>(number(line, value, 2));
    } else if (key == "out") {
      port.has_out = 1;
      port.out_width = static_cast<uint8_t>(number(line, value, 2));
    } else if (key == "weight") {
      port.weight = static_cast<uint8_t>(number(line, value, 15));
    } else {
      wrong(line, "a port does not know '" + key + "'");
    }
  }
}

void read_line(Shape &shape, const std::string &key, std::istream &words, unsigned line) {
  flitlock_router_params &p = shape.params;
  auto one = [&](unsigned long most) { return numbers(line, words, 1, most)[0]; };
  if (key == "vcs") {
    p.vcs = one(FLITLOCK_MAX_VCS);
  } else if (key == "max_len") {
    p.max_len = one(FLITLOCK_MAX_LEN);
  } else if (key == "unit_bytes") {
    p.unit_bytes = one(FLITLOCK_MAX_UNIT_BYTES);
  } else if (key == "registered") {
    copy(numbers(line, words, 3, 1), p.registered);
  } else if (key == "arbiter") {
    copy(numbers(line, words, 3, 2), p.arbiter);
  } else if (key == "vc_weight") {
    copy(numbers(line, words, p.vcs, 15), p.vc_weight);
  } else if (key == "port") {
    if (p.ports == 16) wrong(line, "the RTL has at most 16 ports");
    start_port(p.port[p.ports++], words, line);
  } else {
    if (p.ports == 0) wrong(line, "unknown word '" + key + "'");
    flitlock_router_port &port = p.port[p.ports - 1];
    if (key == "vc_map") {
      copy(numbers(line, words, p.vcs, FLITLOCK_MAX_VCS - 1), port.vc_map);
    } else if (key == "input") {
      copy(numbers(line, words, p.vcs, 65535), port.input_depth);
    } else if (key == "crossbar") {
      copy(numbers(line, words, p.vcs, 65535), port.crossbar_depth);
    } else if (key == "output") {
      copy(numbers(line, words, p.vcs, 65535), port.output_depth);
    } else if (key == "credits") {
      copy(numbers(line, words, p.vcs, 65535), port.credits);
    } else {
      wrong(line, "unknown word '" + key + "'");
    }
  }
}

// "8*10" or "8 9 8"
template <class T>
std::string list(const T *value, unsigned count) {
  if (std::all_of(value, value + count, [&](T v) { return v == *value; }))
    return count == 1 ? std::to_string(*value) : std::to_string(*value) + "*" + std::to_string(count);
  std::string text;
  for (unsigned k = 0; k < count; k++)
    text += (k ? " " : "") + std::to_string(value[k]);
  return text;
}

// Collects values of some bits each into words.
class Bits {
 public:
  void add(uint32_t value, unsigned bits) {
    for (unsigned k = 0; k < bits; k++, count_++) {
      if (count_ % 32 == 0) words_.push_back(0);
      words_.back() |= (value >> k & 1U) << count_ % 32;
    }
  }
  Parameter named(const char *name, Parameter::Kind kind, unsigned element) const {
    return {name, kind, element, count_, words_};
  }

 private:
  unsigned count_ = 0;
  std::vector<uint32_t> words_;
};

Parameter integer(const char *name, uint32_t value) { return {name, Parameter::Integer, 32, 32, {value}}; }

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

std::string literal(const Parameter &parameter) {
  if (parameter.kind == Parameter::Integer) return std::to_string(parameter.value[0]);
  std::string text = std::to_string(parameter.bits) + "'h";
  char digits[9];
  for (size_t k = parameter.value.size(); k-- > 0;) {
    std::snprintf(digits, sizeof digits, "%08x", parameter.value[k]);
    text += digits;
  }
  // No more digits than the parameter has bits, or the tools warn.
  const size_t want = (parameter.bits + 3) / 4, head = text.find('h') + 1;
  text.erase(head, text.size() - head - want);
  return text;
}

const char *const config_ports[][2] = {
    {"cfg_kind", "[1:0]"},        {"cfg_gpu", "[7:0]"},         {"cfg_mesh", "[7:0]"},
    {"cfg_node", "[7:0]"},        {"cfg_exit_node", "[7:0]"},   {"cfg_exit_port", "[7:0]"},
    {"cfg_client_port", "[7:0]"}, {"cfg_switches", "[7:0]"},    {"cfg_switch_port", "[7:0]"},
    {"cfg_next", "[2047:0]"},     {"cfg_gpu_port", "[2047:0]"}, {"cfg_mesh_port", "[2047:0]"},
};

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
      start_shape(shapes.back());
      if (!(words >> shapes.back().name)) wrong(line, "a shape needs a name");
    } else if (shapes.empty()) {
      wrong(line, "'" + key + "' before the first shape");
    } else {
      read_line(shapes.back(), key, words, line);
    }
  }
  return shapes;
}

void write_shape(std::ostream &out, const Shape &shape) {
  const flitlock_router_params &p = shape.params;
  out << "shape " << shape.name << "\n  vcs " << p.vcs << "\n  max_len " << p.max_len << "\n  unit_bytes "
      << p.unit_bytes << "\n  registered " << list(p.registered, 3) << "\n  arbiter " << list(p.arbiter, 3)
      << "\n  vc_weight " << list(p.vc_weight, p.vcs) << '\n';
  for (unsigned number = 0; number < p.ports; number++) {
    const flitlock_router_port &port = p.port[number];
    out << "  port " << (port.name[0] ? port.name : "-");
    if (port.has_in) out << " in " << unsigned{port.in_width};
    if (port.has_out) out << " out " << unsigned{port.out_width};
    out << " weight " << unsigned{port.weight} << '\n';
    if (port.has_in)
      out << "    vc_map " << list(port.vc_map, p.vcs) << "\n    input " << list(port.input_depth, p.vcs) << '\n';
    if (port.has_out)
      out << "    crossbar " << list(port.crossbar_depth, p.vcs) << "\n    output " << list(port.output_depth, p.vcs)
          << "\n    credits " << list(port.credits, p.vcs) << '\n';
  }
}

std::vector<Parameter> rtl_parameters(const flitlock_router_params &p) {
  using Port = flitlock_router_port;
  // What a missing side says of depths and maps is of no interest: one value for all.
  std::vector<Parameter> list;
  list.push_back(integer("Ports", p.ports));
  list.push_back(integer("Vcs", p.vcs));
  list.push_back(integer("UnitBytes", p.unit_bytes));
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
  list.push_back(integer("ArbiterL1", p.arbiter[0]));
  list.push_back(integer("ArbiterL2", p.arbiter[1]));
  list.push_back(integer("ArbiterL3", p.arbiter[2]));
  list.push_back(vc_weight.named("VcWeight", Parameter::ByVc, 4));
  list.push_back(by_port("InWeight", p, 4, [](const Port &t) { return t.has_in ? t.weight : 1U; }));
  return list;
}

void write_parameters(std::ostream &out, const flitlock_router_params &params) {
  const std::vector<Parameter> parameters = rtl_parameters(params);
  for (const Parameter &parameter : parameters)
    out << "    ." << parameter.name << '(' << literal(parameter) << ')'
        << (&parameter == &parameters.back() ? "\n" : ",\n");
}

void write_top(std::ostream &out, const Shape &shape) {
  const flitlock_router_params &p = shape.params;
  const std::vector<Parameter> parameters = rtl_parameters(p);
  unsigned shape_bits = 0;
  for (const Parameter &parameter : parameters)
    shape_bits += parameter.bits;
  auto bits = [](unsigned count) { return "[" + std::to_string(count - 1) + ":0]"; };
  const std::string valid = bits(p.ports), header = bits(p.ports * FLITLOCK_HEADER_BITS);
  const std::string payload = bits(p.ports * 2 * p.unit_bytes * 8), credit = bits(p.ports * p.vcs * 2);
  const std::string inputs[][2] = {
      {"in_valid", valid}, {"in_header", header}, {"in_payload", payload}, {"out_credit", credit}};

  out << "// SPDX-License-Identifier: Apache-2.0\n// Made from a shape; do not edit.\n"
      << "module flitlock_shape_" << shape.name << " (\n  input  wire clk_i,\n  input  wire rst_ni,\n"
      << "  input  wire sample_i,\n  input  wire load_i,\n";
  for (const auto &port : config_ports)
    out << "  input  wire " << port[1] << ' ' << port[0] << "_i,\n";
  for (const auto &port : inputs)
    out << "  input  wire " << port[1] << ' ' << port[0] << "_i,\n";
  out << "  output wire " << credit << " in_credit_o,\n  output wire " << valid << " out_valid_o,\n  output wire "
      << header << " out_header_o,\n  output wire " << payload << " out_payload_o,\n  output wire " << bits(shape_bits)
      << " shape_o\n);\n";
  for (const auto &port : config_ports)
    out << "  reg " << port[1] << ' ' << port[0] << "_q;\n";
  for (const auto &port : inputs)
    out << "  reg " << port[1] << ' ' << port[0] << "_q;\n";
  out << "  always_ff @(posedge load_i) begin\n";
  for (const auto &port : config_ports)
    out << "    " << port[0] << "_q <= " << port[0] << "_i;\n";
  out << "  end\n  always_ff @(posedge sample_i) begin\n";
  for (const auto &port : inputs)
    out << "    " << port[0] << "_q <= " << port[0] << "_i;\n";
  out << "  end\n  flitlock_router #(\n";
  write_parameters(out, p);
  out << "  ) i_router (\n    .clk_i(clk_i),\n    .rst_ni(rst_ni),\n";
  for (const auto &port : config_ports)
    out << "    ." << port[0] << "_i(" << port[0] << "_q),\n";
  for (const auto &port : inputs)
    out << "    ." << port[0] << "_i(" << port[0] << "_q),\n";
  for (const char *port : {"in_credit", "out_valid", "out_header", "out_payload"})
    out << "    ." << port << "_o(" << port << "_o)" << (port == std::string("out_payload") ? "\n" : ",\n");
  out << "  );\n  assign shape_o = {";
  for (size_t k = parameters.size(); k-- > 0;)
    out << "i_router." << parameters[k].name << (k ? ", " : "};\n");
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

uint32_t Parameter::at(unsigned index) const {
  const unsigned bit = index * element;
  return static_cast<uint32_t>(value[bit / 32] >> bit % 32 & ((uint64_t{1} << element) - 1));
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
