// SPDX-License-Identifier: Apache-2.0
#include "verilated/shape_tlb.h"

#include <ostream>

#include "verilated/shape.h"
#include "verilated/shape_text.h"

namespace flitlock_rtl {
namespace {

void read_array(flitlock_tlb_array &array, std::istream &words, unsigned line) {
  const std::vector<uint64_t> value = read_numbers(line, words, 4, 65536);
  array = {static_cast<uint32_t>(value[0]), static_cast<uint32_t>(value[1]), static_cast<uint8_t>(value[2]),
           static_cast<uint16_t>(value[3])};
}
void read_npa(flitlock_npa &npa, std::istream &words, unsigned line) {
  const std::vector<uint64_t> value = read_numbers(line, words, 4, 4095);
  npa.acc_lsb = static_cast<uint8_t>(value[0]);
  npa.acc_bits = static_cast<uint8_t>(value[1]);
  npa.acc = static_cast<uint16_t>(value[2]);
  npa.size_lsb = static_cast<uint8_t>(value[3]);
}
void write_array_and_npa(std::ostream &out, const flitlock_tlb_array &array, const flitlock_npa &npa) {
  out << "  array " << array.sets << ' ' << array.ways << ' ' << unsigned{array.policy} << ' ' << array.seed
      << "\n  npa " << unsigned{npa.acc_lsb} << ' ' << unsigned{npa.acc_bits} << ' ' << npa.acc << ' '
      << unsigned{npa.size_lsb} << "\n  page_bits " << number_list(npa.page_bits, 4) << '\n';
}

// The parameters that both have, with the same names.
void add_array(std::vector<Parameter> &list, const flitlock_tlb_array &array) {
  list.push_back(integer_parameter("Sets", array.sets));
  list.push_back(integer_parameter("Ways", array.ways));
  list.push_back(integer_parameter("Policy", array.policy));
  list.push_back(integer_parameter("Seed", array.seed));
}
void add_npa(std::vector<Parameter> &list, const flitlock_npa &npa) {
  list.push_back(integer_parameter("AccLsb", npa.acc_lsb));
  list.push_back(integer_parameter("AccBits", npa.acc_bits));
  list.push_back(list_parameter("Acc", Parameter::Number, 12, &npa.acc, 1));
  list.push_back(integer_parameter("SizeLsb", npa.size_lsb));
  list.push_back(list_parameter("PageBits", Parameter::ByClass, 8, npa.page_bits, 4));
}

}  // namespace

void read_line(flitlock_l1_tlb_params &p, const std::string &key, std::istream &words, unsigned line) {
  if (key == "vcs") {
    read_into(p.vcs, words, line, FLITLOCK_MAX_VCS);
  } else if (key == "width") {
    read_into(p.width, words, line, FLITLOCK_MAX_WIDTH);
  } else if (key == "max_len") {
    read_into(p.max_len, words, line, FLITLOCK_MAX_LEN);
  } else if (key == "unit_bytes") {
    read_into(p.unit_bytes, words, line, FLITLOCK_MAX_UNIT_BYTES);
  } else if (key == "latency") {
    read_into(p.latency, words, line, 4095);
  } else if (key == "translate") {
    const std::vector<uint64_t> bits = read_numbers(line, words, p.vcs, 1);
    for (unsigned v = 0; v < p.vcs; v++)
      p.translate = static_cast<uint16_t>(p.translate | bits[v] << v);
  } else if (key == "in_depth") {
    read_into(p.in_depth, p.vcs, words, line, 65535);
  } else if (key == "credits") {
    read_into(p.credits, p.vcs, words, line, 65535);
  } else if (key == "mshrs") {
    read_into(p.mshrs, words, line, 1024);
  } else if (key == "targets") {
    read_into(p.targets, words, line, 65535);
  } else if (key == "l2_credits") {
    read_into(p.l2_credits, words, line, 65535);
  } else if (key == "array") {
    read_array(p.array, words, line);
  } else if (key == "npa") {
    read_npa(p.npa, words, line);
  } else if (key == "page_bits") {
    read_into(p.npa.page_bits, 4, words, line, 30);
  } else if (key == "domain") {
    read_into(p.domain, 256, words, line, 7);
  } else if (key == "trace") {
    read_into(p.trace, words, line, 1);
  } else {
    wrong_line(line, "an L1 link TLB does not know '" + key + "'");
  }
}

void write_lines(std::ostream &out, const flitlock_l1_tlb_params &p) {
  uint8_t translate[FLITLOCK_MAX_VCS];
  for (unsigned v = 0; v < FLITLOCK_MAX_VCS; v++)
    translate[v] = p.translate >> v & 1U;
  out << "  vcs " << p.vcs << "\n  width " << p.width << "\n  max_len " << p.max_len << "\n  unit_bytes "
      << p.unit_bytes << "\n  latency " << p.latency << "\n  translate " << number_list(translate, p.vcs)
      << "\n  in_depth " << number_list(p.in_depth, p.vcs) << "\n  credits " << number_list(p.credits, p.vcs)
      << "\n  mshrs " << p.mshrs << "\n  targets " << p.targets << "\n  l2_credits " << p.l2_credits << '\n';
  write_array_and_npa(out, p.array, p.npa);
  out << "  domain " << number_list(p.domain, 256) << "\n  trace " << unsigned{p.trace} << '\n';
}

void read_line(flitlock_l2_tlb_params &p, const std::string &key, std::istream &words, unsigned line) {
  if (key == "stations") {
    read_into(p.stations, words, line, FLITLOCK_MAX_STATIONS);
  } else if (key == "unit_bytes") {
    read_into(p.unit_bytes, words, line, FLITLOCK_MAX_UNIT_BYTES);
  } else if (key == "latency") {
    read_into(p.latency, words, line, 4095);
  } else if (key == "depths") {
    uint32_t depth[3];
    read_into(depth, 3, words, line, 65535);
    p.queue_depth = depth[0];
    p.prefetch_depth = depth[1];
    p.ctl_depth = depth[2];
  } else if (key == "mshrs") {
    read_into(p.mshrs, words, line, 1024);
  } else if (key == "prefetch_reserve") {
    read_into(p.prefetch_reserve, words, line, 1023);
  } else if (key == "array") {
    read_array(p.array, words, line);
  } else if (key == "partitions") {
    read_into(p.partitions, words, line, 65536);
  } else if (key == "partition") {
    read_into(p.partition, 256, words, line, 65535);
  } else if (key == "npa") {
    read_npa(p.npa, words, line);
  } else if (key == "page_bits") {
    read_into(p.npa.page_bits, 4, words, line, 30);
  } else if (key == "levels") {
    read_into(p.levels, words, line, FLITLOCK_MAX_LEVELS);
  } else if (key == "level_lsb") {
    read_into(p.level_lsb, p.levels, words, line, 63);
  } else if (key == "root") {
    read_into(p.root, words, line, (uint64_t{1} << 40) - 1);
  } else if (key == "pwc_ways") {
    read_into(p.pwc_ways, FLITLOCK_MAX_LEVELS - 1, words, line, 65536);
  } else if (key == "pwc") {
    const std::vector<uint64_t> value = read_numbers(line, words, 2, 65535);
    p.pwc_policy = static_cast<uint8_t>(value[0]);
    p.pwc_seed = static_cast<uint16_t>(value[1]);
  } else if (key == "walkers") {
    read_into(p.walkers, words, line, 1024);
  } else if (key == "trace") {
    read_into(p.trace, words, line, 1);
  } else {
    wrong_line(line, "an L2 link TLB does not know '" + key + "'");
  }
}

void write_lines(std::ostream &out, const flitlock_l2_tlb_params &p) {
  out << "  stations " << p.stations << "\n  unit_bytes " << p.unit_bytes << "\n  latency " << p.latency
      << "\n  depths " << p.queue_depth << ' ' << p.prefetch_depth << ' ' << p.ctl_depth << "\n  mshrs " << p.mshrs
      << "\n  prefetch_reserve " << p.prefetch_reserve << '\n';
  write_array_and_npa(out, p.array, p.npa);
  out << "  partitions " << p.partitions << "\n  partition " << number_list(p.partition, 256) << "\n  levels "
      << p.levels << "\n  level_lsb " << number_list(p.level_lsb, p.levels) << "\n  root " << p.root << "\n  pwc_ways "
      << number_list(p.pwc_ways, FLITLOCK_MAX_LEVELS - 1) << "\n  pwc " << unsigned{p.pwc_policy} << ' ' << p.pwc_seed
      << "\n  walkers " << p.walkers << "\n  trace " << unsigned{p.trace} << '\n';
}

std::vector<Parameter> rtl_parameters(const flitlock_l1_tlb_params &p) {
  const uint16_t translate = static_cast<uint16_t>(p.translate & ((1U << p.vcs) - 1U));
  std::vector<Parameter> list;
  list.push_back(integer_parameter("Vcs", p.vcs));
  list.push_back(integer_parameter("UnitBytes", p.unit_bytes));
  list.push_back(integer_parameter("Width", p.width));
  list.push_back(integer_parameter("Latency", p.latency));
  list.push_back(list_parameter("Translate", Parameter::Number, p.vcs, &translate, 1));
  list.push_back(list_parameter("InDepth", Parameter::ByVc, 16, p.in_depth, p.vcs));
  list.push_back(list_parameter("Credits", Parameter::ByVc, 16, p.credits, p.vcs));
  list.push_back(integer_parameter("Mshrs", p.mshrs));
  list.push_back(integer_parameter("Targets", p.targets));
  list.push_back(integer_parameter("L2Credits", p.l2_credits));
  add_array(list, p.array);
  add_npa(list, p.npa);
  list.push_back(list_parameter("Domain", Parameter::ByGpu, 3, p.domain, 256));
  list.push_back(integer_parameter("Trace", p.trace));
  return list;
}

std::vector<Parameter> rtl_parameters(const flitlock_l2_tlb_params &p) {
  uint8_t level_lsb[FLITLOCK_MAX_LEVELS] = {};  // those of levels that do not exist are of no interest
  std::copy_n(p.level_lsb, std::min<uint32_t>(p.levels, FLITLOCK_MAX_LEVELS), level_lsb);
  std::vector<Parameter> list;
  list.push_back(integer_parameter("Stations", p.stations));
  list.push_back(integer_parameter("UnitBytes", p.unit_bytes));
  list.push_back(integer_parameter("Latency", p.latency));
  list.push_back(integer_parameter("QueueDepth", p.queue_depth));
  list.push_back(integer_parameter("PrefetchDepth", p.prefetch_depth));
  list.push_back(integer_parameter("CtlDepth", p.ctl_depth));
  list.push_back(integer_parameter("Mshrs", p.mshrs));
  list.push_back(integer_parameter("PrefetchReserve", p.prefetch_reserve));
  add_array(list, p.array);
  list.push_back(integer_parameter("Partitions", p.partitions));
  list.push_back(list_parameter("Partition", Parameter::ByGpu, 16, p.partition, 256));
  add_npa(list, p.npa);
  list.push_back(integer_parameter("Levels", p.levels));
  list.push_back(list_parameter("LevelLsb", Parameter::ByLevel, 8, level_lsb, FLITLOCK_MAX_LEVELS));
  list.push_back(list_parameter("Root", Parameter::Number, 40, &p.root, 1));
  list.push_back(list_parameter("PwcWays", Parameter::ByLevel, 32, p.pwc_ways, FLITLOCK_MAX_LEVELS - 1));
  list.push_back(integer_parameter("PwcPolicy", p.pwc_policy));
  list.push_back(integer_parameter("PwcSeed", p.pwc_seed));
  list.push_back(integer_parameter("Walkers", p.walkers));
  list.push_back(integer_parameter("Trace", p.trace));
  return list;
}

std::string shape_difference(const flitlock_l1_tlb_params &rtl, const flitlock_l1_tlb_params &wanted, unsigned *equal) {
  return parameter_difference(rtl_parameters(rtl), rtl_parameters(wanted), equal);
}
std::string shape_difference(const flitlock_l2_tlb_params &rtl, const flitlock_l2_tlb_params &wanted, unsigned *equal) {
  return parameter_difference(rtl_parameters(rtl), rtl_parameters(wanted), equal);
}

}  // namespace flitlock_rtl
