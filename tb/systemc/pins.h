// SPDX-License-Identifier: Apache-2.0
// Blocks as pins: a step with the packed vectors of tb/dpi/golden_dpi.h in the place of flits with pointers. Without
// SystemC; module.h puts the vectors on ports.
#ifndef FLITLOCK_TB_SYSTEMC_PINS_H
#define FLITLOCK_TB_SYSTEMC_PINS_H

#include <cstdint>
#include <stdexcept>
#include <string>

#include "dpi/instance.h"
#include "flitlock/block.h"
#include "flitlock/router.h"

namespace flitlock_sc {

// What cannot be built, with a status of flitlock/status.h.
class Error : public std::runtime_error {
 public:
  Error(int code, const std::string &text) : std::runtime_error(text), status(code) {}
  int status;
};

class PinBlock {
 public:
  virtual ~PinBlock() = default;
  PinBlock(const PinBlock &) = delete;
  PinBlock &operator=(const PinBlock &) = delete;

  virtual void reset() = 0;
  // One clock edge. `out` is 0 but for what the block presents. What is wrong with the block or with what came in is
  // the status and the text.
  virtual int step(uint64_t cycle, const uint32_t *in, uint32_t *out, std::string *text) = 0;

  uint32_t ports() const { return info_.ports; }
  uint32_t vcs() const { return info_.vcs; }
  uint32_t unit_bytes() const { return unit_bytes_; }
  bool has_in(uint32_t port) const { return info_.port[port].has_in != 0; }
  bool has_out(uint32_t port) const { return info_.port[port].has_out != 0; }
  const flitlock_dpi_lanes &lanes() const { return lanes_; }

 protected:
  PinBlock() = default;
  void describe(const flitlock_block_ops &ops, const flitlock_block *block, uint32_t unit_bytes);

 private:
  flitlock_block_info info_{};
  flitlock_dpi_lanes lanes_{};
  uint32_t unit_bytes_ = 0;
};

// A router, DST or switch: golden C, Verilated RTL, both in lockstep, or whatever else keeps the block contract.
class RouterPins : public PinBlock {
 public:
  // Makes the block. `own` are the parameters of the kind of `ops` where these are not a router's
  // (flitlock_lockstep_params, ...). Throws Error.
  RouterPins(const char *name, const flitlock_router_params &params, const flitlock_block_ops &ops,
             const void *own = nullptr);
  ~RouterPins() override;

  void reset() override;
  int step(uint64_t cycle, const uint32_t *in, uint32_t *out, std::string *text) override;

 private:
  void open(const char *name, const flitlock_router_params &params);

  const flitlock_block_ops &ops_;
  flitlock_block *made_ = nullptr;
  flitlock_dpi_instance *instance_ = nullptr;
};

}  // namespace flitlock_sc

#endif
