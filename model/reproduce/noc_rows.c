// SPDX-License-Identifier: Apache-2.0
#include "reproduce/noc_rows.h"

#include <stdarg.h>
#include <stdio.h>

double noc_tolerance(const struct noc_view *view, double of_long) { return view->is_short ? of_long * 3 : of_long; }

struct flitlock_figure noc_figure(double ours, const char *id, ...) {
  struct flitlock_figure made = {.ours = ours};
  va_list arguments;
  va_start(arguments, id);
  vsnprintf(made.id, sizeof(made.id), id, arguments);
  va_end(arguments);
  return made;
}

void noc_what(struct flitlock_figure *figure, const char *what, ...) {
  va_list arguments;
  va_start(arguments, what);
  vsnprintf(figure->what, sizeof(figure->what), what, arguments);
  va_end(arguments);
}

void noc_hold(struct flitlock_figure *figure, int origin, double source, double within) {
  figure->origin = origin;
  figure->has_source = 1;
  figure->source = source;
  figure->gate = FLITLOCK_GATE_WITHIN;
  figure->tolerance = within;
}

void noc_words(struct flitlock_figure *figure, int origin, const char *words) {
  figure->origin = origin;
  snprintf(figure->source_text, sizeof(figure->source_text), "%s", words);
}

void noc_reason(struct flitlock_figure *figure, const char *reason) {
  snprintf(figure->reason, sizeof(figure->reason), "%s", reason);
}

void noc_add(const struct noc_view *view, const struct flitlock_figure *figure) {
  flitlock_reproduction_add(view->table, figure);
}

double noc_outer(const struct noc_result *result) { return (result->by_node[NOC_A] + result->by_node[NOC_C]) / 2; }
double noc_inner(const struct noc_result *result) { return (result->by_node[NOC_D] + result->by_node[NOC_F]) / 2; }
