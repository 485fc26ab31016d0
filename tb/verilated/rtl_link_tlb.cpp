// SPDX-License-Identifier: Apache-2.0
#include "verilated/rtl_link_tlb.h"

#include <cstdio>
#include <cstring>

#include "verilated/rtl_host.h"

namespace flitlock_rtl {
namespace {

const std::vector<KnownShape> &l1_shapes() {
  static const std::vector<KnownShape> shapes = known_shapes(ShapeKind::L1LinkTlb);
  return shapes;
}
const std::vector<KnownShape> &l2_shapes() {
  static const std::vector<KnownShape> shapes = known_shapes(ShapeKind::L2LinkTlb);
  return shapes;
}

HostPort port(const char *name, bool in, bool out, uint32_t width, Carries carries) {
  HostPort made;
  std::snprintf(made.info.name, sizeof made.info.name, "%s", name);
  made.info.has_in = in;
  made.info.has_out = out;
  made.info.in_width = made.info.out_width = static_cast<uint8_t>(width);
  made.carries = carries;
  return made;
}
HostPort message_port(const char *name, bool in, bool out, uint32_t depth) {
  HostPort made = port(name, in, out, 1, Carries::Messages);
  if (in) made.info.in_depth[0] = static_cast<uint16_t>(depth);
  return made;
}

std::vector<HostPort> ports_of(const flitlock_l1_tlb_params &params) {
  std::vector<HostPort> ports = {port("link", true, false, params.width, Carries::Packets),
                                 port("inside", false, true, params.width, Carries::Packets),
                                 message_port("l2", true, true, params.mshrs + 1),
                                 message_port("trace", false, true, 0)};
  std::copy_n(params.in_depth, params.vcs, ports[FLITLOCK_L1_TLB_LINK].info.in_depth);
  return ports;
}

std::vector<HostPort> ports_of(const flitlock_l2_tlb_params &params) {
  std::vector<HostPort> ports;
  for (uint32_t station = 0; station < params.stations; station++) {
    ports.push_back(message_port(("station" + std::to_string(station)).c_str(), true, true, params.queue_depth));
    ports.back().info.in_depth[1] = 1;
  }
  ports.push_back(message_port("prefetch", true, false, params.prefetch_depth));
  ports.push_back(message_port("ctl", true, true, params.ctl_depth));
  ports.push_back(message_port("mem", true, true, params.walkers));
  ports.push_back(message_port("trace", false, true, 0));
  return ports;
}

template <class Params>
size_t find(const std::vector<KnownShape> &shapes, const Params Shape::*of, const Params &params,
            const char *block_name, const char *name, flitlock_error *error) {
  return find_shape(
      shapes, [&](const Shape &shape, unsigned *equal) { return shape_difference(shape.*of, params, equal); },
      block_name, name, error);
}

template <class Params>
int create(const std::vector<KnownShape> &shapes, const Params Shape::*of, const Params &params,
           const RtlHost::Sizes &sizes, const char *block_name, const char *name, flitlock_block **block,
           flitlock_error *error) {
  const size_t number = find(shapes, of, params, block_name, name, error);
  if (number == shapes.size()) return FLITLOCK_E_CONFIG;
  return create_host(
      *shapes[number].kind, sizes, ports_of(params), rtl_parameters(params), name, [](RtlHost &) {}, block, error);
}

int create_l1(const void *params_pointer, const char *name, flitlock_block **block, flitlock_error *error) {
  const auto &params = *static_cast<const flitlock_l1_tlb_params *>(params_pointer);
  const int status = flitlock_l1_tlb_params_validate(&params, name, error);
  if (status != FLITLOCK_OK) return status;
  return create(l1_shapes(), &Shape::l1, params, {"l1_link_tlb", params.vcs, params.unit_bytes, params.checks != 0},
                "L1 link TLB", name, block, error);
}

int create_l2(const void *params_pointer, const char *name, flitlock_block **block, flitlock_error *error) {
  const auto &params = *static_cast<const flitlock_l2_tlb_params *>(params_pointer);
  const int status = flitlock_l2_tlb_params_validate(&params, name, error);
  if (status != FLITLOCK_OK) return status;
  return create(l2_shapes(), &Shape::l2, params, {"l2_link_tlb", 2, params.unit_bytes, params.checks != 0},
                "L2 link TLB", name, block, error);
}

const Shape *named(const std::vector<KnownShape> &shapes, const char *name) {
  for (const KnownShape &known : shapes)
    if (std::strcmp(known.kind->name, name) == 0) return &known.shape;
  return nullptr;
}

}  // namespace
}  // namespace flitlock_rtl

extern "C" {

const struct flitlock_l1_tlb_params *flitlock_rtl_l1_shape(const char *name) {
  const flitlock_rtl::Shape *shape = flitlock_rtl::named(flitlock_rtl::l1_shapes(), name);
  return shape ? &shape->l1 : nullptr;
}
const struct flitlock_l2_tlb_params *flitlock_rtl_l2_shape(const char *name) {
  const flitlock_rtl::Shape *shape = flitlock_rtl::named(flitlock_rtl::l2_shapes(), name);
  return shape ? &shape->l2 : nullptr;
}
const char *flitlock_rtl_l1_shape_name(size_t number) {
  return number < flitlock_rtl::l1_shapes().size() ? flitlock_rtl::l1_shapes()[number].kind->name : nullptr;
}
const char *flitlock_rtl_l2_shape_name(size_t number) {
  return number < flitlock_rtl::l2_shapes().size() ? flitlock_rtl::l2_shapes()[number].kind->name : nullptr;
}

int flitlock_rtl_l1_find(const struct flitlock_l1_tlb_params *params, const char *name, struct flitlock_error *error) {
  const auto &shapes = flitlock_rtl::l1_shapes();
  return flitlock_rtl::find(shapes, &flitlock_rtl::Shape::l1, *params, "L1 link TLB", name, error) < shapes.size()
             ? FLITLOCK_OK
             : FLITLOCK_E_CONFIG;
}
int flitlock_rtl_l2_find(const struct flitlock_l2_tlb_params *params, const char *name, struct flitlock_error *error) {
  const auto &shapes = flitlock_rtl::l2_shapes();
  return flitlock_rtl::find(shapes, &flitlock_rtl::Shape::l2, *params, "L2 link TLB", name, error) < shapes.size()
             ? FLITLOCK_OK
             : FLITLOCK_E_CONFIG;
}

const struct flitlock_block_ops flitlock_l1_tlb_rtl = flitlock_rtl::rtl_ops("l1_link_tlb", flitlock_rtl::create_l1);
const struct flitlock_block_ops flitlock_l2_tlb_rtl = flitlock_rtl::rtl_ops("l2_link_tlb", flitlock_rtl::create_l2);

}  // extern "C"
