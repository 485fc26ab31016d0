// SPDX-License-Identifier: Apache-2.0
#include "scaleup/traffic.h"

#include <stdlib.h>
#include <string.h>

#define RANGE_ALIGNMENT ((uint64_t)2 << 20)  // R-SU-4

// --- Steps ---

static void push_work(struct scale_up_traffic *traffic, uint32_t step) { traffic->work[traffic->work_count++] = step; }

// An event of `step` happened; what waits for it may begin from `cycle` on.
static void happened(struct scale_up_traffic *traffic, uint32_t step, enum scale_up_event event, uint64_t cycle) {
  const uint32_t *first = traffic->first_after[event];
  for (uint32_t n = first[step]; n < first[step + 1]; n++) {
    uint32_t after = traffic->after[event][n];
    struct scale_up_step_state *state = &traffic->state[after];
    if (state->begin < cycle) state->begin = cycle;
    if (--state->waits == 0) push_work(traffic, after);
  }
}

static void add_due(struct scale_up_traffic *traffic, uint32_t step, uint64_t cycle) {
  uint32_t number = traffic->plan.step[step].gpu;
  struct scale_up_gpu_traffic *gpu = &traffic->gpu[number];
  if (gpu->dues == gpu->due_capacity) {
    uint32_t capacity = 2 * gpu->due_capacity + 64;
    struct scale_up_due *due = realloc(gpu->due, capacity * sizeof *due);
    if (due == NULL) {
      traffic->failed = 1;
      return;
    }
    gpu->due = due;
    gpu->due_capacity = capacity;
  }
  uint32_t at = gpu->dues++;
  for (; at > 0; at--) {
    const struct scale_up_due *before = &gpu->due[at - 1];
    if (before->cycle < cycle || (before->cycle == cycle && before->step < step)) break;
    gpu->due[at] = *before;
  }
  gpu->due[at] = (struct scale_up_due){cycle, step};
  traffic->wake(traffic->host, number, cycle);
}

// Starts what was found ready. A step that sends nothing is over at once, and may make others ready.
static void start_ready(struct scale_up_traffic *traffic) {
  while (traffic->work_count > 0) {
    uint32_t step = traffic->work[--traffic->work_count];
    uint64_t begin = traffic->state[step].begin;
    if (traffic->requests[step] > 0) {
      add_due(traffic, step, begin);
    } else {
      happened(traffic, step, SCALE_UP_ISSUED, begin);
      happened(traffic, step, SCALE_UP_DELIVERED, begin);
    }
  }
}

static void begin_step(struct scale_up_traffic *traffic, uint32_t step) {
  struct scale_up_gpu_traffic *gpu = &traffic->gpu[traffic->plan.step[step].gpu];
  for (uint32_t stream = traffic->first_stream[step]; stream < traffic->first_stream[step + 1]; stream++) {
    const struct scale_up_stream *s = &traffic->stream[stream];
    uint64_t first = s->begin / traffic->request_bytes;
    for (uint32_t n = 0; n < traffic->stations; n++) {
      // The first region of the stream that belongs to the station, R-SU-5.
      uint64_t region = first + (n + traffic->stations - first % traffic->stations) % traffic->stations;
      if (region * traffic->request_bytes >= s->end) continue;
      traffic->next_region[(size_t)stream * traffic->stations + n] = region;
      struct scale_up_station *station = &gpu->station[n];
      station->stream[station->count++] = stream;
    }
  }
}

uint64_t scale_up_traffic_begin(struct scale_up_traffic *traffic, uint32_t number, uint64_t cycle) {
  struct scale_up_gpu_traffic *gpu = &traffic->gpu[number];
  uint32_t begun = 0;
  while (begun < gpu->dues && gpu->due[begun].cycle <= cycle)
    begin_step(traffic, gpu->due[begun++].step);
  if (begun > 0) {
    gpu->dues -= begun;
    memmove(gpu->due, &gpu->due[begun], gpu->dues * sizeof *gpu->due);
  }
  return gpu->dues > 0 ? gpu->due[0].cycle : FLITLOCK_SLEEP;
}

// --- Requests ---

void scale_up_traffic_issue(struct scale_up_traffic *traffic, uint32_t gpu, uint32_t number, uint64_t cycle,
                            struct scale_up_request *request) {
  struct scale_up_station *station = &traffic->gpu[gpu].station[number];
  uint32_t stream = station->stream[station->turn];
  const struct scale_up_stream *s = &traffic->stream[stream];
  uint64_t *region = &traffic->next_region[(size_t)stream * traffic->stations + number];
  uint64_t from = *region * traffic->request_bytes;
  uint64_t to = from + traffic->request_bytes;
  if (from < s->begin) from = s->begin;
  if (to > s->end) to = s->end;
  *request = (struct scale_up_request){
      .addr = from, .bytes = (uint32_t)(to - from), .dst = s->dst, .stream = stream, .index = 0};
  if (traffic->follow && gpu == traffic->follow_src && s->dst == traffic->follow_dst)
    request->index = traffic->followed++;
  *region += traffic->stations;
  if (*region * traffic->request_bytes >= s->end) {
    station->count--;
    memmove(&station->stream[station->turn], &station->stream[station->turn + 1],
            (station->count - station->turn) * sizeof *station->stream);
  } else {
    station->turn++;
  }
  if (station->turn >= station->count) station->turn = 0;
  if (--traffic->state[s->step].to_issue == 0) {
    happened(traffic, s->step, SCALE_UP_ISSUED, cycle + 1);
    start_ready(traffic);
  }
}

