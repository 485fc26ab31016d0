// SPDX-License-Identifier: Apache-2.0
// The log of a slice against another's, R-L2S-EV-1.
#include <cstring>

#include "support/l2_rig.h"

namespace flitlock_test {
namespace {

std::string print_entry(const L2Log::Entry &entry, bool event) {
  char text[1024];
  flitlock_flit_print(&entry.flit, text, sizeof text);
  std::string all = text;
  if (event) {
    flitlock_l2_event fields;
    flitlock_l2_event_unpack(&fields, entry.bytes.data());
    flitlock_l2_event_print(&fields, text, sizeof text);
    return all + " " + text;
  }
  all += " bytes ";
  for (const uint8_t byte : entry.bytes) {
    std::snprintf(text, sizeof text, "%02x", byte);
    all += text;
  }
  return all;
}

bool same_entry(const L2Log::Entry &a, const L2Log::Entry &b) {
  uint32_t of_a[FLITLOCK_HEADER_BITS / 32], of_b[FLITLOCK_HEADER_BITS / 32];
  flitlock_flit_pack(&a.flit, of_a);
  flitlock_flit_pack(&b.flit, of_b);
  return std::memcmp(of_a, of_b, sizeof of_a) == 0 && a.bytes == b.bytes;
}

std::string compare_lane(const char *lane, const std::vector<L2Log::Entry> &golden,
                         const std::vector<L2Log::Entry> &device) {
  const bool event = std::strcmp(lane, "event") == 0;
  for (size_t n = 0; n < golden.size() && n < device.size(); n++)
    if (!same_entry(golden[n], device[n]))
      return std::string(lane) + " " + std::to_string(n) + " differs:\n golden " + print_entry(golden[n], event) +
             "\n device " + print_entry(device[n], event);
  if (golden.size() == device.size()) return "";
  return std::string(lane) + ": golden presents " + std::to_string(golden.size()) + ", the device " +
         std::to_string(device.size());
}

}  // namespace

std::string compare_l2_logs(const L2Log &golden, const L2Log &device) {
  std::string difference = compare_lane("event", golden.event, device.event);
  if (difference.empty()) difference = compare_lane("rsp", golden.rsp, device.rsp);
  if (difference.empty()) difference = compare_lane("mem_req", golden.mem_req, device.mem_req);
  return difference;
}

}  // namespace flitlock_test
