// SPDX-License-Identifier: Apache-2.0
// report.txt: the first divergence for a person, the others in a line each.
#define _POSIX_C_SOURCE 200809L  // open_memstream
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check_state.h"
#include "pod/pod.h"

#define PATH_SHOWN 64

const char *check_rule_page(const char *rule) {
  static const struct {
    const char *prefix, *page;
  } pages[] = {{"R-CH", "1-channels.md"},  {"R-FL", "1-channels.md"}, {"R-RST", "1-channels.md"},
               {"R-DST", "3-dst.md"},      {"R-SW", "3-dst.md"},      {"R-POD", "3-dst.md"},
               {"R-TLB", "7-link-tlb.md"}, {"R-L2S", "9-l2-slice.md"}};
  for (size_t n = 0; n < sizeof pages / sizeof pages[0]; n++)
    if (strncmp(rule, pages[n].prefix, strlen(pages[n].prefix)) == 0) return pages[n].page;
  return "2-router.md";
}

// ---- The packet

struct path {
  const struct pod_plan *plan;
  const char **names;
  size_t count, capacity;
};

static void visit(void *self, uint32_t link) {
  struct path *path = self;
  const struct pod_block *block = &path->plan->block[path->plan->link[link].channel.dst_block];
  if (block->router == NULL && block->l1_tlb == NULL) return;
  if (path->count < path->capacity) path->names[path->count] = block->name;
  path->count++;
}

size_t check_path(const struct check_context *context, const struct flitlock_flit *packet, const char **names,
                  size_t capacity) {
  if (context->pod == NULL) return 0;
  struct path path = {context->pod->plan, names, 0, capacity};
  enum flitlock_plane plane = packet->op >= FLITLOCK_OP_WRITE_RSP ? FLITLOCK_PLANE_RSP : FLITLOCK_PLANE_REQ;
  (void)flitlock_pod_plan_walk(path.plan, plane, packet->src, packet->dst, visit, &path);
  return path.count;
}

const char *check_message_of(const struct check_context *context, const struct flitlock_divergence *found) {
  static const char *const of_link_tlbs = "a message between link TLBs (R-TLB-M-1)";
  // Of a scale-up pod link TLBs are chosen, and no others.
  if (context->pod == NULL) return strcmp(found->port_name, "inside") == 0 ? NULL : of_link_tlbs;
  const struct pod_plan *plan = context->pod->plan;
  uint32_t number = flitlock_pod_find(context->pod, found->block);
  if (number >= plan->block_count || found->port >= plan->block[number].port_count) return NULL;
  const struct pod_block *block = &plan->block[number];
  if (block->node.kind == FLITLOCK_NODE_L2_SLICE)
    return found->port == FLITLOCK_L2_PORT_EVENT ? "an event of the slice (R-L2S-EV-2)"
                                                 : "a message of the L2 (R-L2S-PORT)";
  uint32_t link = block->port[found->port].link_out;
  return link != POD_NONE && plan->link[link].messages ? of_link_tlbs : NULL;
}

static const char *client_name(const struct check_context *context, uint32_t address, char *name, size_t size) {
  if (context->pod != NULL) return flitlock_pod_client_name(context->config, address, name, size);
  (void)snprintf(name, size, "gpu%u.station%u", flitlock_address_gpu(address), flitlock_address_port(address));
  return name;
}

static void print_packet(FILE *file, const struct check_context *context, const struct flitlock_divergence *found) {
  static const char *const ops[] = {"write request", "read request", "write response", "read response"};
  const struct flitlock_flit *packet = &found->packet;
  char src[POD_NAME_SIZE], dst[POD_NAME_SIZE];
  if (!found->has_packet) {
    fputs("packet   a credit belongs to no packet; see the port's last events\n", file);
    return;
  }
  const char *message = check_message_of(context, found);
  if (message != NULL) {
    fprintf(file, "packet   none: the flit is %s, id %" PRIu32 "\n", message, packet->id);
    return;
  }
  fprintf(file, "packet   %s %" PRIu32 " from %s to %s, %u units, created in cycle %" PRIu32 "\n", ops[packet->op & 3U],
          packet->id, client_name(context, packet->src, src, sizeof src),
          client_name(context, packet->dst, dst, sizeof dst), packet->len, packet->birth);
  const char *names[PATH_SHOWN];
  size_t count = check_path(context, packet, names, PATH_SHOWN);
  if (count == 0) return;
  fputs("path    ", file);
  int there = 0;
  for (size_t n = 0; n < count && n < PATH_SHOWN; n++) {
    int here = strcmp(names[n], found->block) == 0;
    fprintf(file, here ? " [%s]" : there ? " (%s)" : " %s", names[n]);
    there |= here;
  }
  fputs(there ? "\n         [here]  (not reached)\n" : "\n", file);
}

