// SPDX-License-Identifier: Apache-2.0
// An MSCCL algorithm in memory: GPUs, their thread blocks, the steps of these, and the transfers that join a send to
// its receive. docs/workloads.md says what each means.
#ifndef FLITLOCK_WORKLOAD_MSCCL_SCHEDULE_H
#define FLITLOCK_WORKLOAD_MSCCL_SCHEDULE_H

#include <stdint.h>

#include "flitlock/status.h"

// name in the file, sends, receives, needs a source, needs a destination
#define MSCCL_STEP_TYPES(X)                    \
  X(NOP, "nop", 0, 0, 0, 0)                    \
  X(SEND, "s", 1, 0, 1, 0)                     \
  X(RECV, "r", 0, 1, 0, 1)                     \
  X(RECV_COPY_SEND, "rcs", 1, 1, 0, 1)         \
  X(RECV_REDUCE_COPY, "rrc", 0, 1, 1, 1)       \
  X(RECV_REDUCE_SEND, "rrs", 1, 1, 1, 0)       \
  X(RECV_REDUCE_COPY_SEND, "rrcs", 1, 1, 1, 1) \
  X(COPY, "cpy", 0, 0, 1, 1)                   \
  X(REDUCE, "re", 0, 0, 1, 1)

enum msccl_step_type {
#define MSCCL_STEP_ENUM(name, text, sends, receives, source, destination) MSCCL_##name,
  MSCCL_STEP_TYPES(MSCCL_STEP_ENUM)
#undef MSCCL_STEP_ENUM
      MSCCL_STEP_TYPE_COUNT
};

enum msccl_buffer { MSCCL_INPUT, MSCCL_OUTPUT, MSCCL_SCRATCH };

enum msccl_collective { MSCCL_ALLREDUCE, MSCCL_ALLGATHER, MSCCL_ALLTOALL, MSCCL_REDUCE_SCATTER };

#define MSCCL_NONE UINT32_MAX

struct msccl_place {
  uint8_t buffer;   // enum msccl_buffer
  uint32_t offset;  // chunks
};

struct msccl_step {
  uint8_t type;
  struct msccl_place src;
  struct msccl_place dst;
  uint32_t count;   // chunks
  uint32_t dep_tb;  // number among all thread blocks; MSCCL_NONE: no dependence
  uint32_t dep_step;
  uint32_t send;     // transfer it starts, MSCCL_NONE
  uint32_t receive;  // transfer it waits for, MSCCL_NONE
  int line;          // in the file
};

struct msccl_tb {
  uint32_t gpu;
  uint32_t id;  // in the file
  int32_t send_peer;
  int32_t recv_peer;
  uint32_t channel;
  struct msccl_step *step;  // [steps]
  uint32_t steps;
  int line;
};

struct msccl_gpu {
  uint32_t i_chunks, o_chunks, s_chunks;
  uint32_t first_tb;  // its thread blocks are first_tb .. first_tb + tbs - 1
  uint32_t tbs;
};

// A send and the receive it belongs to.
struct msccl_transfer {
  uint32_t src_tb, src_step;
  uint32_t dst_tb, dst_step;
  uint32_t count;          // chunks
  uint32_t first_content;  // its chunks are contents first_content .. of struct msccl_data (msccl_data.h)
  uint64_t bytes;
};

struct msccl_schedule {
  char *path;
  char *name;
  int collective;  // enum msccl_collective
  int in_place;    // the attributes; both 0 when the file does not say
  int out_of_place;
  struct msccl_gpu *gpu;  // [gpus]
  uint32_t gpus;
  struct msccl_tb *tb;  // [tbs], by GPU, then as in the file
  uint32_t tbs;
  struct msccl_transfer *transfer;  // [transfers]
  uint32_t transfers;
};

// Reads the file and checks that all it refers to exists. E_INPUT with file and line.
int msccl_schedule_read(const char *path, struct msccl_schedule *schedule, struct flitlock_error *error);
// Joins every send to its receive: in order, by (sender, receiver, channel). Sets `transfer` and the steps' numbers.
int msccl_schedule_match(struct msccl_schedule *schedule, struct flitlock_error *error);
void msccl_schedule_free(struct msccl_schedule *schedule);

const char *msccl_collective_name(int collective);
const char *msccl_step_name(int type);
int msccl_step_sends(int type);
int msccl_step_receives(int type);
int msccl_step_has_source(int type);
int msccl_step_has_destination(int type);

// "FILE:LINE: gpu 0 tb 1 step 2 (rrc)". Returns `buffer`.
char *msccl_step_where(const struct msccl_schedule *schedule, uint32_t tb, uint32_t step, char *buffer, size_t size);

#endif
