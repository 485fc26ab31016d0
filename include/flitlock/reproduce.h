// SPDX-License-Identifier: Apache-2.0
// Reproduction of a study: each figure of a source beside ours, with the verdict. What `flitlock reproduce` prints.
//
// A topic is a list of simulations and a function that turns their results into sections of figures. The simulations do
// not depend on each other, so a caller may run them in processes of their own.
#ifndef FLITLOCK_REPRODUCE_H
#define FLITLOCK_REPRODUCE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "flitlock/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// Where a figure comes from.
#define FLITLOCK_ORIGINS(X)                                         \
  X(NONE, "")         /* the source has no figure */                \
  X(SOURCE, "[S]")    /* the source says so */                      \
  X(DERIVED, "[D]")   /* follows from the source by arithmetic */   \
  X(OBSERVED, "[O]")  /* an independent throw-away model gave it */ \
  X(READING, "[R]")   /* our reading where the source is silent */  \
  X(PUBLISHED, "[P]") /* a published figure other than the source's */

enum flitlock_origin {
#define FLITLOCK_ORIGIN_ENUM(name, text) FLITLOCK_ORIGIN_##name,
  FLITLOCK_ORIGINS(FLITLOCK_ORIGIN_ENUM)
#undef FLITLOCK_ORIGIN_ENUM
      FLITLOCK_ORIGIN_COUNT
};
const char *flitlock_origin_text(int origin);  // "[S]"; never NULL

// What ours must be.
enum flitlock_gate {
  FLITLOCK_GATE_PRINTED,   // nothing: there is no figure to hold it to, or none that a model can be held to
  FLITLOCK_GATE_WITHIN,    // |ours - source| <= tolerance * |source|
  FLITLOCK_GATE_AT_LEAST,  // ours >= low
  FLITLOCK_GATE_AT_MOST,   // ours <= high
  FLITLOCK_GATE_BETWEEN,   // low <= ours <= high
};
enum flitlock_verdict { FLITLOCK_VERDICT_PRINTED, FLITLOCK_VERDICT_MET, FLITLOCK_VERDICT_MISSED };
const char *flitlock_verdict_text(int verdict);  // "met"; never NULL

// One row. Zeros are: no source, printed, no reason; texts are copied and cut at the size of their place.
struct flitlock_figure {
  char id[64];           // "saturation.write64": unique in its topic, dots between words
  char what[160];        // for a person, Markdown
  char source_text[48];  // shown for the source in place of the number; "": the number
  char reason[480];      // why it is missed, or what there is to say of a printed one; "": nothing
  int origin;            // enum flitlock_origin
  int gate;              // enum flitlock_gate
  int digits;            // behind the point; 0: 4, negative: none
  int has_source;        // 1: `source` is a number
  double source, ours;
  double tolerance, low, high;  // of the gate
};
// NaN is met by no gate.
int flitlock_figure_verdict(const struct flitlock_figure *figure);
// "within 2 %", ">= 0.95"; empty for printed. Returns `buffer`.
char *flitlock_figure_gate_text(const struct flitlock_figure *figure, char *buffer, size_t size);
// ours / source; NaN where there is none.
double flitlock_figure_ratio(const struct flitlock_figure *figure);

// A table of texts beside the figures, for what has more than two columns. Cells are row by row, headings first.
struct flitlock_grid {
  char **cell;  // [cells]
  unsigned columns, cells;
};

struct flitlock_section {
  char *id;     // "saturation"
  char *title;  // Markdown, as the texts
  char *intro;  // before the table; "": none
  char *notes;  // after the table, paragraphs; "": none
  struct flitlock_figure *figure;
  unsigned figure_count;
  struct flitlock_grid *grid;
  unsigned grid_count;
};

// The whole table. Made by a topic through the functions below, which do nothing once memory has run out: that is
// asked for once, by flitlock_reproduction_status.
struct flitlock_reproduction {
  char *topic, *title;
  char *intro;  // what was run, Markdown
  int is_short;
  int failed;  // 1: out of memory
  struct flitlock_section *section;
  unsigned section_count;
};
void flitlock_reproduction_intro(struct flitlock_reproduction *table, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void flitlock_reproduction_section(struct flitlock_reproduction *table, const char *id, const char *title,
                                   const char *intro);
// To the last section.
void flitlock_reproduction_add(struct flitlock_reproduction *table, const struct flitlock_figure *figure);
void flitlock_reproduction_note(struct flitlock_reproduction *table, const char *paragraph);
// A grid of the last section, then its rows; `cell` has `columns` texts each.
void flitlock_reproduction_grid(struct flitlock_reproduction *table, unsigned columns, const char *const *heading);
void flitlock_reproduction_grid_row(struct flitlock_reproduction *table, const char *const *cell);
// E_NO_MEMORY; E_MISMATCH where a figure is missed without a reason, naming it; FLITLOCK_OK.
int flitlock_reproduction_status(const struct flitlock_reproduction *table, struct flitlock_error *error);
// How many figures have the verdict.
unsigned flitlock_reproduction_count(const struct flitlock_reproduction *table, int verdict);
void flitlock_reproduction_free(struct flitlock_reproduction *table);  // NULL is allowed

// The three forms. The same table gives the same bytes. A failure of the file is seen where it is closed.
void flitlock_reproduction_text(const struct flitlock_reproduction *table, FILE *file);
void flitlock_reproduction_markdown(const struct flitlock_reproduction *table, FILE *file);
int flitlock_reproduction_json(const struct flitlock_reproduction *table, FILE *file, struct flitlock_error *error);

// What the caller chose.
struct flitlock_reproduce_setting {
  int is_short;         // 1: shorter simulations, wider gates
  const char *configs;  // folder of the configurations of the study, "configs"
};

struct flitlock_reproduce_topic {
  const char *name;     // "noc"
  const char *summary;  // one line
  size_t result_size;   // bytes of the result of a simulation: plain data without pointers
  size_t (*count)(const struct flitlock_reproduce_setting *setting);
  // Name of a simulation, for messages. Returns `buffer`.
  char *(*label)(const struct flitlock_reproduce_setting *setting, size_t n, char *buffer, size_t size);
  // Simulates. `result` is all zero before. Must not depend on other simulations.
  int (*run)(const struct flitlock_reproduce_setting *setting, size_t n, void *result, struct flitlock_error *error);
  // `results`: all of them, in order. Fills title, intro and sections.
  void (*report)(const struct flitlock_reproduce_setting *setting, const void *results,
                 struct flitlock_reproduction *table);
};
extern const struct flitlock_reproduce_topic *const flitlock_reproduce_topics[];
extern const size_t flitlock_reproduce_topic_count;
const struct flitlock_reproduce_topic *flitlock_reproduce_find(const char *name);  // NULL: there is none

// Makes the table of a topic from its results. E_NO_MEMORY. Free it after any result.
int flitlock_reproduction_create(const struct flitlock_reproduce_topic *topic,
                                 const struct flitlock_reproduce_setting *setting, const void *results,
                                 struct flitlock_reproduction **table, struct flitlock_error *error);

#ifdef __cplusplus
}
#endif
#endif
