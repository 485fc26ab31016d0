// SPDX-License-Identifier: Apache-2.0
#include "reference/tlb_bench.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "reference/reference_tlb.h"

namespace flitlock_test {

namespace {

// With one target, one MSHR and pages without a translation every request is a walk of its own: slow, but it ends.
constexpr uint64_t kLongest = 4000000;

class Draw {
 public:
  Draw(uint64_t seed, uint64_t stream) { flitlock_rng_seed(&rng_, seed, stream); }
  uint32_t below(uint32_t bound) { return flitlock_rng_below(&rng_, bound); }
  uint32_t from(uint32_t low, uint32_t high) { return low + below(high - low + 1); }
  bool chance(double probability) { return flitlock_rng_double(&rng_) < probability; }
  template <typename T>
  T pick(std::initializer_list<T> list) {
    return list.begin()[below(static_cast<uint32_t>(list.size()))];
  }

 private:
  flitlock_rng rng_{};
};

flitlock_tlb_array random_array(Draw &draw, uint32_t most_sets, uint32_t most_ways) {
  flitlock_tlb_array array{};
  array.policy = static_cast<uint8_t>(draw.below(4));
  array.seed = static_cast<uint16_t>(draw.from(1, 65535));
  array.sets = 1U << draw.below(most_sets);
  array.ways = array.policy >= FLITLOCK_REPLACE_RANDOM ? 1U << draw.below(3) : draw.from(1, most_ways);
  return array;
}

// What a page holds from a cycle on, and when nobody may use what it held before.
struct Version {
  uint64_t from;
  uint64_t complete;  // cycle at which the host samples the end of the invalidation
  uint64_t pte;
};

struct Page {
  uint64_t offset;
  unsigned bits;
  std::vector<Version> versions;
};

struct Play {
  std::vector<Page> pages;
  std::map<uint32_t, std::pair<size_t, size_t>> change;     // id of an invalidation: page and version
  std::map<std::pair<uint32_t, uint32_t>, TlbPacket> sent;  // by src, id
};

// Makes the table and the traffic in a rig. The same for every rig of a seed.
Play play(TlbRig &rig, const TlbRigParams &params, const TlbTraffic &traffic, uint64_t seed) {
  Draw draw(seed, 2);
  Play made;
  const flitlock_npa &npa = params.l1.npa;
  std::set<uint64_t> taken;
  while (made.pages.size() < traffic.pages) {
    const uint64_t size_class = draw.below(4), bits = npa.page_bits[size_class];
    const uint64_t offset = size_class << npa.size_lsb | uint64_t{draw.below(6)} << bits;
    if (!taken.insert(offset).second) continue;
    made.pages.push_back({offset, static_cast<unsigned>(bits), {}});
  }
  const auto write = [&rig, &params](uint64_t offset, uint64_t pte) {
    // An entry of the leaf level, made by `map` and then overwritten.
    const auto size_class = static_cast<unsigned>(offset >> params.l1.npa.size_lsb & 3U);
    flitlock_page_tables_map(rig.tables(), offset, 0, 0, 0, nullptr);
    const uint64_t at =
        flitlock_page_tables_entry(rig.tables(), offset, flitlock_l2_tlb_leaf_level(&params.l2, size_class), nullptr);
    flitlock_page_tables_write(rig.tables(), at, pte, nullptr);
  };
  const auto random_pte = [&draw] {
    if (draw.chance(0.15)) return uint64_t{0};
    const auto masks = [&draw] { return static_cast<uint8_t>(draw.chance(0.7) ? 255 : draw.below(256)); };
    return flitlock_pte(uint64_t{draw.from(1, 65535)} << 12, draw.chance(0.95), masks(), masks());
  };
  for (Page &page : made.pages) {
    page.versions.push_back({0, 0, random_pte()});
    write(page.offset, page.versions[0].pte);
  }
  uint32_t id = 0, invalidation = 0;
  for (uint64_t t = 0; t < traffic.cycles; t++) {
    if (draw.chance(traffic.changes)) {
      const size_t number = draw.below(traffic.pages);
      Page &page = made.pages[number];
      const uint64_t pte = random_pte();
      rig.at(t, [write, offset = page.offset, pte] { write(offset, pte); });
      page.versions.push_back({t, UINT64_MAX, pte});
      made.change[++invalidation] = {number, page.versions.size() - 1};
      rig.invalidate(t, page.offset, draw.pick<unsigned>({page.bits, page.bits + 1, page.bits - 3, 39, 64}),
                     invalidation);
    }
    if (draw.chance(traffic.flushes))
      rig.invalidate(t, draw.below(1U << 30), draw.pick<unsigned>({12, 21, 30, 52}), ++invalidation);
    if (draw.chance(traffic.prefetches)) {
      const uint64_t stranger = draw.chance(traffic.strangers) ? 1ULL << 60 : 0;
      rig.prefetch(t, rig.npa(made.pages[draw.below(traffic.pages)].offset + draw.below(4096)) ^ stranger,
                   1 + draw.below(traffic.sources));
    }
    for (uint32_t s = 0; s < params.l2.stations; s++) {
      if (!draw.chance(traffic.load)) continue;
      TlbPacket packet;
      const Page &page = made.pages[draw.below(traffic.pages)];
      packet.npa = rig.npa(page.offset + draw.below(static_cast<uint32_t>(1ULL << page.bits)));
      if (draw.chance(traffic.strangers)) packet.npa ^= 1ULL << draw.from(npa.acc_lsb, 63);
      packet.src = 1 + draw.below(traffic.sources);
      packet.id = id++;
      packet.op = static_cast<uint8_t>(draw.below(2));
      packet.len = static_cast<uint8_t>(draw.from(1, params.l1.max_len));
      packet.vc = static_cast<uint8_t>(draw.below(params.l1.vcs));
      if (draw.chance(traffic.plain)) (draw.chance(0.5) ? packet.op : packet.status) = 2;
      made.sent[{packet.src, packet.id}] = packet;
      rig.send(s, t, packet);
    }
  }
  return made;
}

// R-TLB-N-4, R-TLB-N-5 for one version of a page.
bool explains(const TlbRigParams &params, const Version &version, const Page &page, const TlbPacket &packet,
              const flitlock_l1_tlb_record &record) {
  if ((version.pte & 3U) != 3U) return record.status == FLITLOCK_TRANSLATION_DECODE;
  const unsigned domain = params.l1.domain[packet.src & 255U];
  const uint64_t mask = packet.op == FLITLOCK_OP_WRITE_REQ ? version.pte >> 56 : version.pte >> 48 & 255U;
  if ((mask >> domain & 1U) == 0) return record.status == FLITLOCK_TRANSLATION_PROTECTION;
  const uint64_t size = 1ULL << page.bits;
  return record.status == 0 && record.spa == flitlock_pte_frame(version.pte) * 4096 / size * size + packet.npa % size;
}

bool is_plain(const TlbRigParams &params, const TlbPacket &packet) {
  return (params.l1.translate >> packet.vc & 1U) == 0 || packet.op > 1 || packet.status != 0;
}

// R-TLB-INV-2 to R-TLB-INV-4 by what came out.
std::string check_packets(const TlbRig &rig, const TlbRigParams &params, Play &played) {
  for (const auto &[cycle, id] : rig.completed) {
    const auto change = played.change.find(id);
    if (change != played.change.end())
      played.pages[change->second.first].versions[change->second.second].complete = cycle;
  }
  std::map<std::pair<uint32_t, uint32_t>, unsigned> seen;
  std::map<std::tuple<uint32_t, uint32_t, unsigned, uint64_t>, uint32_t> order;
  for (const TlbRecord &each : rig.records) {
    const flitlock_l1_tlb_record &record = each.record;
    const std::string where = "station " + std::to_string(each.station) + " src " + std::to_string(record.src) +
                              " id " + std::to_string(record.id) + ": ";
    const auto sent = played.sent.find({record.src, record.id});
    if (sent == played.sent.end() || seen[{record.src, record.id}]++ != 0) return where + "R-TLB-INV-2";
    const TlbPacket &packet = sent->second;
    if (record.npa != packet.npa) return where + "another NPA";
    if (is_plain(params, packet)) {
      if (record.kind != FLITLOCK_CLASS_PLAIN || record.spa != packet.npa || record.status != packet.status)
        return where + "a plain packet changed";
      continue;
    }
    if (!flitlock_npa_own(&params.l1.npa, packet.npa)) {
      if (record.status != FLITLOCK_TRANSLATION_DECODE || record.kind != FLITLOCK_CLASS_NOT_OWN)
        return where + "R-TLB-L1-5: not own, but not refused";
      continue;
    }
    uint32_t &last = order[{each.station, record.src, packet.vc, packet.npa / 256}];
    if (last > record.id) return where + "R-TLB-INV-3: after id " + std::to_string(last);
    last = record.id;
    const uint64_t offset = flitlock_npa_page(&params.l1.npa, packet.npa);
    const auto page = std::find_if(played.pages.begin(), played.pages.end(),
                                   [offset](const Page &one) { return one.offset == offset; });
    bool good = false;
    for (size_t v = 0; v < page->versions.size() && !good; v++) {
      const bool replaced = std::any_of(page->versions.begin() + static_cast<long>(v) + 1, page->versions.end(),
                                        [&](const Version &next) { return next.complete <= record.left; });
      good = page->versions[v].from <= record.left && !replaced &&
             explains(params, page->versions[v], *page, packet, record);
    }
    if (!good)
      return where + "R-TLB-INV-4: status " + std::to_string(record.status) + ", SPA " + std::to_string(record.spa) +
             " at edge " + std::to_string(record.left) + " is none that the page may have";
  }
  return seen.size() == played.sent.size() ? "" : "R-TLB-INV-2: packets are missing";
}

// R-TLB-INV-1.
std::string check_walks(const TlbRig &rig) {
  std::map<uint64_t, uint64_t> until;
  for (const flitlock_walk_record &walk : rig.walks) {
    const auto last = until.find(walk.page);
    if (last != until.end() && walk.requested < last->second)
      return "R-TLB-INV-1: two walks of page " + std::to_string(walk.page) + " at once, the second asked for at edge " +
             std::to_string(walk.requested);
    until[walk.page] = walk.ended;
  }
  return "";
}

std::string first_difference(const std::vector<std::string> &tested, const std::vector<std::string> &reference) {
  const size_t both = std::min(tested.size(), reference.size());
  for (size_t k = 0; k <= both; k++) {
    const std::string a = k < tested.size() ? tested[k] : "nothing more";
    const std::string b = k < reference.size() ? reference[k] : "nothing more";
    if (a != b) return "event " + std::to_string(k) + ":\n  tested    " + a + "\n  reference " + b;
    if (k >= both) break;
  }
  return "";
}

}  // namespace

void random_tlb(uint64_t seed, TlbRigParams &params, TlbTraffic &traffic) {
  Draw draw(seed, 1);
  params = TlbRigParams();
  params.seed = seed;
  params.stall = draw.pick({0.0, 0.0, 0.2, 0.7});
  params.gap = draw.pick({0.0, 0.0, 0.3});
  params.access = draw.pick<uint32_t>({2, 3, 7, 20, 60});
  flitlock_l1_tlb_params &l1 = params.l1;
  flitlock_l2_tlb_params &l2 = params.l2;
  l2.stations = draw.pick<uint32_t>({1, 2, 3, 5});
  l1.vcs = draw.from(2, 4);
  l1.width = draw.from(1, 2);
  l1.max_len = draw.pick<uint32_t>({1, 4});
  l1.latency = draw.pick<uint32_t>({1, 2, 5, 11});
  l1.translate = static_cast<uint16_t>(draw.chance(0.7) ? 15 : draw.below(16));
  for (unsigned v = 0; v < l1.vcs; v++) {
    l1.in_depth[v] = static_cast<uint16_t>(draw.pick<uint32_t>({4, 9, 40}));
    l1.credits[v] = static_cast<uint16_t>(draw.from(4, 9));
  }
  l1.mshrs = draw.pick<uint32_t>({1, 2, 4, 64});
  l1.targets = draw.pick<uint32_t>({0, 0, 1, 3});
  l1.l2_credits = l2.queue_depth = draw.pick<uint32_t>({1, 2, 8});
  l1.array = random_array(draw, 3, 6);
  l1.trace = l2.trace = draw.chance(0.8) ? 1 : 0;
  l2.latency = draw.pick<uint32_t>({2, 3, 9});
  l2.prefetch_depth = draw.from(1, 3);
  l2.ctl_depth = draw.from(1, 3);
  l2.mshrs = draw.pick<uint32_t>({1, 2, 5, 128});
  l2.prefetch_reserve = draw.below(3);
  l2.array = random_array(draw, 4, 4);
  l2.partitions = 1U << draw.below(1 + static_cast<uint32_t>(__builtin_ctz(l2.array.sets)));
  l2.walkers = draw.pick<uint32_t>({1, 2, 5, 100});
  l2.pwc_policy = static_cast<uint8_t>(draw.below(4));
  for (uint32_t &ways : l2.pwc_ways)
    ways = draw.pick<uint32_t>({0, 1, 2, 8});
  for (unsigned gpu = 0; gpu < 256; gpu++) {
    l1.domain[gpu] = static_cast<uint8_t>(draw.below(8));
    l2.partition[gpu] = static_cast<uint16_t>(draw.below(l2.partitions));
  }
  flitlock_npa npa{};
  npa.acc_lsb = static_cast<uint8_t>(draw.from(34, 45));
  npa.acc_bits = static_cast<uint8_t>(draw.from(1, 10));
  npa.acc = static_cast<uint16_t>(draw.below(1U << npa.acc_bits));
  npa.size_lsb = static_cast<uint8_t>(draw.from(26, 32));
  const bool mixed = draw.chance(0.5);
  for (uint8_t &bits : npa.page_bits)
    bits = static_cast<uint8_t>(mixed || &bits == npa.page_bits ? draw.pick<uint32_t>({12, 16, 21}) : npa.page_bits[0]);
  params.npa(npa);
  if (draw.chance(0.3)) params.walk_b();
  if (draw.chance(0.3)) l2.levels = 4, l2.level_lsb[3] = 12;
  if (*std::min_element(std::begin(npa.page_bits), std::end(npa.page_bits)) < l2.level_lsb[l2.levels - 1]) {
    const uint8_t lsb[6] = {40, 30, 24, 18, 12, 0};
    std::copy(std::begin(lsb), std::end(lsb), l2.level_lsb);
    l2.levels = 5;
  }
  params.access = draw.pick<uint32_t>({2, 3, 7, 20, 60});
  traffic.pages = draw.pick<unsigned>({1, 2, 4, 9});
  traffic.sources = draw.from(1, 5);
  traffic.load = draw.pick({0.02, 0.2, 0.5, 0.9});
  traffic.changes = draw.pick({0.0, 0.002, 0.02});
  traffic.flushes = draw.pick({0.0, 0.001, 0.01});
  traffic.prefetches = draw.pick({0.0, 0.01, 0.2});
  traffic.strangers = draw.pick({0.0, 0.03});
  traffic.plain = draw.pick({0.0, 0.1});
  traffic.cycles = draw.pick<uint64_t>({200, 600});
}

std::string describe_tlb(const TlbRigParams &params, const TlbTraffic &traffic) {
  std::ostringstream text;
  const flitlock_l1_tlb_params &l1 = params.l1;
  const flitlock_l2_tlb_params &l2 = params.l2;
  text << l2.stations << " stations, " << l1.vcs << " VCs, width " << l1.width << ", latencies " << l1.latency << "/"
       << l2.latency << "/" << params.access << ", L1 " << l1.array.sets << "x" << l1.array.ways << " policy "
       << unsigned{l1.array.policy} << ", MSHRs " << l1.mshrs << "/" << l2.mshrs << ", targets " << l1.targets
       << ", L2 " << l2.array.sets << "x" << l2.array.ways << " policy " << unsigned{l2.array.policy} << ", walkers "
       << l2.walkers << ", levels " << l2.levels << ", queue " << l2.queue_depth << ", " << traffic.pages
       << " pages, load " << traffic.load << ", changes " << traffic.changes;
  return text.str();
}

TlbBenchResult run_tlb_bench(const TlbBlocks &blocks, uint64_t seed, bool clocked) {
  TlbBenchResult result;
  TlbRigParams params;
  TlbTraffic traffic;
  random_tlb(seed, params, traffic);
  params.logged = true;
  params.blocks = blocks;
  params.clocked = clocked;
  TlbRig tested(params);
  params.blocks = {&reference_l1_tlb, &reference_l2_tlb, &flitlock_page_table_golden};
  params.clocked = true;
  TlbRig reference(params);
  result.difference = tested.error + reference.error;
  if (!result.difference.empty()) return result;
  Play played = play(tested, params, traffic, seed);
  play(reference, params, traffic, seed);
  const bool ended = tested.run_to_quiet(kLongest), other = reference.run_to_quiet(kLongest);
  result.difference = first_difference(tested.log, reference.log);
  result.events = tested.log.size();
  result.packets = tested.out.size();
  result.skipped = tested.cycle * (params.l2.stations + 2) - tested.steps;
  for (const TlbOut &out : tested.out)
    result.by_status[std::min<unsigned>(out.head.status, 2)]++;
  if (result.difference.empty() && !(ended && other)) result.difference = "it does not come to an end";
  if (result.difference.empty()) result.difference = tested.check();
  // Records are golden C's alone.
  if (blocks.l1 != &flitlock_l1_tlb_golden || blocks.l2 != &flitlock_l2_tlb_golden) return result;
  if (result.difference.empty()) result.difference = check_packets(tested, params, played);
  if (result.difference.empty()) result.difference = check_walks(tested);
  for (uint32_t s = 0; s < params.l2.stations; s++) {
    const flitlock_l1_tlb_counts counts = tested.counts(s);
    for (unsigned k = 0; k < FLITLOCK_CLASS_COUNT; k++)
      result.by_class[k] += counts.packets[k];
    result.evictions += counts.evictions;
    result.stalls += counts.stalls;
  }
  const flitlock_l2_tlb_counts counts = tested.l2_counts();
  result.walks = counts.walks;
  result.restarts = counts.restarts;
  result.invalidations = counts.invalidations;
  result.evictions += counts.evictions;
  result.stalls += counts.stalls;
  result.prefetches = counts.prefetch_walks;
  return result;
}

}  // namespace flitlock_test
