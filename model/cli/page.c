// SPDX-License-Identifier: Apache-2.0
#include "cli/page.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/project_file.h"
#include "results/output.h"

#define LIBRARY "node_modules/echarts/dist/echarts.min.js"

int cli_page_find_library(char *path, unsigned long size) { return cli_project_file(LIBRARY, R_OK, path, size); }

// JSON within a page must not end its element: "</script>" in a text is written with an escape that JSON knows.
static void put_json(FILE *file, const char *json) {
  for (; *json != '\0'; json++) {
    if (*json == '<') {
      fputs("\\u003c", file);
    } else {
      fputc(*json, file);
    }
  }
}

static int put_library(FILE *file, const char *path, struct flitlock_error *error) {
  FILE *library = fopen(path, "rb");
  if (library == NULL) return flitlock_fail(error, FLITLOCK_E_INPUT, "cannot read '%s': %s", path, strerror(errno));
  char block[65536];
  size_t size = 0, total = 0;
  while ((size = fread(block, 1, sizeof(block), library)) > 0)
    total += fwrite(block, 1, size, file);
  int failed = ferror(library);
  fclose(library);
  if (!failed && total > 0) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_INPUT, "cannot read '%s': %s", path, failed ? strerror(EIO) : "it is empty");
}

// The browser itself is told to load nothing from anywhere.
static int put_page(FILE *file, const char *json, const char *library, const char *script,
                    struct flitlock_error *error) {
  fputs(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
      "style-src 'unsafe-inline'; img-src data: blob:\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Flitlock "
      "report</title>\n<style>\n",
      file);
  fputs(cli_page_style, file);
  fputs("</style>\n</head>\n<body>\n<main id=\"page\"></main>\n<script type=\"application/json\" id=\"data\">", file);
  put_json(file, json);
  fputs("</script>\n<script>\n", file);
  int status = put_library(file, library, error);
  fputs("\n</script>\n<script>\n", file);
  fputs(script, file);
  fputs("</script>\n</body>\n</html>\n", file);
  return status;
}

int cli_page_write(const char *path, const char *json, const char *library, const char *script,
                   struct flitlock_error *error) {
  struct flitlock_output output;
  int status = flitlock_output_open(&output, path, error);
  if (status != FLITLOCK_OK) return status;
  status = put_page(output.file, json, library, script, error);
  if (status == FLITLOCK_OK) return flitlock_output_commit(&output, error);
  flitlock_output_abort(&output);
  return status;
}
