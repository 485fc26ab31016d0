// SPDX-License-Identifier: Apache-2.0
// A request or response client of a hosted pod (flitlock/hosted.h) as pins.
#ifndef FLITLOCK_TB_SYSTEMC_CLIENT_H
#define FLITLOCK_TB_SYSTEMC_CLIENT_H

#include <array>
#include <vector>

#include "flitlock/hosted.h"
#include "systemc/pins.h"

namespace flitlock_sc {

class ClientPins : public PinBlock {
 public:
  // `block` is the client's number in the pod. Throws Error.
  ClientPins(flitlock_hosted *hosted, uint32_t block);

  // A client's run begins once: reset comes before the first edge alone.
  void reset() override {}
  int step(uint64_t cycle, const uint32_t *in, uint32_t *out, std::string *text) override;

 private:
  static constexpr size_t planes = 2;

  flitlock_hosted *hosted_;
  const uint32_t number_;
  const flitlock_block_ops &ops_;
  const flitlock_block *block_;
  std::array<flitlock_flit, planes> in_flit_{}, out_flit_{};
  std::array<uint32_t, planes> in_credit_{}, out_credit_{};
  std::array<std::array<uint8_t, FLITLOCK_MAX_WIDTH * FLITLOCK_MAX_UNIT_BYTES>, planes> bytes_{};
};

}  // namespace flitlock_sc

#endif
