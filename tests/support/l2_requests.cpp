// SPDX-License-Identifier: Apache-2.0
#include "support/l2_requests.h"

#include <cstring>

namespace flitlock_test {

L2Requests::L2Requests(const L2Traffic &traffic, const flitlock_l2_slice_params &params)
    : traffic_(traffic), random_(traffic.seed) {
  const flitlock_l2_map &map = params.map;
  const unsigned tag_bits = FLITLOCK_L2_ADDR_BITS - 7U - map.low_bits - map.set_bits;
  for (unsigned n = 0; n < traffic.lines; n++) {
    // Tags near each other, and tags of all bits.
    const bool near = below(2) != 0;
    flitlock_l2_place place = {params.slice, 0, 0};
    place.set = static_cast<uint32_t>(n % 2 == 0 ? n / 2 % traffic.sets * 7 % map.sets : below(map.sets));
    uint64_t address = 0;
    do
      place.tag = near ? below(256) : below(uint64_t{1} << tag_bits);
    while (flitlock_l2_map_join(&map, &place, &address) == 0);
    lines_.push_back(address);
  }
}

L2Request L2Requests::next(FlatMemory &memory, uint32_t number, uint64_t cycle) {
  L2Request request{};
  flitlock_l2_command command{};
  flitlock_flit &flit = request.flit;
  flit.head = flit.tail = flit.units = flit.len = 1;
  flit.src = static_cast<uint32_t>(random_());
  flit.dst = static_cast<uint32_t>(random_());
  flit.id = number;
  flit.birth = static_cast<uint32_t>(cycle);
  if (run_left_ == 0 && traffic_.run && below(traffic_.run) == 0) {
    run_left_ = static_cast<unsigned>(2 + below(12));
    run_atomics_ = below(3) != 0;
    run_address_ = lines_[below(lines_.size())] + 8 * below(16);
  }
  flit.addr = run_left_ ? run_address_ : lines_[below(lines_.size())] + below(128);
  const uint64_t share = below(traffic_.reads + traffic_.writes + traffic_.atomics);
  if (traffic_.flush && below(traffic_.flush) == 0)
    flush(request, command);
  else if ((run_left_ && run_atomics_) || share >= traffic_.reads + traffic_.writes)
    atomic(request, command, memory);
  else if (share >= traffic_.reads)
    write(request, command);
  else
    read(request);
  if (run_left_) run_left_--;
  flitlock_l2_command_pack(&command, request.payload.data());
  request.access.address = flit.addr;
  request.access.bytes = flit.bytes;
  request.access.source = flit.src;
  request.access.mask = command.mask;
  request.access.operand = command.operand;
  request.access.compare = command.compare;
  request.access.atomic = command.code & 7U;
  request.code = command.code;
  return request;
}

void L2Requests::read(L2Request &request) {
  request.access.operation = FLITLOCK_L2_READ;
  request.flit.op = FLITLOCK_OP_READ_REQ;
  if (below(3) == 0) request.flit.addr &= ~uint64_t{31};
  const unsigned first = request.flit.addr % 64;
  request.flit.bytes = static_cast<uint16_t>(below(3) ? 1 + below(64 - first) : first % 32 ? 1 : 32);
}

void L2Requests::write(L2Request &request, flitlock_l2_command &command) {
  request.access.operation = FLITLOCK_L2_WRITE;
  request.flit.op = FLITLOCK_OP_WRITE_REQ;
  request.flit.units = request.flit.len = 2;
  request.flit.bytes = static_cast<uint16_t>(below(4096));  // is not looked at
  const uint64_t masks[] = {~uint64_t{0},
                            0xFFFFFFFF,
                            0xFFFFFFFF00000000,
                            random_(),
                            random_() & random_() & random_(),
                            uint64_t{1} << below(64),
                            0};
  command.mask = masks[below(std::size(masks))];
  for (unsigned k = 64; k < 128; k++)
    request.payload[k] = static_cast<uint8_t>(random_());
}

void L2Requests::atomic(L2Request &request, flitlock_l2_command &command, FlatMemory &memory) {
  request.access.operation = FLITLOCK_L2_ATOMIC;
  request.flit.op = FLITLOCK_OP_READ_REQ;
  const unsigned size = below(2) ? 8 : 4;
  request.flit.bytes = static_cast<uint16_t>(size);
  request.flit.addr -= request.flit.addr % size;
  command.code = static_cast<uint8_t>((size == 8 ? FLITLOCK_L2_CODE_ATOMIC64 : FLITLOCK_L2_CODE_ATOMIC32) + below(8));
  command.operand = below(4) ? random_() : below(4) ? below(4) : ~uint64_t{0};
  command.compare = random_();
  if (below(2))
    for (unsigned k = 0; k < size; k++) {
      command.compare &= ~(uint64_t{255} << 8 * k);
      command.compare |= uint64_t{memory.Get(request.flit.addr + k)} << 8 * k;
    }
}

void L2Requests::flush(L2Request &request, flitlock_l2_command &command) {
  const bool invalidate = below(2) != 0;
  request.access.operation = invalidate ? FLITLOCK_L2_INVALIDATE : FLITLOCK_L2_FLUSH;
  request.flit.op = FLITLOCK_OP_WRITE_REQ;
  request.flit.addr = random_();  // these two are not looked at
  request.flit.bytes = static_cast<uint16_t>(below(4096));
  command.code = invalidate ? FLITLOCK_L2_CODE_INVALIDATE : FLITLOCK_L2_CODE_FLUSH;
}

}  // namespace flitlock_test
