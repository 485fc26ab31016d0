// SPDX-License-Identifier: Apache-2.0
#include "workload/msccl_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EMPTY UINT32_MAX         // nothing was written here
#define MIXED (UINT32_MAX - 1U)  // a sum that makes no sense

static uint32_t main_chunks(const struct msccl_data *d, uint32_t gpu) {
  const struct msccl_gpu *g = &d->schedule->gpu[gpu];
  uint32_t both = g->i_chunks + g->o_chunks;
  return both > d->positions ? both : d->positions;  // enough in place, too
}

// Chunks of every GPU's output.
static uint32_t output_chunks(const struct msccl_data *d) {
  // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): msccl_xml.c refuses a file without a GPU
  return d->schedule->collective == MSCCL_REDUCE_SCATTER ? d->positions / d->schedule->gpus : d->positions;
}

// --- Places ---

// Chunks that a buffer has.
static uint32_t buffer_chunks(const struct msccl_data *d, uint32_t gpu, int buffer) {
  const struct msccl_gpu *g = &d->schedule->gpu[gpu];
  if (buffer == MSCCL_SCRATCH) return g->s_chunks;
  if (buffer == MSCCL_INPUT) return g->i_chunks;
  if (!d->in_place) return g->o_chunks;
  return output_chunks(d);
}

static uint32_t cell(const struct msccl_data *d, uint32_t gpu, int buffer, uint32_t offset) {
  const struct msccl_gpu *g = &d->schedule->gpu[gpu];
  uint32_t first = d->first[gpu];
  if (buffer == MSCCL_SCRATCH) return first + main_chunks(d, gpu) + offset;
  if (!d->in_place) return first + offset + (buffer == MSCCL_OUTPUT ? g->i_chunks : 0U);
  // One buffer: the smaller of the two lies where the GPU's own part is.
  if (buffer == MSCCL_INPUT && d->schedule->collective == MSCCL_ALLGATHER) return first + gpu * g->i_chunks + offset;
  if (buffer == MSCCL_OUTPUT && d->schedule->collective == MSCCL_REDUCE_SCATTER) {
    return first + gpu * (d->positions / d->schedule->gpus) + offset;
  }
  return first + offset;
}

static int check_place(const struct msccl_data *d, uint32_t tb, uint32_t number, struct msccl_place place,
                       struct flitlock_error *error) {
  static const char letters[] = "ios";
  const struct msccl_step *step = &d->schedule->tb[tb].step[number];
  uint32_t gpu = d->schedule->tb[tb].gpu;
  uint32_t chunks = buffer_chunks(d, gpu, place.buffer);
  if (place.offset < chunks && step->count <= chunks - place.offset) return FLITLOCK_OK;
  char where[256];
  return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: chunks %d to %d of buffer %c, which has %u chunks on GPU %u",
                       msccl_step_where(d->schedule, tb, number, where, sizeof where), (int)place.offset,
                       (int)(place.offset + step->count) - 1, letters[place.buffer], chunks, gpu);
}

static int check_places(const struct msccl_data *d, struct flitlock_error *error) {
  for (uint32_t t = 0; t < d->schedule->tbs; t++) {
    for (uint32_t k = 0; k < d->schedule->tb[t].steps; k++) {
      const struct msccl_step *step = &d->schedule->tb[t].step[k];
      int status = FLITLOCK_OK;
      if (msccl_step_has_source(step->type)) status = check_place(d, t, k, step->src, error);
      if (status == FLITLOCK_OK && msccl_step_has_destination(step->type)) {
        status = check_place(d, t, k, step->dst, error);
      }
      if (status != FLITLOCK_OK) return status;
    }
  }
  return FLITLOCK_OK;
}

// --- Contents ---

static uint64_t *set_of(const struct msccl_data *d, uint32_t content) { return &d->set[(size_t)content * d->words]; }

static void copy_content(struct msccl_data *d, uint32_t to, uint32_t from) {
  d->position[to] = d->position[from];
  memmove(set_of(d, to), set_of(d, from), d->words * sizeof *d->set);
}

static void note_problem(struct msccl_data *d, uint32_t tb, uint32_t step, const char *what) {
  if (d->problem[0]) return;
  char where[256];
  snprintf(d->problem, sizeof d->problem, "%s %s", msccl_step_where(d->schedule, tb, step, where, sizeof where), what);
}

// to = to + from.
static void add_content(struct msccl_data *d, uint32_t to, uint32_t from, uint32_t tb, uint32_t step) {
  uint64_t *a = set_of(d, to);
  const uint64_t *b = set_of(d, from);
  uint64_t overlap = 0;
  if (d->position[to] == EMPTY || d->position[from] == EMPTY) {
    note_problem(d, tb, step, "adds a chunk that nothing has written yet");
    d->position[to] = MIXED;
  } else if (d->position[to] != d->position[from]) {
    note_problem(d, tb, step, "adds chunks of different positions");
    d->position[to] = MIXED;
  } else {
    for (uint32_t w = 0; w < d->words; w++)
      overlap |= a[w] & b[w];
    if (overlap) {
      note_problem(d, tb, step, "adds a contribution that is in the sum already");
      d->position[to] = MIXED;
    }
  }
  for (uint32_t w = 0; w < d->words; w++)
    a[w] |= b[w];
}

