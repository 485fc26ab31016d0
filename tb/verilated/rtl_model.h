// SPDX-License-Identifier: Apache-2.0
// What the adapter needs of a Verilated model, whatever its class: its pins as bytes (Verilator keeps every signal in
// words of the host, least significant bits first) and eval.
#ifndef FLITLOCK_TB_RTL_MODEL_H
#define FLITLOCK_TB_RTL_MODEL_H

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include <verilated.h>

namespace flitlock_rtl {

struct Pins {
  uint8_t *clk, *rst_n, *sample;
  uint8_t *load;  // takes over the static inputs
  // static inputs of a router
  uint8_t *kind, *gpu, *mesh, *node, *exit_node, *exit_port, *client_port, *switches, *switch_port;
  uint8_t *next, *gpu_port, *mesh_port;
  // of an L2 slice
  uint8_t *slice, *self, *memory, *reserved, *p_rand, *fetch_bytes;
  // the lanes
  uint8_t *in_valid, *in_header, *in_payload, *out_credit;
  const uint8_t *in_credit, *out_valid, *out_header, *out_payload, *shape;
};

class Model {
 public:
  virtual ~Model() = default;
  virtual void eval() = 0;
  Pins pins{};
};

template <class T>
uint8_t *pin(T &scalar) {
  return reinterpret_cast<uint8_t *>(&scalar);
}
template <std::size_t N>
uint8_t *pin(VlWide<N> &wide) {
  return reinterpret_cast<uint8_t *>(wide.data());
}

// Whether the top has a router's static inputs.
template <class Verilated, class = void>
struct has_route : std::false_type {};
template <class Verilated>
struct has_route<Verilated, std::void_t<decltype(std::declval<Verilated &>().cfg_kind_i)>> : std::true_type {};

// Those of an L2 slice.
template <class Verilated, class = void>
struct has_slice : std::false_type {};
template <class Verilated>
struct has_slice<Verilated, std::void_t<decltype(std::declval<Verilated &>().cfg_slice_i)>> : std::true_type {};

template <class Verilated>
class ModelOf : public Model {
 public:
  explicit ModelOf(VerilatedContext *context) : top_(context, "rtl") {
    pins.clk = pin(top_.clk_i);
    pins.rst_n = pin(top_.rst_ni);
    pins.sample = pin(top_.sample_i);
    pins.in_valid = pin(top_.in_valid_i);
    pins.in_header = pin(top_.in_header_i);
    pins.in_payload = pin(top_.in_payload_i);
    pins.out_credit = pin(top_.out_credit_i);
    pins.in_credit = pin(top_.in_credit_o);
    pins.out_valid = pin(top_.out_valid_o);
    pins.out_header = pin(top_.out_header_o);
    pins.out_payload = pin(top_.out_payload_o);
    pins.shape = pin(top_.shape_o);
    if constexpr (has_route<Verilated>::value) {
      pins.load = pin(top_.load_i);
      pins.kind = pin(top_.cfg_kind_i);
      pins.gpu = pin(top_.cfg_gpu_i);
      pins.mesh = pin(top_.cfg_mesh_i);
      pins.node = pin(top_.cfg_node_i);
      pins.exit_node = pin(top_.cfg_exit_node_i);
      pins.exit_port = pin(top_.cfg_exit_port_i);
      pins.client_port = pin(top_.cfg_client_port_i);
      pins.switches = pin(top_.cfg_switches_i);
      pins.switch_port = pin(top_.cfg_switch_port_i);
      pins.next = pin(top_.cfg_next_i);
      pins.gpu_port = pin(top_.cfg_gpu_port_i);
      pins.mesh_port = pin(top_.cfg_mesh_port_i);
    }
    if constexpr (has_slice<Verilated>::value) {
      pins.load = pin(top_.load_i);
      pins.slice = pin(top_.cfg_slice_i);
      pins.self = pin(top_.cfg_self_i);
      pins.memory = pin(top_.cfg_memory_i);
      pins.p_rand = pin(top_.cfg_p_rand_i);
      pins.reserved = pin(top_.cfg_reserved_i);
      pins.fetch_bytes = pin(top_.cfg_fetch_bytes_i);
    }
  }
  ~ModelOf() override { top_.final(); }
  void eval() override { top_.eval(); }

 private:
  Verilated top_;
};

// A kind of model that a program has: its name, the text of its shape, how to make one.
struct ModelKind {
  const char *name;
  const char *shape;
  std::unique_ptr<Model> (*make)(VerilatedContext *context);
};

template <class Verilated>
constexpr ModelKind model_kind(const char *name, const char *shape) {
  return {name, shape, [](VerilatedContext *context) -> std::unique_ptr<Model> {
            return std::make_unique<ModelOf<Verilated>>(context);
          }};
}

// Made by flitlock_add_rtl_models (cmake/FlitlockVerilate.cmake): the models of this program, ended by nullptr.
extern const ModelKind *const model_kinds[];

}  // namespace flitlock_rtl

#endif
