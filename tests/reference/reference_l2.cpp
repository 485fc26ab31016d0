// SPDX-License-Identifier: Apache-2.0
#include "reference/reference_l2.h"

#include <algorithm>

namespace flitlock_test {

uint8_t FreshByte(uint64_t address) {
  uint64_t z = address / 4 + 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  z ^= z >> 31;
  return static_cast<uint8_t>(z >> 8 * (address % 4));
}

std::array<uint8_t, 128> &FlatMemory::Line(uint64_t address) {
  auto made = lines_.try_emplace(address & ~127ULL);
  if (made.second)
    for (unsigned n = 0; n < 128; n++)
      made.first->second[n] = FreshByte((address & ~127ULL) + n);
  return made.first->second;
}

namespace {

uint64_t Atomic(const flitlock_l2_access &access, uint64_t value) {
  uint64_t o = access.operand, compare = access.compare;
  if (access.bytes == 4) {
    o &= 0xFFFFFFFF;
    compare &= 0xFFFFFFFF;
  }
  switch (access.atomic) {
    case 0:
      return value + o;
    case 1:
      return std::min(value, o);
    case 2:
      return std::max(value, o);
    case 3:
      return value & o;
    case 4:
      return value | o;
    case 5:
      return value ^ o;
    case 6:
      return o;
    default:
      return value == compare ? o : value;
  }
}

// Does an access on bytes that are reached through `get` and `set`, by their place in the half.
template <typename Get, typename Put>
std::array<uint8_t, 64> DoOn(const flitlock_l2_access &access, Get get, Put put) {
  std::array<uint8_t, 64> answer = {};
  unsigned first = access.address % 64;
  if (access.operation == FLITLOCK_L2_WRITE) {
    for (unsigned n = 0; n < 64; n++)
      if (access.mask >> n & 1) put(n, access.data[n]);
    return answer;
  }
  uint64_t value = 0;
  for (unsigned n = 0; n < access.bytes; n++) {
    answer[first + n] = get(first + n);
    if (n < 8) value |= static_cast<uint64_t>(answer[first + n]) << 8 * n;
  }
  if (access.operation != FLITLOCK_L2_ATOMIC) return answer;
  uint64_t result = Atomic(access, value);
  for (unsigned n = 0; n < access.bytes; n++)
    put(first + n, static_cast<uint8_t>(result >> 8 * n));
  return answer;
}

}  // namespace

std::array<uint8_t, 64> FlatMemory::Do(const flitlock_l2_access &access) {
  uint64_t half = access.address & ~63ULL;
  return DoOn(
      access, [&](unsigned n) { return Get(half + n); }, [&](unsigned n, uint8_t value) { Set(half + n, value); });
}

ReferenceL2::ReferenceL2(const flitlock_l2_profile &profile) : profile_(profile), leaves_(1) {
  while (leaves_ < profile.slice.ways)
    leaves_ *= 2;
  slices_.resize(profile.slice.map.slices);
  for (unsigned s = 0; s < slices_.size(); s++) {
    slices_[s].lfsr = 0xACE1U ^ s;
    slices_[s].sets.resize(profile.slice.map.sets);
    for (Set &set : slices_[s].sets) {
      set.ways.resize(profile.slice.ways);
      set.node.resize(leaves_, 0);
    }
  }
}

bool ReferenceL2::SectorValid(const Way &way, unsigned sector) const {
  for (unsigned n = 0; n < 32; n++)
    if (!way.has[sector * 32 + n]) return false;
  return true;
}

unsigned ReferenceL2::Choose(Slice *slice, Set *set) {
  unsigned enabled = profile_.slice.ways - profile_.slice.reserved;
  for (unsigned way = 0; way < enabled; way++)
    if (!set->ways[way].valid) return way;
  for (int shift = 0; shift < 8; shift++) {
    bool one = slice->lfsr % 2 == 1;
    slice->lfsr /= 2;
    if (one) slice->lfsr ^= 0xB400;
  }
  if (slice->lfsr % 256 < profile_.slice.p_rand) return (slice->lfsr / 256) * enabled / 256;
  // Ways [from, from + size); nothing is locked, so a half has a candidate when an enabled way lies in it.
  unsigned node = 1, from = 0, size = leaves_;
  while (size > 1) {
    size /= 2;
    bool high = set->node[node] == 1 && from + size < enabled;
    node = 2 * node + (high ? 1 : 0);
    if (high) from += size;
  }
  return from;
}

void ReferenceL2::Touch(Set *set, unsigned way) const {
  unsigned node = 1, from = 0, size = leaves_;
  while (size > 1) {
    size /= 2;
    bool high = way >= from + size;
    set->node[node] = high ? 0 : 1;
    node = 2 * node + (high ? 1 : 0);
    if (high) from += size;
  }
}

void ReferenceL2::WriteBack(const Way &way, uint64_t line, ReferenceEvent *event) {
  for (unsigned n = 0; n < 128; n++) {
    if (!way.dirty[n / 32] || !way.has[n]) continue;
    memory_.Set(line + n, way.data[n]);
    if (event != nullptr) event->written_back[n] = true;
  }
  for (unsigned sector = 0; sector < 4 && event != nullptr; sector++)
    if (way.dirty[sector]) event->victim_dirty |= 1U << sector;
}

ReferenceEvent ReferenceL2::Do(const flitlock_l2_access &access, std::array<uint8_t, 64> *answer) {
  flitlock_l2_place place;
  flitlock_l2_map_split(&profile_.slice.map, access.address, &place);
  Slice &slice = slices_[place.slice];
  Set &set = slice.sets[place.set];
  ReferenceEvent event = {};
  event.slice = place.slice;
  event.set = place.set;
  event.tag = place.tag;
  unsigned base = access.address & 64U;
  std::array<bool, 4> sectors = {};
  for (unsigned n = 0; n < 64; n++) {
    bool reached = access.operation == FLITLOCK_L2_WRITE
                       ? (access.mask >> n & 1) != 0
                       : n >= access.address % 64 && n < access.address % 64 + access.bytes;
    if (reached) sectors[(base + n) / 32] = true;
  }
  unsigned way = 0;
  while (way < set.ways.size() && !(set.ways[way].valid && set.ways[way].tag == place.tag))
    way++;
  bool write = access.operation == FLITLOCK_L2_WRITE;
  event.outcome = FLITLOCK_L2_HIT;
  if (way == set.ways.size()) {
    event.outcome = FLITLOCK_L2_MISS;
    way = Choose(&slice, &set);
    Way &victim = set.ways[way];
    if (victim.valid) {
      event.victim = true;
      event.victim_tag = victim.tag;
      flitlock_l2_place old = {place.slice, place.set, victim.tag};
      uint64_t line = 0;
      flitlock_l2_map_join(&profile_.slice.map, &old, &line);
      WriteBack(victim, line, &event);
    }
    victim = Way();
    victim.valid = true;
    victim.tag = place.tag;
  }
  Way &line = set.ways[way];
  event.way = way;
  Touch(&set, way);
  bool missing = false;
  for (unsigned sector = 0; sector < 4; sector++)
    if (!write && sectors[sector] && !SectorValid(line, sector)) missing = true;
  if (missing) {
    if (event.outcome == FLITLOCK_L2_HIT) event.outcome = FLITLOCK_L2_SECTOR_MISS;
    unsigned granule = profile_.slice.fetch_bytes / 32;
    std::array<bool, 4> fetch = {};
    for (unsigned sector = 0; sector < 4; sector++)
      if (sectors[sector] && !SectorValid(line, sector))
        for (unsigned n = 0; n < granule; n++)
          fetch[sector / granule * granule + n] = true;
    for (unsigned n = 0; n < 128; n++) {
      if (!fetch[n / 32] || line.has[n]) continue;
      line.has[n] = true;
      line.data[n] = memory_.Get((access.address & ~127ULL) + n);
    }
  }
  std::array<uint8_t, 64> got = DoOn(
      access, [&](unsigned n) { return line.data[base + n]; },
      [&](unsigned n, uint8_t value) {
        line.data[base + n] = value;
        line.has[base + n] = true;
      });
  for (unsigned sector = 0; sector < 4; sector++)
    if (sectors[sector] && access.operation != FLITLOCK_L2_READ) line.dirty[sector] = true;
  if (answer != nullptr) *answer = got;
  event.lfsr = slice.lfsr;
  return event;
}

void ReferenceL2::Flush(bool invalidate) {
  for (unsigned s = 0; s < slices_.size(); s++)
    for (unsigned n = 0; n < slices_[s].sets.size(); n++)
      for (Way &way : slices_[s].sets[n].ways) {
        if (!way.valid) continue;
        flitlock_l2_place place = {s, n, way.tag};
        uint64_t line = 0;
        flitlock_l2_map_join(&profile_.slice.map, &place, &line);
        WriteBack(way, line, nullptr);
        way.dirty = {};
        if (invalidate) way.valid = false;
      }
}

}  // namespace flitlock_test