void msccl_data_step(struct msccl_data *d, uint32_t tb, uint32_t number) {
  const struct msccl_step *step = &d->schedule->tb[tb].step[number];
  uint32_t gpu = d->schedule->tb[tb].gpu;
  for (uint32_t i = 0; i < step->count && step->type != MSCCL_NOP; i++) {
    uint32_t in = step->receive == MSCCL_NONE ? 0 : d->schedule->transfer[step->receive].first_content + i;
    uint32_t out = step->send == MSCCL_NONE ? 0 : d->schedule->transfer[step->send].first_content + i;
    uint32_t src = msccl_step_has_source(step->type) ? cell(d, gpu, step->src.buffer, step->src.offset + i) : 0;
    uint32_t dst = msccl_step_has_destination(step->type) ? cell(d, gpu, step->dst.buffer, step->dst.offset + i) : 0;
    switch (step->type) {
      case MSCCL_SEND:
        copy_content(d, out, src);
        break;
      case MSCCL_RECV:
        copy_content(d, dst, in);
        break;
      case MSCCL_RECV_COPY_SEND:
        copy_content(d, dst, in);
        copy_content(d, out, in);
        break;
      case MSCCL_RECV_REDUCE_COPY:  // `in` is read once only, so the sum may be made in its place
        add_content(d, in, src, tb, number);
        copy_content(d, dst, in);
        break;
      case MSCCL_RECV_REDUCE_SEND:
        add_content(d, in, src, tb, number);
        copy_content(d, out, in);
        break;
      case MSCCL_RECV_REDUCE_COPY_SEND:
        add_content(d, in, src, tb, number);
        copy_content(d, dst, in);
        copy_content(d, out, in);
        break;
      case MSCCL_COPY:
        copy_content(d, dst, src);
        break;
      case MSCCL_REDUCE:
        add_content(d, dst, src, tb, number);
        break;
      default:
        break;
    }
  }
}

// --- Sizes ---

// The remainder goes to the first positions, one byte each, so that all add up to the buffer.
static uint64_t chunk_bytes(const struct msccl_data *d, uint32_t position) {
  return d->bytes / d->positions + (position < d->bytes % d->positions);
}

uint64_t msccl_data_transfer_bytes(const struct msccl_data *d, uint32_t transfer) {
  const struct msccl_transfer *t = &d->schedule->transfer[transfer];
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < t->count; i++) {
    uint32_t position = d->position[t->first_content + i];
    bytes += chunk_bytes(d, position < d->positions ? position : d->positions - 1U);
  }
  return bytes;
}

// --- Start and end ---

// Position of chunk `offset` of a GPU's input.
static uint32_t input_position(const struct msccl_data *d, uint32_t gpu, uint32_t offset) {
  return d->schedule->collective == MSCCL_ALLGATHER ? gpu * d->schedule->gpu[gpu].i_chunks + offset : offset;
}

int msccl_data_start(struct msccl_data *d, int in_place, struct flitlock_error *error) {
  const struct msccl_schedule *s = d->schedule;
  d->in_place = in_place;
  d->problem[0] = '\0';
  for (uint32_t g = 0; g < s->gpus; g++) {
    if (in_place || s->gpu[g].o_chunks >= output_chunks(d)) continue;
    return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: o_chunks is %u on GPU %u, but the output of this %s has %u",
                         s->path, s->gpu[g].o_chunks, g, msccl_collective_name(s->collective), output_chunks(d));
  }
  int status = check_places(d, error);
  if (status != FLITLOCK_OK) return status;
  for (uint32_t c = 0; c < d->contents; c++)
    d->position[c] = EMPTY;
  memset(d->set, 0, (size_t)d->contents * d->words * sizeof *d->set);
  for (uint32_t g = 0; g < s->gpus; g++) {
    for (uint32_t k = 0; k < s->gpu[g].i_chunks; k++) {
      uint32_t c = cell(d, g, MSCCL_INPUT, k);
      d->position[c] = input_position(d, g, k);
      set_of(d, c)[g / 64U] |= (uint64_t)1 << g % 64U;
    }
  }
  return FLITLOCK_OK;
}

// What chunk `offset` of a GPU's output has to hold: a position, and one GPU's data of it (`*from`) or that of all
// (MSCCL_NONE).
static uint32_t expected(const struct msccl_data *d, uint32_t gpu, uint32_t offset, uint32_t *from) {
  uint32_t part = d->positions / d->schedule->gpus;
  *from = MSCCL_NONE;
  switch (d->schedule->collective) {
    case MSCCL_ALLGATHER:
      *from = offset / part;
      return offset;
    case MSCCL_ALLTOALL:
      *from = offset / part;
      return gpu * part + offset % part;
    case MSCCL_REDUCE_SCATTER:
      return gpu * part + offset;
    default:
      return offset;
  }
}

