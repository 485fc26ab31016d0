// SPDX-License-Identifier: Apache-2.0
// What the chunks of a collective hold, symbolically: whose data, of which position, added up. Executing a schedule on
// this shows that an all-reduce really leaves every GPU with every contribution, once.
#ifndef FLITLOCK_WORKLOAD_MSCCL_DATA_H
#define FLITLOCK_WORKLOAD_MSCCL_DATA_H

#include "workload/msccl_schedule.h"

// A content is a position in the whole buffer and the set of GPUs whose data of this position was added up.
struct msccl_data {
  const struct msccl_schedule *schedule;
  int in_place;        // input and output are one buffer
  uint32_t positions;  // of the collective's buffer, in chunks
  uint64_t bytes;      // of the collective's buffer
  uint32_t words;      // of a set
  uint32_t cells;      // chunks of all buffers of all GPUs; contents of transfers come after them
  uint32_t contents;   // all
  uint32_t *first;     // [gpus]: cell of each GPU's first chunk
  uint32_t *position;  // [contents]
  uint64_t *set;       // [contents * words]
  char problem[400];   // the first step that read or added what makes no sense; empty: none
};

// Chunks of the whole buffer, R-docs: all-reduce, all-to-all and reduce-scatter i_chunks, all-gather gpus * i_chunks.
// E_INPUT when the chunk counts of the GPUs do not fit together. Numbers the contents of the schedule's transfers.
int msccl_data_create(struct msccl_schedule *schedule, uint64_t bytes, struct msccl_data *data,
                      struct flitlock_error *error);
void msccl_data_free(struct msccl_data *data);
// Puts every GPU's input in place. E_INPUT when a step refers to a chunk that does not exist.
int msccl_data_start(struct msccl_data *data, int in_place, struct flitlock_error *error);
// The effect of a step: what it received (if it does) has come, what it sends (if it does) is taken from the buffers.
void msccl_data_step(struct msccl_data *data, uint32_t tb, uint32_t step);
// Bytes of what a transfer carries.
uint64_t msccl_data_transfer_bytes(const struct msccl_data *data, uint32_t transfer);
// Every GPU's output is what the collective promises: E_MISMATCH and which chunk is not.
int msccl_data_verify(const struct msccl_data *data, struct flitlock_error *error);

#endif
