// SPDX-License-Identifier: Apache-2.0
#include <jansson.h>

#include "cli/probe.h"
#include "results/output.h"

static json_t *masks_of(const struct flitlock_probe_table *table) {
  json_t *masks = json_array();
  for (unsigned n = 0; n < table->masks; n++) {
    json_t *bits = json_array();
    for (unsigned bit = 0; bit < 64; bit++)
      if (table->mask[n] >> bit & 1U) json_array_append_new(bits, json_integer(bit));
    json_array_append_new(masks, bits);
  }
  return masks;
}

static json_t *rows_of(const struct flitlock_probe_table *table) {
  json_t *rows = json_array();
  for (unsigned n = 0; n < table->rows; n++) {
    const struct flitlock_probe_row *row = &table->row[n];
    json_t *made = json_pack("{s:s, s:f}", "what", row->what, "value", row->value);
    if (row->is_point) json_object_set_new(made, "x", json_real(row->x));
    if (row->is_point && table->series > 0)
      json_object_set_new(made, "series", json_string(table->series_name[row->series]));
    json_array_append_new(rows, made);
  }
  return rows;
}

static json_t *make(const struct probe_report *report) {
  json_t *experiments = json_array();
  for (size_t n = 0; n < report->count; n++) {
    const struct flitlock_probe_table *table = &report->table[n];
    json_array_append_new(
        experiments,
        json_pack("{s:s, s:s, s:s, s:s, s:I, s:o, s:o}", "id", table->id, "name",
                  flitlock_probe_experiments[report->number[n]].name, "unit", table->unit, "x_unit", table->x_unit,
                  "accesses", (json_int_t)table->accesses, "rows", rows_of(table), "masks", masks_of(table)));
  }
  return json_pack("{s:s, s:s, s:s, s:I, s:o}", "config", report->config, "status",
                   flitlock_status_name(report->status), "profile", report->setting->profile.name, "seed",
                   (json_int_t)report->setting->seed, "experiments", experiments);
}

int probe_json(const struct probe_report *report, const char *path, struct flitlock_error *error) {
  json_t *root = make(report);
  if (root == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the experiments in JSON");
  struct flitlock_output output;
  int status = flitlock_output_open(&output, path, error);
  if (status == FLITLOCK_OK) {
    // What cannot be written is remembered by the stream and reported as it is committed.
    json_dumpf(root, output.file, JSON_INDENT(1));
    fputc('\n', output.file);
    status = flitlock_output_commit(&output, error);
  }
  json_decref(root);
  return status;
}
