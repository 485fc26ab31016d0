// SPDX-License-Identifier: Apache-2.0
// The pod as a picture of characters. All meshes have one form, so the first stands for them; links between nodes carry
// their widths on the planes in bytes.
#include <stdlib.h>
#include <string.h>

#include "cli/show.h"

enum { CELL = 13, EDGE = 12, LABEL = 24 };

struct drawing {
  FILE *file;
  const struct show_pod *show;
  const struct flitlock_config *config;
  int asymmetric;  // some label stands for two directions that differ
};

static uint32_t width_of(const struct drawing *drawing, const char *from, const char *to, const char *plane) {
  char name[96];
  snprintf(name, sizeof(name), "gpu0.mesh0.%s->%s.%s", from, to, plane);
  const struct show_link *link = show_link_find(drawing->show, name);
  return link != NULL ? link->width : 0;
}

// "64/128": the widths between two nodes on plane req and rsp; a star where the way back is of another width.
static void label_between(struct drawing *drawing, const char *from, const char *to, char label[LABEL]) {
  uint32_t req = width_of(drawing, from, to, "req"), rsp = width_of(drawing, from, to, "rsp");
  int differs = req != width_of(drawing, to, from, "req") || rsp != width_of(drawing, to, from, "rsp");
  if (differs) drawing->asymmetric = 1;
  if (drawing->config->pod.planes_rsp) {
    snprintf(label, LABEL, "%u/%u%s", (unsigned)req, (unsigned)rsp, differs ? "*" : "");
  } else {
    snprintf(label, LABEL, "%u%s", (unsigned)req, differs ? "*" : "");
  }
}

// `last`: nothing follows on the line, so nothing is put after the text.
static void put_centred(FILE *file, const char *text, int width, char fill, int last) {
  int left = (width - (int)strlen(text)) / 2;
  if (left < 0) left = 0;
  for (int n = 0; n < left; n++)
    fputc(fill, file);
  fputs(text, file);
  for (int n = left + (int)strlen(text); n < width && !last; n++)
    fputc(fill, file);
}

static int has_clients(const struct flitlock_config *config, const char *node) {
  if (config->pod.client_nodes == NULL) return 1;
  for (unsigned n = 0; n < config->pod.client_nodes_count; n++) {
    if (strcmp(config->pod.client_nodes[n], node) == 0) return 1;
  }
  return 0;
}

static int is_exit(const struct flitlock_config *config, const char *node) {
  return config->pod.exit_node != NULL && strcmp(config->pod.exit_node, node) == 0;
}

static void put_node(const struct drawing *drawing, const char *node, int last) {
  char text[48];
  int clients = has_clients(drawing->config, node);
  int length = snprintf(text, sizeof(text), "[%s", node);
  if (clients) {
    length += snprintf(text + length, sizeof(text) - (size_t)length, " %u+%u",
                       (unsigned)drawing->config->pod.req_clients, (unsigned)drawing->config->pod.rsp_clients);
  }
  snprintf(text + length, sizeof(text) - (size_t)length, "%s]", is_exit(drawing->config, node) ? " dst" : "");
  put_centred(drawing->file, text, CELL, ' ', last);
}

static void name_of(const struct drawing *drawing, uint32_t row, uint32_t column, char *name, size_t size) {
  flitlock_pod_node_name(drawing->config, row * drawing->config->pod.columns + column, name, size);
}

static void draw_row(struct drawing *drawing, uint32_t row) {
  fputs("  ", drawing->file);
  for (uint32_t column = 0; column < drawing->config->pod.columns; column++) {
    char node[32], next[32], label[LABEL];
    name_of(drawing, row, column, node, sizeof(node));
    int last = column + 1 == drawing->config->pod.columns;
    put_node(drawing, node, last);
    if (last) continue;
    name_of(drawing, row, column + 1, next, sizeof(next));
    label_between(drawing, node, next, label);
    put_centred(drawing->file, label, EDGE, '-', 0);
  }
  fputc('\n', drawing->file);
}

static void draw_columns(struct drawing *drawing, uint32_t row) {
  char label[LABEL];
  for (int line = 0; line < 3; line++) {
    fputs("  ", drawing->file);
    for (uint32_t column = 0; column < drawing->config->pod.columns; column++) {
      char node[32], below[32];
      name_of(drawing, row, column, node, sizeof(node));
      name_of(drawing, row + 1, column, below, sizeof(below));
      label_between(drawing, node, below, label);
      int last = column + 1 == drawing->config->pod.columns;
      put_centred(drawing->file, line == 1 ? label : "|", CELL, ' ', last);
      if (!last) put_centred(drawing->file, "", EDGE, ' ', 0);
    }
    fputc('\n', drawing->file);
  }
}

// "mesh0..2", or "mesh0" where there is one.
static void put_numbered(FILE *file, const char *what, uint32_t count) {
  fprintf(file, "%s0", what);
  if (count > 1) fprintf(file, "..%u", (unsigned)(count - 1));
}

static const char *plural(uint32_t count) { return count == 1 ? "" : "s"; }

