// SPDX-License-Identifier: Apache-2.0
// A GTKWave save file for one block: a group for each port with its lanes, a group for each kind of buffer.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/target.h"
#include "observe/vcd_scopes.h"

// Flags of GTKWave's trace lines: hexadecimal or binary, and the beginning and end of a group, open or closed.
#define GTKW_HEX        "@22"
#define GTKW_BIN        "@28"
#define GTKW_DEC        "@24"
#define GTKW_OPEN       "@800200"
#define GTKW_CLOSED     "@c00200"
#define GTKW_END_OPEN   "@1000200"
#define GTKW_END_CLOSED "@1401200"

struct gtkw {
  FILE *file;
  char block[256];   // the block's scope in the file of waves
  uint32_t vc_mask;  // VCs that are shown
};

static void group(const struct gtkw *gtkw, int open, const char *name) {
  fprintf(gtkw->file, "%s\n-%s\n", open ? GTKW_OPEN : GTKW_CLOSED, name);
}
static void end_group(const struct gtkw *gtkw, int open, const char *name) {
  fprintf(gtkw->file, "%s\n-%s\n", open ? GTKW_END_OPEN : GTKW_END_CLOSED, name);
}

static void trace(const struct gtkw *gtkw, const char *flags, const char *path, unsigned bits) {
  fprintf(gtkw->file, "%s\n%s.%s", bits == 1 ? GTKW_BIN : flags, gtkw->block, path);
  fprintf(gtkw->file, bits == 1 ? "\n" : "[%u:0]\n", bits - 1U);
}

