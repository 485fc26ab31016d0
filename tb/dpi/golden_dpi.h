// SPDX-License-Identifier: Apache-2.0
// Golden blocks for SystemVerilog hosts: DPI-C imports, one call for each clock edge. The SystemVerilog side is
// tb/golden/flitlock_dpi_pkg.sv; golden_dpi.c includes the header that Verilator makes of it, so a prototype that
// drifts does not compile.
//
// Values wider than 32 bits are packed vectors of 32-bit words, least significant first (svBitVecVal). The bits of the
// top word above a vector's width may be anything on the way in and are 0 on the way out.
//
// Nothing here prints, exits or aborts. A function that fails returns a status and leaves a message for
// flitlock_dpi_error.
#ifndef FLITLOCK_TB_GOLDEN_DPI_H
#define FLITLOCK_TB_GOLDEN_DPI_H

#include <stdint.h>

#include "flitlock/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Version and limits

// Changes when a prototype, a vector or the meaning of a call changes.
#define FLITLOCK_DPI_ABI       1
#define FLITLOCK_DPI_MAX_PORTS 16    // of a router
#define FLITLOCK_DPI_INSTANCES 4096  // alive at one time in one process

// ---- Status codes, besides those of flitlock/status.h: name, value, text

#define FLITLOCK_DPI_STATUS_MAP(X)                                                                           \
  X(NULL_HANDLE, 210, "the handle is null: flitlock_dpi_create has not been called, or there was no memory") \
  X(FOREIGN_HANDLE, 211, "the handle was not made by flitlock_dpi_create")                                   \
  X(FREED_HANDLE, 212, "the handle has been given to flitlock_dpi_destroy")                                  \
  X(HANDSHAKE, 213, "the SystemVerilog side and the C side do not agree")                                    \
  X(CALLED_TWICE, 214, "the instance was stepped twice in a cycle")                                          \
  X(MISSED_CYCLE, 215, "the instance was not stepped in a cycle")                                            \
  X(WRONG_CALL, 216, "the call is not one for this kind of block, or not for this time")

enum flitlock_dpi_status {
#define FLITLOCK_DPI_ENUM(name, value, text) FLITLOCK_DPI_E_##name = (value),
  FLITLOCK_DPI_STATUS_MAP(FLITLOCK_DPI_ENUM)
#undef FLITLOCK_DPI_ENUM
};

// Never NULL; codes of flitlock/status.h have their text, too.
const char *flitlock_dpi_status_text(int status);

// ---- Lifecycle

// Makes a router. The parameters are those of docs/rtl-interface.md, with its packing; `name` is the instance's path
// for messages. The rest is the handshake: what the SystemVerilog side takes for granted.
//   abi          its FLITLOCK_DPI_ABI
//   layout       for each header field of R-FL-1 in order: position (8 bits), width (8 bits)
//   vector_bits  width of the vectors of `step`, below
//   port_bits    width of the argument that carries them, at least vector_bits
//   max_len      units of the largest packet; 0: the largest that fits into every buffer
//   registered   bit 0 input, 1 crossbar, 2 output buffers
//   arbiter      2 bits for each level, L1 lowest
// Returns NULL only without memory, or with FLITLOCK_DPI_INSTANCES alive. What does not agree is the status of every
// later call, beginning with flitlock_dpi_status, and the message has both values.
void *flitlock_dpi_create(const char *name, int abi, const uint32_t *layout, int vector_bits, int port_bits, int ports,
                          int vcs, int max_len, int unit_bytes, unsigned int in_units, unsigned int out_units,
                          const uint32_t *input_depth, const uint32_t *crossbar_depth, const uint32_t *output_depth,
                          const uint32_t *credits, const uint32_t *vc_map, unsigned int registered,
                          unsigned int arbiter, const uint32_t *vc_weight, const uint32_t *in_weight);

// Makes a block of another kind, "l1_link_tlb", "l2_link_tlb" or "l2_slice", in three steps: this call,
// flitlock_dpi_parameter for each parameter of its module, flitlock_dpi_complete. What does not agree is the status of
// every later call, as above; its first message is the one that counts. NULL as above.
//
//   handle = flitlock_dpi_create_block("bench.dut", "l1_link_tlb", FLITLOCK_DPI_ABI, layout);
//   flitlock_dpi_parameter(handle, "Vcs", 32, &four);              // and so on
//   flitlock_dpi_complete(handle, vector_bits, port_bits);         // FLITLOCK_OK: it can be stepped
void *flitlock_dpi_create_block(const char *name, const char *kind, int abi, const uint32_t *layout);
// A parameter with the name, the width and the packing that docs/rtl-interface.md says; `value` has room for
// FLITLOCK_DPI_PARAMETER_BITS. Where parameters have an element for each VC, Vcs comes before them. A static input of
// the module (cfg_slice_i) is given in the same way, after flitlock_dpi_complete too; another value than before resets
// the instance.
#define FLITLOCK_DPI_PARAMETER_BITS 4096
int flitlock_dpi_parameter(void *handle, const char *name, int bits, const uint32_t *value);
// After the last parameter. Every parameter must have been given, and all must go together.
int flitlock_dpi_complete(void *handle, int vector_bits, int port_bits);

// FLITLOCK_OK, or what keeps the instance from being stepped.
int flitlock_dpi_status(void *handle);

// Routers alone. Where the router is: bytes kind, gpu, mesh, node, exit_node, exit_port, client_port, switches,
// switch_port, three bytes of 0, then next, gpu_port, mesh_port of 256 bytes each: 6240 bits. Another route than before
// resets the instance.
#define FLITLOCK_DPI_ROUTE_BITS 6240
int flitlock_dpi_route(void *handle, const uint32_t *route);

// R-RST-1. The next step may have any cycle number.
int flitlock_dpi_reset(void *handle);

// The handle is dead afterwards, whatever is returned.
int flitlock_dpi_destroy(void *handle);

// ---- Per cycle

// One clock edge: `in` is what the ports carry before it, `out` what they carry after it. `cycle` counts up by one from
// step to step. A vector has, from bit 0, for P ports, V VCs, units of U bits:
//   valid    P bits, filled up to a multiple of 32, bit p of port p
//   credit   2 * V * P bits, filled up to a multiple of 32: out_credit_i in `in`, in_credit_o in `out`
//   header   224 * P bits
//   payload  2 * U * P bits
// FLITLOCK_E_PROTOCOL: the sender broke the contract (R-IN-2), said once for each reset; `out` is valid all the same.
// After any other failure `out` is 0.
int flitlock_dpi_step(void *handle, unsigned long long cycle, const uint32_t *in, uint32_t *out);

// Says in messages how the outputs of an RTL block differ from those of the golden one: port, lane, field, both
// values, rule. FLITLOCK_E_MISMATCH, or FLITLOCK_OK if they do not differ.
int flitlock_dpi_compare(void *handle, unsigned long long cycle, const uint32_t *golden, const uint32_t *rtl);

// ---- Errors

// The oldest message that has not been read, "" when there is none; never NULL. The text lives until the next call for
// this handle. A bad handle has a fixed text, that of its status.
const char *flitlock_dpi_error(void *handle);

#ifdef __cplusplus
}
#endif
#endif
