// SPDX-License-Identifier: Apache-2.0
// L2 slices. Parameters: docs/rtl-interface.md; rules: specification chapter 9.
#include <stdio.h>

#include "dpi/kinds.h"

#define SLICE   struct flitlock_l2_slice_params
#define INTEGER FLITLOCK_DPI_INTEGER
#define LIST    FLITLOCK_DPI_LIST
#define INPUT   FLITLOCK_DPI_INPUT
#define ROWS    (sizeof(((SLICE *)NULL)->map.ms) / sizeof(((SLICE *)NULL)->map.ms[0]))

static const struct flitlock_dpi_parameter parameters[] = {
    INTEGER(SLICE, "LowBits", map.low_bits),
    INTEGER(SLICE, "SetBits", map.set_bits),
    INTEGER(SLICE, "Residue", map.residue),
    LIST(SLICE, "Ms", 64, ROWS, map.ms),
    LIST(SLICE, "Mh", 64, ROWS, map.mh),
    INTEGER(SLICE, "Ways", ways),
    INTEGER(SLICE, "Mshrs", mshrs),
    INTEGER(SLICE, "List", list),
    INTEGER(SLICE, "ReqDepth", req_depth),
    INTEGER(SLICE, "RspDepth", rsp_depth),
    INTEGER(SLICE, "OrderDepth", order_depth),
    INTEGER(SLICE, "FillDepth", fill_depth),
    INTEGER(SLICE, "RspCredits", rsp_credits),
    INTEGER(SLICE, "MemReqCredits", mem_req_credits),
    INTEGER(SLICE, "Events", events),
    INPUT(SLICE, "cfg_slice_i", 16, slice),
    INPUT(SLICE, "cfg_self_i", 32, self),
    INPUT(SLICE, "cfg_memory_i", 32, memory),
    INPUT(SLICE, "cfg_reserved_i", 6, reserved),
    INPUT(SLICE, "cfg_p_rand_i", 9, p_rand),
    INPUT(SLICE, "cfg_fetch_bytes_i", 8, fetch_bytes),
};

// Static inputs are whatever goes with every map and every size, until they are given.
static void defaults(union flitlock_dpi_params *params) {
  SLICE *slice = &params->l2_slice;
  flitlock_l2_slice_params_default(slice);
  slice->slice = slice->self = slice->memory = 0;
  slice->reserved = slice->p_rand = 0;
  slice->fetch_bytes = FLITLOCK_L2_SECTOR_BYTES;
}

// R-L2S-MAP-5. A number of bits that there cannot be is refused by the slice.
static void complete(union flitlock_dpi_params *params) {
  struct flitlock_l2_map *map = &params->l2_slice.map;
  map->slices = (map->residue == FLITLOCK_L2_R3_SLICE ? 3U : 1U) << (map->low_bits & 15U);
  map->sets = (map->residue == FLITLOCK_L2_R3_SET ? 3U : 1U) << (map->set_bits & 15U);
  map->ways = (uint8_t)params->l2_slice.ways;
  (void)snprintf(map->name, sizeof map->name, "SystemVerilog");
}

// The lane of `event` is there with Events 0, too.
static struct flitlock_dpi_sizes sizes(const union flitlock_dpi_params *params) {
  (void)params;
  return (struct flitlock_dpi_sizes){FLITLOCK_L2_PORTS, 1, FLITLOCK_L2_HALF_BYTES, 0, 0};
}

// R-L2S-EV-2: what was done, then the fields that differ.
static void shown(const struct flitlock_flit *flit, const struct flitlock_flit *other, char *text, size_t size) {
  static const char *const kinds[] = {"a new", "a fill", "a drained", "a step of"};
  static const char *const operations[] = {" read", " write", " atomic", " flush", " invalidate"};
  static const char *const outcomes[] = {": hit", ": sector miss", ": miss", ": merged"};
  struct flitlock_l2_event event = {0}, different = {0};
  flitlock_l2_event_unpack(&event, flit->payload);
  flitlock_l2_event_unpack(&different, other->payload);
  (void)snprintf(text, size, "%s%s%s", event.kind <= FLITLOCK_L2_FLUSHING ? kinds[event.kind] : "an unknown",
                 event.operation <= FLITLOCK_L2_INVALIDATE ? operations[event.operation] : "",
                 event.kind == FLITLOCK_L2_NEW && event.outcome <= FLITLOCK_L2_MERGED ? outcomes[event.outcome] : "");
#define ADD_FIELD(name, first, bytes, type) \
  if (event.name != different.name) flitlock_dpi_add(text, size, ", %s %llu", #name, (unsigned long long)event.name);
  FLITLOCK_L2_EVENT_FIELDS(ADD_FIELD)
#undef ADD_FIELD
}

const struct flitlock_dpi_kind flitlock_dpi_l2_slice = {
    .block = "L2 slice",
    .golden = &flitlock_l2_slice_golden,
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .defaults = defaults,
    .complete = complete,
    .sizes = sizes,
    .rules = flitlock_l2_slice_rules,
    .shows = "event",
    .shown = shown,
};
