// SPDX-License-Identifier: Apache-2.0
// wave.gtkw: a GTKWave save file that shows the port that differs, golden, device and diff below each other, with the
// marker at the cycle.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check/check_state.h"
#include "observe/vcd_scopes.h"
#include "results/output.h"

// Flags of GTKWave's trace lines: hexadecimal, decimal and binary, the beginning and the end of an open group.
#define GTKW_HEX   "@22"
#define GTKW_DEC   "@24"
#define GTKW_BIN   "@28"
#define GTKW_OPEN  "@800200"
#define GTKW_CLOSE "@1000200"

static void trace(FILE *file, const char *scope, const char *port, const char *lane, const char *name, unsigned bits) {
  fprintf(file, "%s\n%s.%s.%s.%s", bits == 1 ? GTKW_BIN : bits >= 32 ? GTKW_HEX : GTKW_DEC, scope, port, lane, name);
  fprintf(file, bits == 1 ? "\n" : "[%u:0]\n", bits - 1U);
}

static void group(FILE *file, const struct check_context *context, const struct flitlock_divergence *found,
                  const char *scope, const char *port) {
  const struct flitlock_port_info *info = &context->frames->port[found->port];
  fprintf(file, GTKW_OPEN "\n-%s\n", scope);
  if (strcmp(scope, "diff") == 0) fprintf(file, GTKW_BIN "\ndiff.%s.differs\n", port);
  if (found->lane == FLITLOCK_LANE_FLIT) {
    trace(file, scope, port, "out", "valid", 1);
    for (size_t field = 0; field < flitlock_flit_field_count; field++)
      trace(file, scope, port, "out", flitlock_flit_fields[field].name, flitlock_flit_fields[field].bits);
    trace(file, scope, port, "out", "payload", info->out_width * context->frames->unit_bytes * 8U);
  } else {
    for (unsigned vc = 0; vc < context->frames->vcs; vc++) {
      char name[16];
      snprintf(name, sizeof name, "vc%u", vc);
      trace(file, scope, port, "in_credit", name, 2);
    }
  }
  fprintf(file, GTKW_CLOSE "\n-%s\n", scope);
}

int check_write_gtkw(const struct check_context *context, const char *path, struct flitlock_error *error) {
  const struct flitlock_divergence *found = flitlock_lockstep_divergence(context->check->session, 0);
  char port[VCD_NAME_SIZE];
  flitlock_vcd_legal_name(found->port_name, strlen(found->port_name), port);
  struct flitlock_output output;
  int status = flitlock_output_open(&output, path, error);
  if (status != FLITLOCK_OK) return status;
  fputs("[*]\n[*] GTKWave save file, written by Flitlock\n[*]\n[dumpfile] \"wave.vcd\"\n", output.file);
  fprintf(output.file, "[timestart] %" PRIu64 "\n[size] 1600 1000\n[pos] -1 -1\n", context->frames->from);
  // Zoom (negative: by powers of 2, smaller shows less), the primary marker, no named markers.
  fprintf(output.file, "*-3.000000 %" PRIu64, found->cycle);
  for (int n = 0; n < 26; n++)
    fputs(" -1", output.file);
  fprintf(output.file, "\n[treeopen] golden.\n[treeopen] %s.\n[treeopen] diff.\n[sst_width] 260\n[signals_width] 300\n",
          context->device);
  group(output.file, context, found, "diff", port);
  group(output.file, context, found, "golden", port);
  group(output.file, context, found, context->device, port);
  return flitlock_output_commit(&output, error);
}