// ---- What each presented

static void print_row(FILE *file, const char *name, int golden_valid, uint64_t golden, int device_valid,
                      uint64_t device, int hexadecimal) {
  char a[32] = "-", b[32] = "-", x[32] = "";
  if (golden_valid) snprintf(a, sizeof a, hexadecimal ? "0x%" PRIx64 : "%" PRIu64, golden);
  if (device_valid) snprintf(b, sizeof b, hexadecimal ? "0x%" PRIx64 : "%" PRIu64, device);
  int differ = golden_valid && device_valid && golden != device;
  if (differ) snprintf(x, sizeof x, "0x%" PRIx64, golden ^ device);
  fprintf(file, differ ? "  %-10s %20s %20s   %s  <-\n" : "  %-10s %20s %20s%s\n", name, a, b, x);
}

static void print_payload(FILE *file, const struct flitlock_divergence *found) {
  const struct flitlock_lockstep_side *golden = &found->golden, *device = &found->device;
  if (!golden->flit_valid || !device->flit_valid) return;
  size_t size = (size_t)golden->flit.units * found->unit_bytes;
  if (size > sizeof golden->payload || memcmp(golden->payload, device->payload, size) == 0) return;
  fputs("  payload bytes that differ\n", file);
  for (size_t n = 0; n < size; n++) {
    char name[16];
    if (golden->payload[n] == device->payload[n]) continue;
    snprintf(name, sizeof name, "[%u]", (unsigned)n);
    print_row(file, name, 1, golden->payload[n], 1, device->payload[n], 1);
  }
}

static void print_values(FILE *file, const struct check_context *context, const struct flitlock_divergence *found) {
  const struct flitlock_lockstep_side *golden = &found->golden, *device = &found->device;
  fprintf(file, "\n  %-10s %20s %20s   xor\n", found->lane == FLITLOCK_LANE_FLIT ? "flit" : "credits", "golden",
          context->device);
  if (found->lane == FLITLOCK_LANE_CREDIT) {
    for (unsigned vc = 0; vc < found->vcs; vc++) {
      uint32_t a = flitlock_credit_get(golden->credit, vc), b = flitlock_credit_get(device->credit, vc);
      char name[16];
      if (a == 0 && b == 0) continue;
      snprintf(name, sizeof name, "VC %u", vc);
      print_row(file, name, 1, a, 1, b, 0);
    }
    return;
  }
  print_row(file, "valid", 1, (uint64_t)golden->flit_valid, 1, (uint64_t)device->flit_valid, 0);
  for (size_t field = 0; field < flitlock_flit_field_count; field++)
    print_row(file, flitlock_flit_fields[field].name, golden->flit_valid, flitlock_flit_get(&golden->flit, field),
              device->flit_valid, flitlock_flit_get(&device->flit, field), flitlock_flit_fields[field].bits >= 32);
  print_payload(file, found);
}

// ---- The last events of the port

static void event_words(const struct flitlock_lockstep_event *event, char *text, size_t size) {
  if (event->lane == FLITLOCK_LANE_FLIT) {
    snprintf(text, size, "flit VC %u, src 0x%" PRIx32 " id %" PRIu32 ", unit %u of %u", event->flit.vc, event->flit.src,
             event->flit.id, event->flit.seq, event->flit.len);
    return;
  }
  size_t length = 0;
  text[0] = '\0';
  for (unsigned vc = 0; vc < FLITLOCK_MAX_VCS && length < size; vc++) {
    uint32_t count = flitlock_credit_get(event->credit, vc);
    if (count == 0) continue;
    int added =
        snprintf(text + length, size - length, "%s%" PRIu32 " for VC %u", length == 0 ? "credit " : ", ", count, vc);
    length += added > 0 ? (size_t)added : 0U;
  }
}

