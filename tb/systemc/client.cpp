// SPDX-License-Identifier: Apache-2.0
#include "systemc/client.h"

#include <cstring>

#include "dpi/vector.h"

namespace flitlock_sc {

ClientPins::ClientPins(flitlock_hosted *hosted, uint32_t block)
    : hosted_(hosted),
      number_(block),
      ops_(*flitlock_engine_block_ops(flitlock_pod_engine(flitlock_hosted_pod(hosted)), block)),
      block_(flitlock_engine_block(flitlock_pod_engine(flitlock_hosted_pod(hosted)), block)) {
  describe(ops_, block_, flitlock_pod_config(flitlock_hosted_pod(hosted))->pod.unit_bytes);
  if (ports() > planes) throw Error(FLITLOCK_E_CONFIG, "a client has a port for each plane");
}

int ClientPins::step(uint64_t cycle, const uint32_t *in, uint32_t *out, std::string *text) {
  const unsigned bits = 2 * vcs();
  flitlock_in sampled{0, 0, in_flit_.data(), in_credit_.data()};
  for (uint32_t p = 0; p < ports(); p++) {
    in_credit_[p] = flitlock_vector_get(in, lanes().credit + bits * p, bits);
    if (in_credit_[p] != 0 && has_out(p)) sampled.credit_valid |= uint64_t{1} << p;
    if (!(in[0] >> p & 1U) || !has_in(p)) continue;
    sampled.flit_valid |= uint64_t{1} << p;
    flitlock_flit_unpack(&in_flit_[p], in + lanes().header + FLITLOCK_DPI_HEADER_WORDS * p);
    in_flit_[p].payload = bytes_[p].data();
    std::memcpy(bytes_[p].data(), reinterpret_cast<const uint8_t *>(in) + lanes().payload + lanes().lane * p,
                lanes().lane);
  }
  flitlock_out presented{0, 0, out_flit_.data(), out_credit_.data()};
  int status = flitlock_hosted_client(hosted_, number_, cycle, &sampled, &presented);
  if (status != FLITLOCK_OK) *text = std::string("the event log: ") + flitlock_status_text(status);

  std::memset(out, 0, flitlock_vector_words(lanes().bits) * sizeof *out);
  out[0] = static_cast<uint32_t>(presented.flit_valid);
  for (uint32_t p = 0; p < ports(); p++) {
    if (presented.credit_valid >> p & 1U) flitlock_vector_or(out, lanes().credit + bits * p, bits, out_credit_[p]);
    if (!(presented.flit_valid >> p & 1U)) continue;
    flitlock_flit_pack(&out_flit_[p], out + lanes().header + FLITLOCK_DPI_HEADER_WORDS * p);
    std::memcpy(reinterpret_cast<uint8_t *>(out) + lanes().payload + lanes().lane * p, out_flit_[p].payload,
                size_t{out_flit_[p].units} * unit_bytes());
  }
  flitlock_error error{};
  if (status == FLITLOCK_OK && (status = ops_.check(block_, &error)) != FLITLOCK_OK) *text = error.text;
  return status;
}

}  // namespace flitlock_sc