static int holds(const struct msccl_data *d, uint32_t content, uint32_t position, uint32_t from) {
  if (d->position[content] != position) return 0;
  for (uint32_t g = 0; g < d->schedule->gpus; g++) {
    int there = (set_of(d, content)[g / 64U] >> g % 64U & 1U) != 0;
    if (there != (from == MSCCL_NONE || from == g)) return 0;
  }
  return 1;
}

static void describe(const struct msccl_data *d, uint32_t content, char *text, size_t size) {
  if (d->position[content] == EMPTY) {
    snprintf(text, size, "nothing");
    return;
  }
  int used = d->position[content] == MIXED ? snprintf(text, size, "a mixture from GPUs")
                                           : snprintf(text, size, "chunk %u of GPUs", d->position[content]);
  for (uint32_t g = 0; g < d->schedule->gpus && used > 0 && (size_t)used < size; g++) {
    if (set_of(d, content)[g / 64U] >> g % 64U & 1U) {
      used += snprintf(text + used, size - (size_t)used, " %u", g);
    }
  }
}

int msccl_data_verify(const struct msccl_data *d, struct flitlock_error *error) {
  const struct msccl_schedule *s = d->schedule;
  uint32_t outputs = output_chunks(d);
  for (uint32_t g = 0; g < s->gpus; g++) {
    for (uint32_t k = 0; k < outputs; k++) {
      uint32_t from = MSCCL_NONE;
      uint32_t position = expected(d, g, k, &from);
      uint32_t c = cell(d, g, MSCCL_OUTPUT, k);
      if (holds(d, c, position, from)) continue;
      char found[200];
      char wanted[60] = "all GPUs";
      describe(d, c, found, sizeof found);
      if (from != MSCCL_NONE) snprintf(wanted, sizeof wanted, "GPU %u", from);
      return flitlock_fail(error, FLITLOCK_E_MISMATCH,
                           "%s: %s \"%s\" leaves output chunk %u of GPU %u with %s; it has to be chunk %u of %s%s%s",
                           s->path, msccl_collective_name(s->collective), s->name, k, g, found, position, wanted,
                           d->problem[0] ? ". First seen: " : "", d->problem);
    }
  }
  return FLITLOCK_OK;
}

// --- Lifecycle ---

static int count_positions(struct msccl_data *d, struct msccl_schedule *s, struct flitlock_error *error) {
  for (uint32_t g = 0; g < s->gpus; g++) {
    struct msccl_gpu *gpu = &s->gpu[g];
    // Files of in-place all-gathers may not count the input, which is a part of the output.
    if (s->collective == MSCCL_ALLGATHER && gpu->i_chunks == 0) gpu->i_chunks = gpu->o_chunks / s->gpus;
    if (gpu->i_chunks == 0 || gpu->i_chunks != s->gpu[0].i_chunks) {
      return flitlock_fail(error, FLITLOCK_E_INPUT,
                           "%s: i_chunks is %u on GPU %u and %u on GPU 0; it has to be equal, and not 0", s->path,
                           gpu->i_chunks, g, s->gpu[0].i_chunks);
    }
  }
  d->positions = s->gpu[0].i_chunks * (s->collective == MSCCL_ALLGATHER ? s->gpus : 1U);
  // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): msccl_xml.c refuses a file without a GPU
  if (s->collective != MSCCL_ALLREDUCE && d->positions % s->gpus != 0) {
    return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: %s of %u chunks does not divide among %u GPUs", s->path,
                         msccl_collective_name(s->collective), d->positions, s->gpus);
  }
  return FLITLOCK_OK;
}

int msccl_data_create(struct msccl_schedule *s, uint64_t bytes, struct msccl_data *d, struct flitlock_error *error) {
  memset(d, 0, sizeof *d);
  d->schedule = s;
  d->bytes = bytes;
  d->words = (s->gpus + 63U) / 64U;
  int status = count_positions(d, s, error);
  if (status != FLITLOCK_OK) return status;
  d->first = calloc(s->gpus, sizeof *d->first);
  if (!d->first) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", s->path);
  uint64_t total = 0;
  for (uint32_t g = 0; g < s->gpus; g++) {
    d->first[g] = (uint32_t)total;
    total += (uint64_t)main_chunks(d, g) + s->gpu[g].s_chunks;
  }
  d->cells = (uint32_t)total;
  for (uint32_t t = 0; t < s->transfers; t++) {
    s->transfer[t].first_content = (uint32_t)total;
    total += s->transfer[t].count;
  }
  if (total >= 1U << 28) {
    return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: %llu chunks in buffers and transfers; too many", s->path,
                         (unsigned long long)total);
  }
  d->contents = (uint32_t)total;
  d->position = calloc(total + 1U, sizeof *d->position);
  d->set = calloc((total + 1U) * d->words, sizeof *d->set);
  if (!d->position || !d->set) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", s->path);
  return FLITLOCK_OK;
}

void msccl_data_free(struct msccl_data *d) {
  free(d->first);
  free(d->position);
  free(d->set);
  memset(d, 0, sizeof *d);
}
