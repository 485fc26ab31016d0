// SPDX-License-Identifier: Apache-2.0
// What arrives at the ports of a slice: flits become requests and fills; protocol errors of R-L2S-PORT-10.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "l2/map.h"
#include "l2/state.h"

void flitlock_l2_report(struct flitlock_block *s, uint64_t cycle, const char *port, const char *format, ...) {
  if (s->error.status != FLITLOCK_OK) return;
  char what[1024];
  va_list arguments;
  va_start(arguments, format);
  if (vsnprintf(what, sizeof what, format, arguments) < 0) what[0] = '\0';
  va_end(arguments);
  flitlock_fail(&s->error, FLITLOCK_E_PROTOCOL, "cycle %" PRIu64 ": L2 slice %s port %s: %s", cycle, s->name, port,
                what);
}

// Sectors of a half with a byte in `mask`.
static uint8_t touched(uint64_t mask, unsigned half) {
  unsigned two = ((uint32_t)mask != 0 ? 1U : 0U) | (mask >> 32 != 0 ? 2U : 0U);
  return (uint8_t)(two << 2 * half);
}

void flitlock_l2_request_reach(struct flitlock_l2_request *request) {
  unsigned first = (unsigned)(request->addr % FLITLOCK_L2_HALF_BYTES);
  if (request->operation != FLITLOCK_L2_WRITE) {
    uint64_t run = request->bytes >= FLITLOCK_L2_HALF_BYTES ? UINT64_MAX : (1ULL << request->bytes) - 1U;
    request->mask = run << first;
  }
  request->sectors = touched(request->mask, request->addr / FLITLOCK_L2_HALF_BYTES % 2);
}

static void decode(const struct flitlock_flit *flit, struct flitlock_l2_request *request) {
  struct flitlock_l2_command command = {0};
  if (flit->payload != NULL) flitlock_l2_command_unpack(&command, flit->payload);
  request->atomic = command.code & 7U;
  request->size = command.code >= FLITLOCK_L2_CODE_ATOMIC64 ? 8 : 4;
  request->mask = command.mask;
  request->operand = command.operand;
  request->compare = command.compare;
  if (flit->op == FLITLOCK_OP_READ_REQ) {
    request->operation = command.code == FLITLOCK_L2_CODE_PLAIN ? FLITLOCK_L2_READ : FLITLOCK_L2_ATOMIC;
    return;
  }
  request->operation = command.code == FLITLOCK_L2_CODE_FLUSH        ? FLITLOCK_L2_FLUSH
                       : command.code == FLITLOCK_L2_CODE_INVALIDATE ? FLITLOCK_L2_INVALIDATE
                                                                     : FLITLOCK_L2_WRITE;
  if (request->operation == FLITLOCK_L2_WRITE && flit->payload != NULL)
    memcpy(request->data, flit->payload + FLITLOCK_L2_HALF_BYTES, FLITLOCK_L2_HALF_BYTES);
}

// R-L2S-PORT-2. NULL: the request is in order.
static const char *wrong_form(const struct flitlock_flit *flit, const struct flitlock_l2_request *request) {
  if (flit->payload == NULL) return "R-FL-1: a flit without payload";
  unsigned code = flit->payload[8];
  if (flit->vc != 0 || !flit->head || !flit->tail || flit->seq != 0 || flit->len != flit->units)
    return "R-L2S-PORT-1: a message is one flit on VC 0";
  if (flit->op > FLITLOCK_OP_READ_REQ) return "R-L2S-PORT-2: a response on the port for requests";
  if (flit->units != (request->operation == FLITLOCK_L2_WRITE ? 2 : 1)) return "R-L2S-PORT-2: wrong number of units";
  if (flit->op == FLITLOCK_OP_WRITE_REQ)
    return code > FLITLOCK_L2_CODE_INVALIDATE ? "R-L2S-PORT-2: unknown code of a write request" : NULL;
  unsigned first = (unsigned)(flit->addr % FLITLOCK_L2_HALF_BYTES);
  if (request->operation == FLITLOCK_L2_READ)
    return flit->bytes == 0 || first + flit->bytes > FLITLOCK_L2_HALF_BYTES
               ? "R-L2S-PORT-2: a read that is not within a half"
               : NULL;
  if ((code & ~7U) != FLITLOCK_L2_CODE_ATOMIC32 && (code & ~7U) != FLITLOCK_L2_CODE_ATOMIC64)
    return "R-L2S-PORT-2: unknown code of a read request";
  if (flit->bytes != request->size || first % request->size != 0)
    return "R-L2S-PORT-2: an atomic of wrong size or alignment";
  return NULL;
}

