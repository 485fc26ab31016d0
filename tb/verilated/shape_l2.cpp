// SPDX-License-Identifier: Apache-2.0
#include "verilated/shape_l2.h"

#include <cstdio>
#include <ostream>

#include "verilated/shape.h"
#include "verilated/shape_text.h"

namespace flitlock_rtl {
namespace {

constexpr unsigned line_bits = FLITLOCK_L2_ADDR_BITS - 7;  // of L, R-L2S-MAP-1
constexpr uint64_t line_mask = (uint64_t{1} << line_bits) - 1;

// "map NAME B D RESIDUE": the numbers of slices and sets follow from them, R-L2S-MAP-5.
void read_map(flitlock_l2_map &map, std::istream &words, unsigned line) {
  std::string name;
  words >> name;
  std::snprintf(map.name, sizeof map.name, "%s", name.c_str());
  const std::vector<uint64_t> value = read_numbers(line, words, 3, 8);
  map.low_bits = static_cast<uint8_t>(value[0]);
  map.set_bits = static_cast<uint8_t>(value[1]);
  map.residue = static_cast<uint8_t>(value[2]);
  map.slices = (map.residue == FLITLOCK_L2_R3_SLICE ? 3U : 1U) << map.low_bits;
  map.sets = (map.residue == FLITLOCK_L2_R3_SET ? 3U : 1U) << map.set_bits;
}

}  // namespace

void read_line(flitlock_l2_slice_params &p, const std::string &key, std::istream &words, unsigned line) {
  if (key == "map") {
    read_map(p.map, words, line);
  } else if (key == "ms") {
    read_into(p.map.ms, p.map.low_bits, words, line, line_mask);
  } else if (key == "mh") {
    read_into(p.map.mh, p.map.set_bits, words, line, line_mask);
  } else if (key == "ways") {
    read_into(p.ways, words, line, FLITLOCK_L2_MAX_WAYS);
    p.map.ways = static_cast<uint8_t>(p.ways);
  } else if (key == "mshrs") {
    read_into(p.mshrs, words, line, FLITLOCK_L2_MAX_MSHRS);
  } else if (key == "list") {
    read_into(p.list, words, line, FLITLOCK_L2_MAX_LIST);
  } else if (key == "depths") {
    const std::vector<uint64_t> depth = read_numbers(line, words, 4, FLITLOCK_L2_MAX_DEPTH);
    p.req_depth = static_cast<uint16_t>(depth[0]);
    p.rsp_depth = static_cast<uint16_t>(depth[1]);
    p.order_depth = static_cast<uint16_t>(depth[2]);
    p.fill_depth = static_cast<uint16_t>(depth[3]);
  } else if (key == "credits") {
    const std::vector<uint64_t> depth = read_numbers(line, words, 2, FLITLOCK_L2_MAX_DEPTH);
    p.rsp_credits = static_cast<uint16_t>(depth[0]);
    p.mem_req_credits = static_cast<uint16_t>(depth[1]);
  } else {
    wrong_line(line, "an L2 slice does not know '" + key + "'");
  }
}

void write_lines(std::ostream &out, const flitlock_l2_slice_params &p) {
  out << "  map " << p.map.name << ' ' << unsigned{p.map.low_bits} << ' ' << unsigned{p.map.set_bits} << ' '
      << unsigned{p.map.residue} << "\n  ms " << number_list(p.map.ms, p.map.low_bits) << "\n  mh "
      << number_list(p.map.mh, p.map.set_bits) << "\n  ways " << p.ways << "\n  mshrs " << p.mshrs << "\n  list "
      << p.list << "\n  depths " << p.req_depth << ' ' << p.rsp_depth << ' ' << p.order_depth << ' ' << p.fill_depth
      << "\n  credits " << p.rsp_credits << ' ' << p.mem_req_credits << '\n';
}

std::vector<Parameter> rtl_parameters(const flitlock_l2_slice_params &p) {
  std::vector<Parameter> list;
  list.push_back(integer_parameter("LowBits", p.map.low_bits));
  list.push_back(integer_parameter("SetBits", p.map.set_bits));
  list.push_back(integer_parameter("Residue", p.map.residue));
  list.push_back(list_parameter("Ms", Parameter::ByRow, 64, p.map.ms, 8));
  list.push_back(list_parameter("Mh", Parameter::ByRow, 64, p.map.mh, 8));
  list.push_back(integer_parameter("Ways", p.ways));
  list.push_back(integer_parameter("Mshrs", p.mshrs));
  list.push_back(integer_parameter("List", p.list));
  list.push_back(integer_parameter("ReqDepth", p.req_depth));
  list.push_back(integer_parameter("RspDepth", p.rsp_depth));
  list.push_back(integer_parameter("OrderDepth", p.order_depth));
  list.push_back(integer_parameter("FillDepth", p.fill_depth));
  list.push_back(integer_parameter("RspCredits", p.rsp_credits));
  list.push_back(integer_parameter("MemReqCredits", p.mem_req_credits));
  list.push_back(integer_parameter("Events", 1));  // whether anybody looks is nothing of the RTL's
  return list;
}

std::string shape_difference(const flitlock_l2_slice_params &rtl, const flitlock_l2_slice_params &wanted,
                             unsigned *equal) {
  return parameter_difference(rtl_parameters(rtl), rtl_parameters(wanted), equal);
}

}  // namespace flitlock_rtl