void scale_up_traffic_delivered(struct scale_up_traffic *traffic, uint32_t stream, uint64_t cycle) {
  uint32_t step = traffic->stream[stream].step;
  struct scale_up_step_state *state = &traffic->state[step];
  if (state->delivered < cycle) state->delivered = cycle;
  if (--state->to_deliver == 0) {
    happened(traffic, step, SCALE_UP_DELIVERED, state->delivered + 1);
    start_ready(traffic);
  }
}

// --- Iterations ---

// `now`: the cycle in which this is known.
static void begin_iteration(struct scale_up_traffic *traffic, uint64_t now, uint64_t cycle) {
  traffic->iteration[traffic->finished].begin = cycle;
  if (traffic->announce != NULL) traffic->announce(traffic->host, traffic->finished, now, cycle);
  traffic->left = traffic->all;
  for (uint32_t n = 0; n < traffic->plan.steps; n++)
    traffic->state[n] = (struct scale_up_step_state){
        .to_issue = traffic->requests[n], .to_deliver = traffic->requests[n], .begin = cycle};
  for (uint32_t n = 0; n < traffic->plan.edges; n++)
    traffic->state[traffic->plan.edge[n].after].waits++;
  traffic->work_count = 0;
  // Those that wait for nothing; others are pushed as their last event comes. The stack gives them in order.
  for (uint32_t n = traffic->plan.steps; n-- > 0;)
    if (traffic->state[n].waits == 0) push_work(traffic, n);
  start_ready(traffic);
}

void scale_up_traffic_completed(struct scale_up_traffic *traffic, uint64_t cycle) {
  if (--traffic->left > 0) return;
  traffic->iteration[traffic->finished++].end = cycle;
  if (!scale_up_traffic_ended(traffic)) begin_iteration(traffic, cycle, cycle + 1 + traffic->gap + traffic->compute);
}

void scale_up_traffic_reset(struct scale_up_traffic *traffic) {
  traffic->finished = 0;
  traffic->followed = 0;
  for (uint32_t g = 0; g < traffic->gpus; g++) {
    traffic->gpu[g].dues = 0;
    for (uint32_t n = 0; n < traffic->stations; n++)
      traffic->gpu[g].station[n].count = traffic->gpu[g].station[n].turn = 0;
  }
  begin_iteration(traffic, 0, traffic->compute);
}

// --- Creation ---

static uint64_t npa(const struct scale_up_traffic *traffic, uint32_t src, uint32_t dst, uint64_t offset) {
  if (traffic->own_ranges) offset += src * traffic->range;
  return (uint64_t)dst << traffic->acc_lsb | offset;
}

static void cut_step(struct scale_up_traffic *traffic, uint32_t number) {
  const struct scale_up_step *step = &traffic->plan.step[number];
  traffic->first_stream[number] = traffic->streams;
  if (step->dst == SCALE_UP_NONE || step->bytes == 0) return;
  uint64_t begin = npa(traffic, step->gpu, step->dst, step->offset);
  // Pieces end at the borders of regions, so that no region is cut.
  uint64_t regions = (begin + step->bytes - 1) / traffic->request_bytes - begin / traffic->request_bytes + 1;
  traffic->requests[number] = (uint32_t)regions;
  traffic->all += regions;
  uint64_t parts = traffic->parts < regions ? traffic->parts : regions;
  for (uint64_t n = 0; n < parts; n++) {
    uint64_t first = (begin / traffic->request_bytes + regions * n / parts) * traffic->request_bytes;
    uint64_t last = (begin / traffic->request_bytes + regions * (n + 1) / parts) * traffic->request_bytes;
    struct scale_up_stream *stream = &traffic->stream[traffic->streams++];
    stream->step = number;
    stream->dst = step->dst;
    stream->begin = first > begin ? first : begin;
    stream->end = last < begin + step->bytes ? last : begin + step->bytes;
    traffic->gpu[step->gpu].streams++;
  }
}

// The steps that wait for each event, by the step that it is of.
static void list_waits(struct scale_up_traffic *traffic) {
  const struct scale_up_plan *plan = &traffic->plan;
  for (unsigned event = 0; event < 2; event++) {
    uint32_t *first = traffic->first_after[event];
    for (uint32_t n = 0; n < plan->edges; n++)
      if (plan->edge[n].event == event) first[plan->edge[n].before + 1]++;
    for (uint32_t n = 0; n < plan->steps; n++)
      first[n + 1] += first[n];
    // Filled from behind, so that `first` is right again afterwards.
    uint32_t *after = traffic->after[event];
    for (uint32_t n = 0; n < plan->edges; n++)
      if (plan->edge[n].event == event) after[first[plan->edge[n].before]++] = plan->edge[n].after;
    memmove(&first[1], &first[0], plan->steps * sizeof *first);
    first[0] = 0;
  }
}

