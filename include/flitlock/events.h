// SPDX-License-Identifier: Apache-2.0
// Event logs: every flit and credit of every channel, as presented by its sender. Format: docs/events.md.
//
// Plain C for any host: a SystemC or SystemVerilog host writes a log with the writer below, and `flitlock diff`
// compares it with the log of another host. For example
//
//   struct flitlock_events_info info = {.seed = 1, .unit_bytes = 64, .channels = 2, .channel = names};
//   flitlock_event_writer_open("run.events", &info, &writer, &error);
//   flitlock_event_writer_flit(writer, cycle, channel, &flit);     // in any order within a cycle
//   flitlock_event_writer_credit(writer, cycle, channel, word);
//   flitlock_event_writer_close(writer, &error);                   // reports what failed on the way, a full disk too
#ifndef FLITLOCK_EVENTS_H
#define FLITLOCK_EVENTS_H

#include <stddef.h>
#include <stdint.h>

#include "flitlock/flit.h"
#include "flitlock/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FLITLOCK_EVENTS_VERSION 1

// What a log says about itself in its header. Logs are comparable when their channel names are the same in number and
// order (R-POD-4).
struct flitlock_events_info {
  uint64_t seed;
  uint64_t config_hash;  // 0: not known
  uint32_t unit_bytes;
  uint32_t channels;
  const char *const *channel;  // [channels], names
  const char *producer;        // host that wrote it; NULL: "flitlock"
};

enum flitlock_event_kind { FLITLOCK_EVENT_FLIT = 0, FLITLOCK_EVENT_CREDIT = 1 };

struct flitlock_event {
  uint64_t cycle;  // of the edge after which the sender presented it
  uint32_t channel;
  uint8_t kind;               // enum flitlock_event_kind
  uint32_t credit;            // credit: the word, 2 bits for each VC
  uint32_t payload_hash;      // flit: XXH32 (seed 0) of its `units * unit_bytes` payload bytes; 0 without a payload
  struct flitlock_flit flit;  // flit: the header, `payload` is NULL
};

// ---- Writer

struct flitlock_event_writer;

// Everything in `info` is copied. E_OUTPUT, E_USAGE, E_NO_MEMORY.
int flitlock_event_writer_open(const char *path, const struct flitlock_events_info *info,
                               struct flitlock_event_writer **writer, struct flitlock_error *error);
// Cycles must not go back; within a cycle the order of calls is free, and a channel has at most one flit and one credit
// word (a second one, or a cycle in the past: E_USAGE). A credit word of 0 is no event. The first failure stays: later
// calls return it again and write nothing.
int flitlock_event_writer_flit(struct flitlock_event_writer *writer, uint64_t cycle, uint32_t channel,
                               const struct flitlock_flit *flit);
int flitlock_event_writer_credit(struct flitlock_event_writer *writer, uint64_t cycle, uint32_t channel, uint32_t word);
// Hands finished cycles to the operating system, so that they survive the end of the process.
int flitlock_event_writer_flush(struct flitlock_event_writer *writer);
// Ends the log and frees the writer. Returns the first failure of the whole log. NULL is allowed.
int flitlock_event_writer_close(struct flitlock_event_writer *writer, struct flitlock_error *error);

// ---- Reader

struct flitlock_event_reader;

int flitlock_event_reader_open(const char *path, struct flitlock_event_reader **reader, struct flitlock_error *error);
// Lives as long as the reader.
const struct flitlock_events_info *flitlock_event_reader_info(const struct flitlock_event_reader *reader);
// The next event, in the order of (cycle, channel, flit before credit). At the end `*got` is 0.
int flitlock_event_reader_next(struct flitlock_event_reader *reader, struct flitlock_event *event, int *got,
                               struct flitlock_error *error);
// 1 when the end was reached and the log was cut off there (its writer was killed, the disk was full, ...).
int flitlock_event_reader_truncated(const struct flitlock_event_reader *reader);
void flitlock_event_reader_close(struct flitlock_event_reader *reader);

// ---- Both

// Writes one event as text into `buffer` (terminated), without the cycle and channel; returns the length that was
// needed, as snprintf does.
int flitlock_event_print(const struct flitlock_event *event, char *buffer, size_t size);
// The log as text: the header, one line an event, the number of events. `line` is called for each line (without its
// end); a non-zero answer ends the dump with FLITLOCK_OK. A log that is cut off is dumped up to there: E_INPUT.
int flitlock_events_dump(const char *path, int (*line)(void *self, const char *text), void *self,
                         struct flitlock_error *error);

#ifdef __cplusplus
}
#endif
#endif
