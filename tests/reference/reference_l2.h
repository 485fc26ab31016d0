// SPDX-License-Identifier: Apache-2.0
// A second L2 cache, written from the specification for clearness alone: one access after the other, each whole before
// the next. It knows nothing of cycles, queues and MSHRs. Shares no code with model/l2.
#ifndef FLITLOCK_TESTS_REFERENCE_L2_H
#define FLITLOCK_TESTS_REFERENCE_L2_H

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "flitlock/l2_cache.h"

namespace flitlock_test {

// R-L2S-MEM-3, a byte.
uint8_t FreshByte(uint64_t address);

// Memory without a cache: what every access must see.
class FlatMemory {
 public:
  uint8_t Get(uint64_t address) { return Line(address)[address % 128]; }
  void Set(uint64_t address, uint8_t value) { Line(address)[address % 128] = value; }
  // Does the access; what it answers, R-L2S-PORT-5.
  std::array<uint8_t, 64> Do(const flitlock_l2_access &access);
  // Lines that were looked at, by address.
  const std::unordered_map<uint64_t, std::array<uint8_t, 128>> &lines() const { return lines_; }

 private:
  std::array<uint8_t, 128> &Line(uint64_t address);
  std::unordered_map<uint64_t, std::array<uint8_t, 128>> lines_;
};

// What the look-up of an access did, as the event log has it.
struct ReferenceEvent {
  unsigned slice, outcome, way, set, lfsr;
  uint64_t tag, victim_tag;
  bool victim;
  unsigned victim_dirty;
  std::array<bool, 128> written_back;
};

class ReferenceL2 {
 public:
  explicit ReferenceL2(const flitlock_l2_profile &profile);
  ReferenceEvent Do(const flitlock_l2_access &access, std::array<uint8_t, 64> *answer);
  void Flush(bool invalidate);
  FlatMemory &memory() { return memory_; }

 private:
  struct Way {
    bool valid = false;
    uint64_t tag = 0;
    std::array<bool, 4> dirty = {};
    std::array<bool, 128> has = {};
    std::array<uint8_t, 128> data = {};
  };
  struct Set {
    std::vector<Way> ways;
    std::vector<int> node;  // of the tree, [0] unused
  };
  struct Slice {
    std::vector<Set> sets;
    unsigned lfsr = 0;
  };

  unsigned Choose(Slice *slice, Set *set);
  void Touch(Set *set, unsigned way) const;
  void WriteBack(const Way &way, uint64_t line, ReferenceEvent *event);
  bool SectorValid(const Way &way, unsigned sector) const;

  flitlock_l2_profile profile_;
  unsigned leaves_;
  std::vector<Slice> slices_;
  FlatMemory memory_;
};

}  // namespace flitlock_test

#endif
