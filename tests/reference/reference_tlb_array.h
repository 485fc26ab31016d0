// SPDX-License-Identifier: Apache-2.0
// R-TLB-ARR, naively.
#ifndef FLITLOCK_TESTS_REFERENCE_REFERENCE_TLB_ARRAY_H
#define FLITLOCK_TESTS_REFERENCE_REFERENCE_TLB_ARRAY_H

#include <flitlock/link_tlb.h>

#include <algorithm>
#include <list>
#include <map>
#include <optional>
#include <vector>

namespace flitlock_test {

class ReferenceArray {
 public:
  struct Place {
    uint64_t tag, data;
  };
  explicit ReferenceArray(const flitlock_tlb_array &shape) : shape_(shape), lfsr_(shape.seed), set_(shape.sets) {
    for (Set &set : set_) {
      set.place.resize(shape.ways);
      for (uint32_t way = 0; way < shape.ways; way++)
        set.order.push_back(way);
    }
  }
  // The way of a hit.
  std::optional<uint32_t> look(uint32_t set, uint64_t tag) const {
    for (uint32_t way = 0; way < shape_.ways; way++)
      if (set_[set].place[way] && set_[set].place[way]->tag == tag) return way;
    return std::nullopt;
  }
  uint64_t data(uint32_t set, uint32_t way) const { return set_[set].place[way]->data; }
  void hit(uint32_t set, uint32_t way) {
    if (shape_.policy != FLITLOCK_REPLACE_FIFO) touch(set, way);
  }
  // Returns the place number.
  uint32_t install(uint32_t set, uint64_t tag, uint64_t data) {
    std::optional<uint32_t> way = look(set, tag);
    for (uint32_t w = 0; w < shape_.ways && !way; w++)
      if (!set_[set].place[w]) way = w;
    if (!way) way = victim(set);
    set_[set].place[*way] = Place{tag, data};
    touch(set, *way);
    return set * shape_.ways + *way;
  }
  template <typename Predicate>
  void remove_if(Predicate goes) {
    for (Set &set : set_)
      for (auto &place : set.place)
        if (place && goes(place->tag)) place.reset();
  }

 private:
  struct Set {
    std::vector<std::optional<Place>> place;
    std::list<uint32_t> order;                          // least recently touched first
    std::map<std::pair<uint32_t, uint32_t>, int> tree;  // half-open range of ways of a node: its bit
  };
  void touch(uint32_t set, uint32_t way) {
    set_[set].order.remove(way);
    set_[set].order.push_back(way);
    for (uint32_t low = 0, high = shape_.ways; high - low > 1;) {
      const uint32_t middle = (low + high) / 2;
      set_[set].tree[{low, high}] = way < middle ? 1 : 0;
      (way < middle ? high : low) = middle;
    }
  }
  uint32_t victim(uint32_t set) {
    if (shape_.policy == FLITLOCK_REPLACE_RANDOM) {
      const uint32_t way = lfsr_ % shape_.ways;
      const bool one = lfsr_ % 2 == 1;
      lfsr_ /= 2;
      if (one) lfsr_ ^= 0xB400;
      return way;
    }
    if (shape_.policy == FLITLOCK_REPLACE_PLRU) {
      uint32_t low = 0, high = shape_.ways;
      while (high - low > 1) {
        const int bit = set_[set].tree[{low, high}];
        const uint32_t middle = (low + high) / 2;
        (bit == 0 ? high : low) = middle;
      }
      return low;
    }
    return set_[set].order.front();
  }

  flitlock_tlb_array shape_;
  uint16_t lfsr_;
  std::vector<Set> set_;
};

// What both TLBs read from the addresses of chapter 7.
struct ReferencePage {
  uint64_t page;
  unsigned bits;
  unsigned size_class;
};
inline ReferencePage reference_page(const flitlock_npa &npa, uint64_t address) {
  const uint64_t offset = address % (1ULL << npa.acc_lsb);
  const auto size_class = static_cast<unsigned>(offset / (1ULL << npa.size_lsb) % 4);
  const unsigned bits = npa.page_bits[size_class];
  return {offset - offset % (1ULL << bits), bits, size_class};
}
inline bool reference_own(const flitlock_npa &npa, uint64_t address) {
  return address / (1ULL << npa.acc_lsb) == npa.acc;
}
// R-TLB-M-3.
inline bool reference_overlaps(const flitlock_npa &npa, uint64_t region, unsigned bits, uint64_t base, unsigned k) {
  if (k >= npa.acc_lsb) return true;
  const uint64_t offset = base % (1ULL << npa.acc_lsb);
  const uint64_t low = offset - offset % (1ULL << k), high = low + (1ULL << k);
  if (bits >= npa.acc_lsb) return true;  // the region is everything
  return region < high && low < region + (1ULL << bits);
}

}  // namespace flitlock_test

#endif