static void report_flit(struct flitlock_block *s, uint64_t cycle, const char *port, const char *what,
                        const struct flitlock_flit *flit) {
  char text[320];
  flitlock_flit_print(flit, text, sizeof text);
  flitlock_l2_report(s, cycle, port, "%s; flit %s", what, text);
}

void flitlock_l2_receive_request(struct flitlock_block *s, uint64_t cycle, const struct flitlock_flit *flit,
                                 struct flitlock_l2_request *request) {
  request->addr = flit->addr;
  request->src = flit->src;
  request->dst = flit->dst;
  request->id = flit->id;
  request->birth = flit->birth;
  request->bytes = flit->bytes;
  decode(flit, request);
  const char *wrong = wrong_form(flit, request);
  // What a wrong read would read beyond its half is not there.
  unsigned most = FLITLOCK_L2_HALF_BYTES - (unsigned)(flit->addr % FLITLOCK_L2_HALF_BYTES);
  if (wrong != NULL && request->bytes > most) request->bytes = (uint16_t)most;
  flitlock_l2_request_reach(request);
  const struct flitlock_l2_place place = flitlock_l2_split(&s->params.map, flit->addr);
  request->set = place.set;
  request->tag = (uint32_t)place.tag;
  if (!s->params.checks) return;
  bool placed = request->operation < FLITLOCK_L2_FLUSH;
  if (wrong == NULL && placed && (place.slice != s->params.slice || flit->addr >> FLITLOCK_L2_ADDR_BITS != 0))
    wrong = "R-L2S-PORT-10: a request of another slice";
  if (wrong != NULL) report_flit(s, cycle, "req", wrong, flit);
}

void flitlock_l2_receive_fill(struct flitlock_block *s, uint64_t cycle, const struct flitlock_flit *flit,
                              struct flitlock_l2_fill *fill) {
  fill->addr = flit->addr;
  fill->id = flit->id;
  fill->birth = flit->birth;
  unsigned sector = (unsigned)(flit->addr / FLITLOCK_L2_SECTOR_BYTES % FLITLOCK_L2_SECTORS);
  fill->sectors = (uint8_t)((flit->bytes == FLITLOCK_L2_HALF_BYTES ? 3U : 1U) << sector & 15U);
  if (flit->payload != NULL)
    memcpy(fill->data, flit->payload, sizeof fill->data);
  else
    memset(fill->data, 0, sizeof fill->data);
  const char *wrong = NULL;
  const struct flitlock_l2_place place = flitlock_l2_split(&s->params.map, flit->addr);
  const struct flitlock_l2_mshr *mshr = flit->id < s->params.mshrs ? &s->mshr[flit->id] : NULL;
  if (mshr == NULL || !mshr->live) {
    wrong = "R-L2S-PORT-10: a fill for an MSHR that is not live";
  } else if (s->params.checks) {
    const struct flitlock_l2_set *set = flitlock_l2_set_of(s, mshr->set);
    if (place.slice != s->params.slice || place.set != mshr->set || place.tag != flitlock_l2_tags(set)[mshr->way])
      wrong = "R-L2S-PORT-10: a fill of another line than the MSHR's";
    else if ((fill->sectors & ~(unsigned)flitlock_l2_pending(s, set)[mshr->way]) != 0)
      wrong = "R-L2S-PORT-10: a fill of a sector that is not pending";
  }
  if (wrong != NULL) report_flit(s, cycle, "mem_rsp", wrong, flit);
}
