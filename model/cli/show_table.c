// SPDX-License-Identifier: Apache-2.0
// The links of a pod as a table.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/show.h"
#include "pod/names.h"

struct row {
  char name[80];
  const struct show_link *link;  // the first of them
  unsigned links;
};

static int alike(const struct show_link *a, const struct show_link *b) {
  return a->width == b->width && a->latency == b->latency && a->credit_latency == b->credit_latency &&
         a->from_router == b->from_router && memcmp(a->input, b->input, sizeof(a->input)) == 0 &&
         memcmp(a->crossbar, b->crossbar, sizeof(a->crossbar)) == 0 &&
         memcmp(a->output, b->output, sizeof(a->output)) == 0 &&
         fabs(a->flits - b->flits) <= 1e-9 * fmax(fabs(a->flits), fabs(b->flits));
}

static uint32_t make_rows(const struct show_pod *show, int all, struct row *rows) {
  uint32_t count = 0;
  for (uint32_t n = 0; n < show->count; n++) {
    const struct show_link *link = &show->link[n];
    char name[80];
    if (all) {
      snprintf(name, sizeof(name), "%s", link->name);
    } else {
      flitlock_pod_name_pattern(link->name, name, sizeof(name));
    }
    uint32_t row = all ? count : 0;
    while (row < count && (strcmp(rows[row].name, name) != 0 || !alike(rows[row].link, link)))
      row++;
    if (row == count) {
      count++;
      memcpy(rows[row].name, name, sizeof(name));
      rows[row].link = link;
    }
    rows[row].links++;
  }
  return count;
}

// "8", or "4-8" where the VCs have different depths.
static void put_depth(FILE *file, const uint16_t *depth, uint32_t vcs) {
  unsigned least = depth[0], most = depth[0];
  for (uint32_t vc = 1; vc < vcs; vc++) {
    if (depth[vc] < least) least = depth[vc];
    if (depth[vc] > most) most = depth[vc];
  }
  char text[24];
  if (least == most) {
    snprintf(text, sizeof(text), "%u", most);
  } else {
    snprintf(text, sizeof(text), "%u-%u", least, most);
  }
  fprintf(file, " %6s", text);
}

static void put_row(FILE *file, const struct show_pod *show, const struct row *row, int width) {
  const struct show_link *link = row->link;
  fprintf(file, "  %-*s %5u %5u", width, row->name, row->links, (unsigned)link->width);
  put_depth(file, link->input, link->vcs);
  if (link->from_router) {
    put_depth(file, link->crossbar, link->vcs);
    put_depth(file, link->output, link->vcs);
  } else {
    fprintf(file, " %6s %6s", "-", "-");
  }
  fprintf(file, " %7u %6u", (unsigned)link->latency, (unsigned)link->credit_latency);
  if (show->has_load && link->accesses) {
    fprintf(file, " %8s %9s", "-", "-");
  } else if (show->has_load) {
    fprintf(file, " %8.4f", link->flits * show->rate);
    if (link->flits > 0) {
      fprintf(file, " %9.5f", 1 / link->flits);
    } else {
      fprintf(file, " %9s", "-");
    }
    if (show_link_is_first(show, link)) fputs("  first", file);
  }
  fputc('\n', file);
}

static void put_saturation(FILE *file, const struct show_pod *show, const struct row *rows, uint32_t count) {
  if (!show->has_load) {
    fprintf(file, "  no load is shown: %s\n", show->why);
    return;
  }
  if (show->saturation <= 0) return;
  fprintf(file, "  load: flits per cycle at r = %.5g requests per cycle and req_client%s\n", show->rate,
          show->rate_is_limit ? ", which fills the first link" : "");
  fputs("  full at: the r that fills the link\n", file);
  fprintf(file, "\nfirst to fill, at r = %.6g requests per cycle and req_client:\n", show->saturation);
  for (uint32_t row = 0; row < count; row++) {
    if (show_link_is_first(show, rows[row].link)) {
      fprintf(file, "  %s (%u link%s)\n", rows[row].name, rows[row].links, rows[row].links == 1 ? "" : "s");
    }
  }
}

int show_table(FILE *file, const struct show_pod *show, int all, struct flitlock_error *error) {
  struct row *rows = calloc(show->count > 0 ? show->count : 1, sizeof(*rows));
  if (rows == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the table of links");
  uint32_t count = make_rows(show, all, rows);
  int width = 4;
  for (uint32_t row = 0; row < count; row++) {
    int length = (int)strlen(rows[row].name);
    if (length > width) width = length;
  }
  fprintf(file, "\nlinks (width in bytes, depths in flits)\n");
  fprintf(file, "  %-*s %5s %5s %6s %6s %6s %7s %6s", width, "link", "links", "width", "input", "xbar", "output",
          "latency", "credit");
  if (show->has_load) fprintf(file, " %8s %9s", "load", "full at");
  fputc('\n', file);
  for (uint32_t row = 0; row < count; row++)
    put_row(file, show, &rows[row], width);
  put_saturation(file, show, rows, count);
  free(rows);
  return FLITLOCK_OK;
}