static bool allocate_steps(struct scale_up_traffic *traffic) {
  size_t steps = traffic->plan.steps;
  size_t edges = traffic->plan.edges;
  traffic->first_stream = calloc(steps + 1, sizeof *traffic->first_stream);
  traffic->state = calloc(steps + 1, sizeof *traffic->state);
  traffic->requests = calloc(steps + 1, sizeof *traffic->requests);
  traffic->work = calloc(steps + 1, sizeof *traffic->work);
  traffic->stream = calloc(steps * traffic->parts + 1, sizeof *traffic->stream);
  traffic->gpu = calloc(traffic->gpus, sizeof *traffic->gpu);
  traffic->iteration = calloc(traffic->iterations, sizeof *traffic->iteration);
  for (unsigned event = 0; event < 2; event++) {
    traffic->after[event] = calloc(edges + 1, sizeof *traffic->after[event]);
    traffic->first_after[event] = calloc(steps + 2, sizeof *traffic->first_after[event]);
    if (traffic->after[event] == NULL || traffic->first_after[event] == NULL) return false;
  }
  return traffic->first_stream != NULL && traffic->state != NULL && traffic->requests != NULL &&
         traffic->work != NULL && traffic->stream != NULL && traffic->gpu != NULL && traffic->iteration != NULL;
}

static bool allocate_stations(struct scale_up_traffic *traffic) {
  traffic->next_region = calloc((size_t)traffic->streams * traffic->stations + 1, sizeof *traffic->next_region);
  if (traffic->next_region == NULL) return false;
  for (uint32_t g = 0; g < traffic->gpus; g++) {
    struct scale_up_gpu_traffic *gpu = &traffic->gpu[g];
    gpu->station = calloc(traffic->stations, sizeof *gpu->station);
    if (gpu->station == NULL) return false;
    for (uint32_t n = 0; n < traffic->stations; n++) {
      gpu->station[n].stream = calloc(gpu->streams + 1U, sizeof *gpu->station[n].stream);
      if (gpu->station[n].stream == NULL) return false;
    }
  }
  return true;
}

int scale_up_traffic_create(const struct flitlock_config *config, struct scale_up_traffic *traffic,
                            struct flitlock_error *error) {
  memset(traffic, 0, sizeof *traffic);
  traffic->gpus = config->pod.gpus;
  traffic->stations = config->scale_up.stations;
  traffic->request_bytes = config->scale_up.request_bytes;
  traffic->parts = config->collective.streams;
  traffic->acc_lsb = config->link_tlb.acc_lsb;
  traffic->own_ranges = config->collective.ranges == FLITLOCK_RANGES_OWN;
  traffic->gap = config->collective.gap;
  traffic->compute = config->collective.compute;
  traffic->iterations = config->collective.iterations;
  int status = scale_up_plan_create(config, &traffic->plan, error);
  if (status != FLITLOCK_OK) return status;
  traffic->range = (traffic->plan.buffer + RANGE_ALIGNMENT - 1) / RANGE_ALIGNMENT * RANGE_ALIGNMENT;
  if (!allocate_steps(traffic)) {
    scale_up_traffic_free(traffic);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the steps of the collective");
  }
  for (uint32_t n = 0; n < traffic->plan.steps; n++)
    cut_step(traffic, n);
  traffic->first_stream[traffic->plan.steps] = traffic->streams;
  list_waits(traffic);
  if (!allocate_stations(traffic)) {
    scale_up_traffic_free(traffic);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the streams of the collective");
  }
  if (traffic->all == 0) {
    scale_up_traffic_free(traffic);
    return flitlock_fail(error, FLITLOCK_E_VACUOUS,
                         "the collective sends nothing: collective.bytes is %llu for %u GPUs",
                         (unsigned long long)config->collective.bytes, config->pod.gpus);
  }
  return FLITLOCK_OK;
}

void scale_up_traffic_free(struct scale_up_traffic *traffic) {
  for (uint32_t g = 0; traffic->gpu != NULL && g < traffic->gpus; g++) {
    struct scale_up_gpu_traffic *gpu = &traffic->gpu[g];
    for (uint32_t n = 0; gpu->station != NULL && n < traffic->stations; n++)
      free(gpu->station[n].stream);
    free(gpu->station);
    free(gpu->due);
  }
  for (unsigned event = 0; event < 2; event++) {
    free(traffic->after[event]);
    free(traffic->first_after[event]);
  }
  free(traffic->first_stream);
  free(traffic->state);
  free(traffic->requests);
  free(traffic->work);
  free(traffic->stream);
  free(traffic->next_region);
  free(traffic->gpu);
  free(traffic->iteration);
  scale_up_plan_free(&traffic->plan);
  memset(traffic, 0, sizeof *traffic);
}