static int before(const struct flitlock_lockstep_event *a, const struct flitlock_lockstep_event *b) {
  return a->cycle != b->cycle ? a->cycle < b->cycle : a->lane < b->lane;
}

// Both histories side by side, by time. Where one reaches further back, the other's older events are not known.
static void print_history(FILE *file, const struct check_context *context, const struct flitlock_divergence *found) {
  const struct flitlock_lockstep_side *golden = &found->golden, *device = &found->device;
  fprintf(file, "\nlast events of port %s\n  %-8s %-48s %s\n", found->port_name, "cycle", "golden", context->device);
  unsigned g = 0, d = 0;
  uint64_t start = 0;
  if (golden->history_count == FLITLOCK_HISTORY) start = golden->history[0].cycle;
  if (device->history_count == FLITLOCK_HISTORY && device->history[0].cycle > start) start = device->history[0].cycle;
  while (g < golden->history_count || d < device->history_count) {
    const struct flitlock_lockstep_event *a = g < golden->history_count ? &golden->history[g] : NULL;
    const struct flitlock_lockstep_event *b = d < device->history_count ? &device->history[d] : NULL;
    if (a != NULL && b != NULL && before(a, b)) b = NULL;
    if (a != NULL && b != NULL && before(b, a)) a = NULL;
    g += a != NULL;
    d += b != NULL;
    char left[160] = "-", right[160] = "-";
    if (a != NULL) event_words(a, left, sizeof left);
    if (b != NULL) event_words(b, right, sizeof right);
    uint64_t cycle = a != NULL ? a->cycle : b->cycle;
    if (cycle < start) continue;
    int same = a != NULL && b != NULL && a->credit == b->credit && flitlock_flit_compare(&a->flit, &b->flit) < 0;
    fprintf(file, "  %-8" PRIu64 " %-48s %s%s\n", cycle, left, same ? "same" : right, same ? "" : "  <-");
  }
}

// ---- The window as text

static char sign(const struct frames *frames, uint64_t cycle, int side, const struct flitlock_divergence *found) {
  const struct frame_side *at = frames_at(frames, cycle, side);
  if (found->lane == FLITLOCK_LANE_CREDIT) {
    uint32_t count = flitlock_credit_get(frame_credit(at, found->port), found->vc);
    return count == 0 ? '.' : (char)('0' + count);
  }
  const struct flitlock_flit *flit = frame_flit(at, found->port);
  if (flit == NULL) return '.';
  return flit->head && flit->tail ? 'S' : flit->head ? 'H' : flit->tail ? 'T' : 'B';
}

static void print_window(FILE *file, const struct check_context *context, const struct flitlock_divergence *found) {
  const struct frames *frames = context->frames;
  if (frames == NULL) {
    fputs("\nThe run repeated for the waves did not show this divergence: a model is not deterministic. No waves.\n",
          file);
    return;
  }
  fprintf(file, "\ncycles %" PRIu64 " to %" PRIu64 " of the lane (%s)\n", frames->from,
          frames->from + frames->count - 1U,
          found->lane == FLITLOCK_LANE_FLIT ? "H head, B body, T tail, S single flit" : "credits of the VC");
  for (int side = FRAME_GOLDEN; side <= FRAME_DEVICE; side++) {
    fprintf(file, "  %-8s ", side == FRAME_GOLDEN ? "golden" : context->device);
    for (uint64_t n = 0; n < frames->count; n++)
      fputc(sign(frames, frames->from + n, side, found), file);
    fputc('\n', file);
  }
  fprintf(file, "  %*s^\n", 9 + (int)(found->cycle - frames->from), "");
}

