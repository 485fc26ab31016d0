// SPDX-License-Identifier: Apache-2.0
#include "verilated/rtl_l2_slice.h"

#include <cstdio>
#include <cstring>

#include "verilated/rtl_host.h"

namespace flitlock_rtl {
namespace {

const std::vector<KnownShape> &slices() {
  static const std::vector<KnownShape> shapes = known_shapes(ShapeKind::L2Slice);
  return shapes;
}

// An operation shows on the port `event` after the edge at which it is accepted, and what it produces is in its queue
// two edges later (R-L2S-ST-1). From then on all waits for a credit, a fill or a request.
constexpr uint32_t rests = 4;

HostPort in_port(const char *name, uint8_t width, uint16_t depth) {
  HostPort made;
  std::snprintf(made.info.name, sizeof made.info.name, "%s", name);
  made.carries = Carries::Own;
  made.info.has_in = 1;
  made.info.in_width = width;
  made.info.in_depth[0] = depth;
  return made;
}

// A payload is kept while its credit may be out, and in the step that presents the next one.
HostPort out_port(const char *name, uint8_t width, uint32_t credits) {
  HostPort made;
  std::snprintf(made.info.name, sizeof made.info.name, "%s", name);
  made.carries = Carries::Own;
  made.info.has_out = 1;
  made.info.out_width = width;
  made.kept = credits + 1;
  return made;
}

std::vector<HostPort> ports_of(const flitlock_l2_slice_params &params) {
  return {in_port("req", 2, params.req_depth), out_port("rsp", 1, params.rsp_credits),
          out_port("mem_req", 2, params.mem_req_credits), in_port("mem_rsp", 1, params.fill_depth),
          out_port("event", 1, 1)};
}

void put(uint8_t *pins, uint32_t value, size_t bytes) { std::memcpy(pins, &value, bytes); }

void wire(RtlHost &host, const flitlock_l2_slice_params &params) {
  const Pins &pins = host.pins();
  put(pins.slice, params.slice, 2);
  put(pins.self, params.self, 4);
  put(pins.memory, params.memory, 4);
  put(pins.p_rand, params.p_rand, 2);
  put(pins.reserved, params.reserved, 1);
  put(pins.fetch_bytes, params.fetch_bytes, 1);
  *pins.load = 1;
  host.eval();
}

size_t find(const flitlock_l2_slice_params &params, const char *name, flitlock_error *error) {
  return find_shape(
      slices(), [&](const Shape &shape, unsigned *equal) { return shape_difference(shape.slice, params, equal); },
      "L2 slice", name, error);
}

int create(const void *params_pointer, const char *name, flitlock_block **block, flitlock_error *error) {
  const auto &params = *static_cast<const flitlock_l2_slice_params *>(params_pointer);
  const int status = flitlock_l2_slice_params_validate(&params, name, error);
  if (status != FLITLOCK_OK) return status;
  const size_t number = find(params, name, error);
  if (number == slices().size()) return FLITLOCK_E_CONFIG;
  return create_host(
      *slices()[number].kind,
      {"l2_slice", 1, FLITLOCK_L2_HALF_BYTES, params.checks != 0, params.events ? 0U : 1U, rests}, ports_of(params),
      rtl_parameters(params), name, [&](RtlHost &host) { wire(host, params); }, block, error);
}

}  // namespace
}  // namespace flitlock_rtl

extern "C" {

int flitlock_rtl_l2_slice_find(const struct flitlock_l2_slice_params *params, const char *name,
                               struct flitlock_error *error) {
  return flitlock_rtl::find(*params, name, error) < flitlock_rtl::slices().size() ? FLITLOCK_OK : FLITLOCK_E_CONFIG;
}

int flitlock_rtl_l2_slice_shape(const char *name, struct flitlock_l2_slice_params *params,
                                struct flitlock_error *error) {
  for (const flitlock_rtl::KnownShape &known : flitlock_rtl::slices()) {
    if (std::strcmp(known.kind->name, name) != 0) continue;
    *params = known.shape.slice;
    params->fetch_bytes = FLITLOCK_L2_SECTOR_BYTES;
    return FLITLOCK_OK;
  }
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "this program has no model %s of an L2 slice", name);
}
const char *flitlock_rtl_l2_slice_shape_name(size_t number) {
  return number < flitlock_rtl::slices().size() ? flitlock_rtl::slices()[number].kind->name : nullptr;
}

const struct flitlock_block_ops flitlock_l2_slice_rtl = flitlock_rtl::rtl_ops("l2_slice", flitlock_rtl::create);

}  // extern "C"
