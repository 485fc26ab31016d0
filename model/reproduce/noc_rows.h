// SPDX-License-Identifier: Apache-2.0
// Rows of the study's table, for the files of its sections.
#ifndef FLITLOCK_MODEL_REPRODUCE_NOC_ROWS_H
#define FLITLOCK_MODEL_REPRODUCE_NOC_ROWS_H

#include "reproduce/noc.h"

// What chance makes of a figure is a share of it that grows as the simulations get shorter.
double noc_tolerance(const struct noc_view *view, double of_long);
// A figure without a source.
struct flitlock_figure noc_figure(double ours, const char *id, ...) __attribute__((format(printf, 2, 3)));
void noc_what(struct flitlock_figure *figure, const char *what, ...) __attribute__((format(printf, 2, 3)));
void noc_hold(struct flitlock_figure *figure, int origin, double source, double within);
// The source has words, not a number.
void noc_words(struct flitlock_figure *figure, int origin, const char *words);
void noc_reason(struct flitlock_figure *figure, const char *reason);
void noc_add(const struct noc_view *view, const struct flitlock_figure *figure);

// Rates of the clients at A and C, at D and F.
double noc_outer(const struct noc_result *result);
double noc_inner(const struct noc_result *result);

// The sections, in the order of the page.
void noc_loads(const struct noc_view *view);
void noc_saturation(const struct noc_view *view);
void noc_fairness(const struct noc_view *view);
void noc_depths(const struct noc_view *view);
void noc_levels(const struct noc_view *view);
void noc_idle(const struct noc_view *view);
void noc_tail(const struct noc_view *view);
void noc_arrivals(const struct noc_view *view);
void noc_bounds(const struct noc_view *view);
void noc_reading_table(const struct noc_view *view);

#endif