static void print_later(FILE *file, const struct check_context *context, const struct flitlock_divergence *found) {
  int late = found->kind == FLITLOCK_DIVERGENCE_FLIT_LATE || found->kind == FLITLOCK_DIVERGENCE_CREDIT_LATE;
  int early = found->kind == FLITLOCK_DIVERGENCE_FLIT_EARLY || found->kind == FLITLOCK_DIVERGENCE_CREDIT_EARLY;
  const char *who = late ? context->device : "golden";
  if (found->kind == FLITLOCK_DIVERGENCE_FLIT_PORT)
    fprintf(file, "there    the %s presents it on port number %" PRIu32 "\n", context->device, found->other_port);
  if ((!late && !early) || context->frames == NULL) return;
  uint64_t followed = context->frames->from + context->frames->count - 1U - found->cycle;
  if (context->later > 0)
    fprintf(file, "after    %s: %s presents it in cycle %" PRIu64 ", %" PRIu64 " later\n", late ? "late" : "early", who,
            context->later, context->later - found->cycle);
  else if (followed > 0)
    fprintf(file, "after    %s: %s does not present it in the %" PRIu64 " cycles that follow\n",
            late ? "lost" : "surplus", who, followed);
}

static void print_what(FILE *file, const struct check_context *context, const struct flitlock_divergence *found) {
  fprintf(file, "what     %s: %s\n", flitlock_divergence_name(found->kind), flitlock_divergence_text(found->kind));
  if (found->message[0] != '\0') {
    fprintf(file, "message  %s\n", found->message);
    if (found->module[0] != '\0') fprintf(file, "module   %s, line %" PRIu32 "\n", found->module, found->line);
  } else {
    fprintf(file, "field    %s: golden 0x%" PRIx64 ", %s 0x%" PRIx64 ", xor 0x%" PRIx64 "\n", found->field,
            found->golden_value, context->device, found->device_value, found->golden_value ^ found->device_value);
  }
  fprintf(file, "rule     %s (docs/spec/%s)\n", found->rule, check_rule_page(found->rule));
}

// A run that ended before it was over, and before anything differed.
static void print_end(FILE *file, const struct check_context *context) {
  const struct flitlock_lockstep_counts *compared = &context->check->compared;
  fprintf(file,
          "no verdict: %s\n\ncycles   %" PRIu64 "\ncompared %" PRIu64 " outputs, %" PRIu64 " flits, %" PRIu64
          " credits, 0 divergences\n",
          context->message, context->check->cycles, compared->outputs, compared->flits, compared->credits);
  if (context->options->reproduce != NULL) fprintf(file, "again    %s\n", context->options->reproduce);
}

static void print_all(FILE *file, const struct check_context *context) {
  const struct flitlock_lockstep *session = context->check->session;
  const struct flitlock_divergence *found = flitlock_lockstep_divergence(session, 0);
  if (found == NULL) {
    print_end(file, context);
    return;
  }
  const int differ = found->message[0] == '\0';
  fprintf(file, differ ? "golden and %s differ\n\n" : "the %s complains, golden does not\n\n", context->device);
  fprintf(file, "block    %s\nport     %s (number %" PRIu32 "), %s, VC %u\ncycle    %" PRIu64 "\n", found->block,
          found->port_name, found->port,
          found->lane == FLITLOCK_LANE_FLIT ? "flits of its output" : "credits of its input", found->vc, found->cycle);
  print_what(file, context, found);
  print_later(file, context, found);
  print_packet(file, context, found);
  if (context->options->reproduce != NULL) fprintf(file, "again    %s\n", context->options->reproduce);
  if (differ) print_values(file, context, found);
  print_history(file, context, found);
  print_window(file, context, found);
  if (flitlock_lockstep_divergence(session, 1) == NULL) return;
  fputs("\nfurther divergences\n", file);
  const struct flitlock_divergence *next;
  for (uint64_t n = 1; (next = flitlock_lockstep_divergence(session, n)) != NULL; n++)
    fprintf(file, "  cycle %-8" PRIu64 " %s port %s VC %u  %s  %s: golden 0x%" PRIx64 ", %s 0x%" PRIx64 "  (%s)\n",
            next->cycle, next->block, next->port_name, next->vc, flitlock_divergence_name(next->kind), next->field,
            next->golden_value, context->device, next->device_value, next->rule);
}

int check_write_text(const struct check_context *context, char **text, struct flitlock_error *error) {
  size_t size = 0;
  FILE *file = open_memstream(text, &size);
  if (file == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the report");
  print_all(file, context);
  int bad = ferror(file);
  if (fclose(file) == 0 && !bad) return FLITLOCK_OK;
  free(*text);
  *text = NULL;
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the report");
}