static void flit_lane(const struct gtkw *gtkw, const char *port, const char *lane) {
  char path[2 * VCD_NAME_SIZE];
  snprintf(path, sizeof path, "%s.%s.valid", port, lane);
  trace(gtkw, GTKW_BIN, path, 1);
#define GTKW_FIELD(name, bits, type)                          \
  snprintf(path, sizeof path, "%s.%s.%s", port, lane, #name); \
  trace(gtkw, (bits) >= 32 ? GTKW_HEX : GTKW_DEC, path, bits);
  FLITLOCK_FLIT_FIELDS(GTKW_FIELD)
#undef GTKW_FIELD
}

static void credit_lane(const struct gtkw *gtkw, const char *port, const char *lane, uint32_t vcs) {
  for (unsigned vc = 0; vc < vcs; vc++) {
    if (!(gtkw->vc_mask >> vc & 1U)) continue;
    char path[2 * VCD_NAME_SIZE];
    snprintf(path, sizeof path, "%s.%s.vc%u", port, lane, vc);
    trace(gtkw, GTKW_DEC, path, 2);
  }
}

static void ports(const struct gtkw *gtkw, const struct flitlock_block_info *info) {
  for (uint32_t p = 0; p < info->ports; p++) {
    const struct flitlock_port_info *port = &info->port[p];
    char name[VCD_NAME_SIZE];
    char title[VCD_NAME_SIZE + 8];
    flitlock_vcd_legal_name(port->name, strlen(port->name), name);
    if (port->has_in) {
      snprintf(title, sizeof title, "%s in", port->name);
      group(gtkw, 1, title);
      flit_lane(gtkw, name, "in");
      credit_lane(gtkw, name, "in_credit", info->vcs);
      end_group(gtkw, 1, title);
    }
    if (port->has_out) {
      snprintf(title, sizeof title, "%s out", port->name);
      group(gtkw, 1, title);
      flit_lane(gtkw, name, "out");
      credit_lane(gtkw, name, "out_credit", info->vcs);
      end_group(gtkw, 1, title);
    }
  }
}

// A path with a part "vc<V>" of a VC that is not shown is left out.
static int shown(const struct gtkw *gtkw, const char *path) {
  const char *vc = strstr(path, ".vc");
  if (!vc || vc[3] < '0' || vc[3] > '9') return 1;
  unsigned long number = strtoul(vc + 3, NULL, 10);
  return number < 32U && (gtkw->vc_mask >> number & 1U);
}

// The path as the file of waves has it, with every part made legal.
static void legal_path(const char *path, char *legal, size_t size) {
  size_t at = 0;
  while (*path && at + VCD_NAME_SIZE + 1U < size) {
    size_t length = strcspn(path, ".");
    flitlock_vcd_legal_name(path, length, legal + at);
    at += strlen(legal + at);
    path += length;
    if (*path == '.') {
      legal[at++] = '.';
      path++;
    }
  }
  legal[at] = '\0';
}

// 1 when both paths have the same first part ("input", "crossbar", "output", ...).
static int same_kind(const char *a, const char *b) {
  size_t length = strcspn(a, ".");
  return length == strcspn(b, ".") && memcmp(a, b, length) == 0;
}

static int kind_seen(const struct flitlock_signal *list, size_t before) {
  for (size_t s = 0; s < before; s++) {
    if (same_kind(list[s].path, list[before].path)) return 1;
  }
  return 0;
}

// A group for each kind of signal.
static void signals(const struct gtkw *gtkw, const struct flitlock_signal *list, size_t count) {
  for (size_t first = 0; first < count; first++) {
    if (kind_seen(list, first)) continue;
    char kind[sizeof list->path];
    snprintf(kind, sizeof kind, "%.*s", (int)strcspn(list[first].path, "."), list[first].path);
    group(gtkw, 0, kind);
    for (size_t s = first; s < count; s++) {
      if (!same_kind(list[first].path, list[s].path) || !shown(gtkw, list[s].path)) continue;
      char path[4 * VCD_NAME_SIZE];
      legal_path(list[s].path, path, sizeof path);
      trace(gtkw, GTKW_DEC, path, list[s].bits);
    }
    end_group(gtkw, 0, kind);
  }
}

static void write_all(struct gtkw *gtkw, const struct flitlock_block_info *info, const struct flitlock_signal *list,
                      size_t count) {
  fputs("[*]\n[*] GTKWave save file, written by Flitlock\n[*]\n[timestart] 0\n[size] 1600 1000\n[pos] -1 -1\n",
        gtkw->file);
  // Opens the tree of scopes down to the block.
  for (const char *dot = gtkw->block; dot; dot = strchr(dot, '.')) {
    if (dot != gtkw->block) {
      dot++;
      fprintf(gtkw->file, "[treeopen] %.*s\n", (int)(dot - gtkw->block), gtkw->block);
    } else {
      dot++;
    }
  }
  fprintf(gtkw->file, "[treeopen] %s.\n", gtkw->block);
  fputs("[sst_width] 260\n[signals_width] 300\n[sst_expanded] 1\n", gtkw->file);
  ports(gtkw, info);
  signals(gtkw, list, count);
}

int flitlock_vcd_write_gtkw_for(const struct flitlock_target *target, const char *name, const char *path,
                                struct flitlock_error *error) {
  uint32_t block = 0;
  uint32_t blocks = flitlock_engine_block_count(target->engine);
  while (block < blocks && strcmp(flitlock_engine_block_name(target->engine, block), name) != 0) {
    block++;
  }
  if (block == blocks) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "%s: there is no block '%s'; there is for example '%s'", path, name,
                         blocks ? flitlock_engine_block_name(target->engine, 0) : "none");
  }
  const struct flitlock_block_ops *ops = flitlock_engine_block_ops(target->engine, block);
  const struct flitlock_block *self = flitlock_engine_block(target->engine, block);
  struct flitlock_block_info info;
  ops->describe(self, &info);
  size_t count = ops->signals ? ops->signals(self, NULL, 0) : 0U;
  struct flitlock_signal *list = calloc(count + 1U, sizeof *list);
  if (!list) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  if (count) ops->signals(self, list, count);

  struct gtkw gtkw = {.vc_mask = target->vc_mask};
  legal_path(name, gtkw.block, sizeof gtkw.block);
  errno = 0;
  gtkw.file = fopen(path, "w");
  int bad = !gtkw.file;
  if (!bad) {
    write_all(&gtkw, &info, list, count);
    bad = ferror(gtkw.file) != 0;
    bad |= fclose(gtkw.file) != 0;
  }
  free(list);
  return bad ? flitlock_fail(error, FLITLOCK_E_OUTPUT, "%s: cannot write: %s", path, strerror(errno)) : FLITLOCK_OK;
}
