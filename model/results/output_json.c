// SPDX-License-Identifier: Apache-2.0
#include "results/output_json.h"

#include "results/output.h"

int flitlock_output_json(json_t *root, unsigned digits, const char *what, const char *path,
                         struct flitlock_error *error) {
  if (root == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for %s in JSON", what);
  struct flitlock_output output;
  int status = flitlock_output_open(&output, path, error);
  if (status == FLITLOCK_OK) {
    const int whole = json_dumpf(root, output.file, JSON_INDENT(2) | JSON_REAL_PRECISION(digits)) == 0;
    fputc('\n', output.file);
    // What cannot be written is remembered by the stream and reported as it is committed.
    if (whole || ferror(output.file)) {
      status = flitlock_output_commit(&output, error);
    } else {
      flitlock_output_abort(&output);
      status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for %s in JSON", what);
    }
  }
  json_decref(root);
  return status;
}
