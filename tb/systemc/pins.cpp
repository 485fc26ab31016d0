// SPDX-License-Identifier: Apache-2.0
#include "systemc/pins.h"

#include "dpi/vector.h"

namespace flitlock_sc {

void PinBlock::describe(const flitlock_block_ops &ops, const flitlock_block *block, uint32_t unit_bytes) {
  ops.describe(block, &info_);
  unit_bytes_ = unit_bytes;
  lanes_ = flitlock_dpi_lanes_of(info_.ports, info_.vcs, unit_bytes);
}

RouterPins::RouterPins(const char *name, const flitlock_router_params &params, const flitlock_block_ops &ops,
                       const void *own)
    : ops_(ops) {
  flitlock_error error{};
  const int status = ops.create(own ? own : &params, name, &made_, &error);
  if (status != FLITLOCK_OK) throw Error(status, error.text);
  try {
    open(name, params);
  } catch (...) {
    ops_.destroy(made_);
    throw;
  }
}

void RouterPins::open(const char *name, const flitlock_router_params &params) {
  if (params.ports > FLITLOCK_DPI_MAX_PORTS)
    throw Error(FLITLOCK_E_CONFIG, std::string(name) + ": " + std::to_string(params.ports) +
                                       " ports; pins are made for at most " + std::to_string(FLITLOCK_DPI_MAX_PORTS));
  instance_ = flitlock_dpi_new(name, &flitlock_dpi_router, &ops_);
  if (instance_ == nullptr) throw Error(FLITLOCK_E_NO_MEMORY, std::string(name) + ": out of memory");
  instance_->params.router = params;
  instance_->block = made_;
  instance_->borrowed = true;
  const int status = flitlock_dpi_open(instance_);
  if (status != FLITLOCK_OK) {
    const std::string text = flitlock_dpi_read(&instance_->messages);
    flitlock_dpi_free(instance_);
    throw Error(status, std::string(name) + ": " + (text.empty() ? flitlock_status_text(status) : text));
  }
  describe(ops_, made_, params.unit_bytes);
}

RouterPins::~RouterPins() {
  flitlock_dpi_free(instance_);
  ops_.destroy(made_);
}

void RouterPins::reset() { flitlock_dpi_restart(instance_); }

int RouterPins::step(uint64_t cycle, const uint32_t *in, uint32_t *out, std::string *text) {
  const int status = flitlock_dpi_edge(instance_, cycle, in, out);
  if (status == FLITLOCK_OK) return status;
  *text = flitlock_dpi_read(&instance_->messages);
  // The block's own word for it: a difference between golden and RTL is another thing than a broken protocol.
  flitlock_error error{};
  const int own = ops_.check(instance_->block, &error);
  return own != FLITLOCK_OK ? own : status;
}

}  // namespace flitlock_sc
