// SPDX-License-Identifier: Apache-2.0
// Where the chunks of a collective lie in the memory of a GPU.
#ifndef FLITLOCK_WORKLOAD_MSCCL_LAYOUT_H
#define FLITLOCK_WORKLOAD_MSCCL_LAYOUT_H

#include "workload/msccl_data.h"

struct msccl_layout {
  uint64_t chunk;    // bytes from one chunk to the next
  uint64_t base[3];  // by enum msccl_buffer; each begins at a multiple of 2 MiB
  uint64_t size;     // bytes from 0 to the end of the last buffer
};

// The same for all GPUs. Chunks begin at multiples of `alignment` from their buffer on.
void msccl_layout_make(const struct msccl_schedule *schedule, const struct msccl_data *data, int in_place,
                       uint64_t alignment, struct msccl_layout *layout);
// Where the data of a transfer land: the destination of the receiving step, or what it adds them to.
uint64_t msccl_layout_landing(const struct msccl_layout *layout, const struct msccl_schedule *schedule,
                              const struct msccl_transfer *transfer);

#endif