static void draw_way_out(struct drawing *drawing) {
  const struct flitlock_config *config = drawing->config;
  if (config->pod.exit_node == NULL) return;
  char label[LABEL];
  label_between(drawing, config->pod.exit_node, "dst", label);
  put_numbered(drawing->file, "\n  mesh", config->pod.meshes);
  fprintf(drawing->file, ".%s --%s-- [DST]", config->pod.exit_node, label);
  char name[96];
  const char *to = config->pod.switches > 0 ? "switch0" : "gpu1.dst";
  const int translates = config->link_tlb.mode != FLITLOCK_LINK_TLB_OFF;
  snprintf(name, sizeof(name), "gpu0.dst->%s.req", to);
  const struct show_link *req = show_link_find(drawing->show, name);
  snprintf(name, sizeof(name), "gpu0.dst->%s.rsp", to);
  const struct show_link *rsp = show_link_find(drawing->show, name);
  if (req != NULL) {
    fprintf(drawing->file, " --%u", (unsigned)req->width);
    if (rsp != NULL) fprintf(drawing->file, "/%u", (unsigned)rsp->width);
    fputs("--", drawing->file);
  }
  if (config->pod.switches > 0) {
    put_numbered(drawing->file, " switch", config->pod.switches);
    fprintf(drawing->file, " -- %sDST%s of the other %u", translates ? "[L1 TLB] " : "", plural(config->pod.gpus - 1),
            (unsigned)(config->pod.gpus - 1));
  } else if (config->pod.gpus > 1) {
    fprintf(drawing->file, " %sDST%s of the other %u, a link to each", translates ? "[L1 TLB] " : "",
            plural(config->pod.gpus - 1), (unsigned)(config->pod.gpus - 1));
  }
  fputc('\n', drawing->file);
}

// R-DTLB: what stands before the GPU-link inputs of a DST.
static void list_tlbs(const struct drawing *drawing) {
  const struct flitlock_config *config = drawing->config;
  const struct flitlock_config_link_tlb *tlb = &config->link_tlb;
  if (tlb->mode == FLITLOCK_LINK_TLB_OFF) return;
  const uint32_t stations = config->pod.switches > 0 ? config->pod.switches : config->pod.gpus - 1;
  fprintf(drawing->file,
          "\n  link TLBs on plane req (%s): ", tlb->mode == FLITLOCK_LINK_TLB_IDEAL ? "ideal" : "modelled");
  put_numbered(drawing->file, "gpu*.station", stations);
  fprintf(drawing->file, ".l1tlb, %u cycles, room for %u flits", (unsigned)tlb->l1_latency, (unsigned)tlb->l1_store);
  if (tlb->mode == FLITLOCK_LINK_TLB_MODELLED)
    fprintf(drawing->file,
            ", %u translations, %u MSHRs\n    gpu*.l2tlb, %u cycles, %u translations, %u MSHRs, %u walkers; "
            "gpu*.page_table, %u cycles an access",
            (unsigned)tlb->l1_entries, (unsigned)tlb->l1_mshrs, (unsigned)tlb->l2_latency, (unsigned)tlb->l2_entries,
            (unsigned)tlb->l2_mshrs, (unsigned)tlb->walkers, (unsigned)tlb->access);
  fprintf(drawing->file, "; %llu bytes of each GPU are mapped\n", (unsigned long long)tlb->memory);
}

// R-L2P: what is behind the response clients.
static void list_l2(const struct drawing *drawing) {
  const struct flitlock_config_l2 *l2 = &drawing->config->l2;
  struct flitlock_l2_profile profile;
  if (l2->mode == FLITLOCK_L2_OFF || flitlock_config_l2_profile(drawing->config, &profile, NULL) != FLITLOCK_OK) return;
  const struct flitlock_l2_slice_params *slice = &profile.slice;
  fputs("\n  L2 behind the response clients: ", drawing->file);
  put_numbered(drawing->file, "gpu*.l2.slice", slice->map.slices);
  fprintf(
      drawing->file,
      ", profile %s: %u sets of %u ways (%u reserved), %u MSHRs\n    fabric: %u cycles a way, %u bytes a cycle; memory "
      "behind each slice: %u cycles, 64 bytes in %u\n",
      profile.name, (unsigned)slice->map.sets, (unsigned)slice->ways, (unsigned)slice->reserved, (unsigned)slice->mshrs,
      (unsigned)l2->fabric_latency, (unsigned)l2->fabric_bytes, (unsigned)profile.memory_latency,
      (unsigned)profile.memory_interval);
}

void show_drawing(FILE *file, const struct show_pod *show) {
  const struct flitlock_config *config = show->config;
  struct drawing drawing = {.file = file, .show = show, .config = config, .asymmetric = 0};
  fprintf(file, "%s: %u GPU%s", config->name != NULL ? config->name : "pod", (unsigned)config->pod.gpus,
          config->pod.gpus == 1 ? "" : "s");
  if (config->pod.switches > 0) {
    fprintf(file, " joined by %u switch%s", (unsigned)config->pod.switches, config->pod.switches == 1 ? "" : "es");
  } else if (config->pod.gpus > 1) {
    fputs(" fully connected", file);
  }
  fprintf(file, ", %u mesh%s a GPU of %u x %u nodes, units of %u bytes\n\n", (unsigned)config->pod.meshes,
          config->pod.meshes == 1 ? "" : "es", (unsigned)config->pod.rows, (unsigned)config->pod.columns,
          (unsigned)config->pod.unit_bytes);
  for (uint32_t row = 0; row < config->pod.rows; row++) {
    draw_row(&drawing, row);
    if (row + 1 < config->pod.rows) draw_columns(&drawing, row);
  }
  draw_way_out(&drawing);
  list_tlbs(&drawing);
  list_l2(&drawing);
  fprintf(file, "\n  n+m: request and response clients at the node; widths in bytes%s\n",
          config->pod.planes_rsp ? ": plane req / plane rsp" : "");
  if (drawing.asymmetric) fputs("  *: the other direction is of another width, see the table\n", file);
}
