// SPDX-License-Identifier: Apache-2.0
#include "results/l2.h"

#include <inttypes.h>
#include <stddef.h>

// Counts of a slice by their names in files.
static const struct {
  const char *name;
  size_t offset;
} counts[] = {
#define COUNT(member) \
  { #member, offsetof(struct flitlock_l2_slice_result, member) }
    COUNT(reads),        COUNT(writes), COUNT(read_hits), COUNT(write_hits), COUNT(sector_misses), COUNT(read_misses),
    COUNT(write_misses), COUNT(merged), COUNT(evictions), COUNT(fetched),    COUNT(written_back)};
#define COUNTS (sizeof counts / sizeof counts[0])

static uint64_t count_of(const struct flitlock_l2_slice_result *slice, size_t number) {
  return *(const uint64_t *)(const void *)((const char *)slice + counts[number].offset);
}

static void put_counts(json_t *object, const struct flitlock_l2_slice_result *slice) {
  for (size_t n = 0; n < COUNTS; n++)
    json_object_set_new(object, counts[n].name, json_integer((json_int_t)count_of(slice, n)));
}

static json_t *latency_object(const struct flitlock_l2_results *results, unsigned write) {
  const int known = results->answered[write] > 0;
  return json_pack("{s:I, s:o, s:o, s:o}", "count", (json_int_t)results->answered[write], "mean",
                   known ? json_real(results->mean[write]) : json_null(), "min",
                   known ? json_integer((json_int_t)results->answered_least[write]) : json_null(), "max",
                   known ? json_integer((json_int_t)results->answered_most[write]) : json_null());
}

json_t *flitlock_l2_json(const struct flitlock_l2_results *results) {
  json_t *object = json_object(), *slices = json_array();
  put_counts(object, &results->all);
  json_object_set_new(object, "accesses_of_a_slice",
                      json_pack("{s:I, s:I}", "least", (json_int_t)results->least, "most", (json_int_t)results->most));
  json_object_set_new(object, "read_latency", latency_object(results, 0));
  json_object_set_new(object, "write_latency", latency_object(results, 1));
  for (uint32_t n = 0; n < results->slices_count; n++) {
    json_t *slice = json_pack("{s:s}", "name", results->slices[n].name);
    put_counts(slice, &results->slices[n]);
    json_array_append_new(slices, slice);
  }
  json_object_set_new(object, "slices", slices);
  return object;
}

void flitlock_l2_csv(FILE *file, const struct flitlock_l2_results *results) {
  fputs("slice", file);
  for (size_t n = 0; n < COUNTS; n++)
    fprintf(file, ",%s", counts[n].name);
  fputc('\n', file);
  for (uint32_t s = 0; s < results->slices_count; s++) {
    fputs(results->slices[s].name, file);
    for (size_t n = 0; n < COUNTS; n++)
      fprintf(file, ",%" PRIu64, count_of(&results->slices[s], n));
    fputc('\n', file);
  }
}

static double share(uint64_t part, uint64_t whole) { return whole > 0 ? 100 * (double)part / (double)whole : 0; }

void flitlock_l2_print(FILE *file, const struct flitlock_l2_results *results) {
  const struct flitlock_l2_slice_result *all = &results->all;
  fprintf(file,
          "\nL2: %" PRIu32 " slices, %" PRIu64 " accesses (%" PRIu64 " to %" PRIu64
          " a slice)\n"
          "  reads: %" PRIu64
          ", hits %.2f %%, sector misses %.2f %%, misses %.2f %%\n"
          "  writes: %" PRIu64
          ", hits %.2f %%, misses %.2f %%\n"
          "  reads and writes merged into misses under way: %" PRIu64
          "\n"
          "  lines replaced: %" PRIu64 "; bytes from memory: %" PRIu64 ", to memory: %" PRIu64 "\n",
          results->slices_count, all->reads + all->writes, results->least, results->most, all->reads,
          share(all->read_hits, all->reads), share(all->sector_misses, all->reads), share(all->read_misses, all->reads),
          all->writes, share(all->write_hits, all->writes), share(all->write_misses, all->writes), all->merged,
          all->evictions, all->fetched, all->written_back);
  for (unsigned write = 0; write < 2; write++) {
    if (results->answered[write] == 0) continue;
    fprintf(file, "  %s answered after %" PRIu64 " to %" PRIu64 " cycles, mean %.2f\n", write ? "writes" : "reads",
            results->answered_least[write], results->answered_most[write], results->mean[write]);
  }
  if (results->compared)
    fprintf(file, "  compared with a flat memory: %" PRIu64 " bytes read, %" PRIu64 " bytes written\n",
            results->compared_read, results->compared_written);
  else
    fputs("  not compared with a flat memory (check.invariants)\n", file);
}
