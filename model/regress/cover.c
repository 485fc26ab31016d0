// SPDX-License-Identifier: Apache-2.0
// What a run covered, from the files that it left into the database, in the transaction of the run.
#define _POSIX_C_SOURCE 200809L  // getline
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "regress/cover.h"

static const char *const texts[FLITLOCK_COVER_KIND_COUNT] = {
#define COVER_TEXT(name, text) text,
    FLITLOCK_COVER_KINDS(COVER_TEXT)
#undef COVER_TEXT
};

const char *flitlock_cover_kind_text(int kind) {
  return kind >= 0 && kind < FLITLOCK_COVER_KIND_COUNT ? texts[kind] : "unknown";
}

int flitlock_cover_kind_of(const char *text) {
  for (int kind = 0; kind < FLITLOCK_COVER_KIND_COUNT; kind++)
    if (strcmp(texts[kind], text) == 0) return kind;
  return -1;
}

unsigned flitlock_cover_kinds_of(const char *list) {
  unsigned kinds = 0;
  while (*list != '\0') {
    char word[16];
    const size_t length = strcspn(list, ",");
    snprintf(word, sizeof(word), "%.*s", (int)length, list);
    const int kind = length < sizeof(word) ? flitlock_cover_kind_of(word) : -1;
    if (kind < 0) return 0;
    kinds |= 1U << kind;
    list += length + (list[length] == ',');
  }
  return kinds;
}

// ---- Points into the database

struct taker {
  struct flitlock_regress_database *database;
  const struct flitlock_cover_files *files;
  sqlite3_stmt *ask, *put;
  struct flitlock_error *error;
  int64_t session;
};

static void note(struct flitlock_cover_found *found, const char *place, const char *point) {
  const size_t used = strlen(found->names);
  if (used + strlen(place) + strlen(point) + 8 < sizeof(found->names))
    snprintf(found->names + used, sizeof(found->names) - used, "%s%s %s", used > 0 ? ", " : "", place, point);
  found->points++;
}

static int take(struct taker *taker, int kind, const char *place, const char *point, int64_t hits) {
  if ((taker->files->kinds >> kind & 1U) == 0) return FLITLOCK_OK;
  sqlite3 *db = taker->database->db;
  int64_t before = 0;
  sqlite3_stmt *const each[] = {taker->ask, taker->put};
  for (size_t n = 0; n < 2; n++) {
    sqlite3_bind_int64(each[n], 1, taker->session);
    regress_bind_text(each[n], 2, texts[kind]);
    regress_bind_text(each[n], 3, place);
    regress_bind_text(each[n], 4, point);
  }
  if (hits > 0 && taker->files->found != NULL) {
    if (sqlite3_step(taker->ask) == SQLITE_ROW) before = sqlite3_column_int64(taker->ask, 0);
    sqlite3_reset(taker->ask);
    if (before == 0) note(taker->files->found, place, point);
  }
  sqlite3_bind_int64(taker->put, 5, hits);
  return sql_step(db, taker->database->path, taker->put, taker->error);
}

// ---- Lines of a bench

static int64_t number(const char *text) {
  const long long value = strtoll(text, NULL, 10);
  return value > 0 ? value : 0;
}

static int take_line(struct taker *taker, char *line) {
  char *part[4], *at = line;
  for (size_t n = 0; n < 4; n++) {
    part[n] = at;
    at += strcspn(at, "\t\n");
    if (n < 3 && *at != '\t') return FLITLOCK_OK;
    if (*at != '\0') *at++ = '\0';
  }
  const int kind = flitlock_cover_kind_of(part[0]);
  if (kind < 0) return FLITLOCK_OK;
  char place[512];
  const char *bench = taker->files->bench;
  snprintf(place, sizeof(place), "%s%s%s", bench != NULL ? bench : "", bench != NULL ? "/" : "", part[1]);
  return take(taker, kind, place, part[2], number(part[3]));
}

// ---- Lines of Verilator: C '\001KEY\002VALUE...' HITS

// The value of a key between the control characters; "" if there is none.
static void field(const char *line, char key, char *text, size_t size) {
  const char *at = line;
  while ((at = strchr(at, '\001')) != NULL) {
    at++;
    if (at[0] != key || at[1] != '\002') continue;
    at += 2;
    snprintf(text, size, "%.*s", (int)strcspn(at, "\001'"), at);
    return;
  }
  text[0] = '\0';
}

// "46-58,60": each of these lines.
static int take_lines(struct taker *taker, const char *file, const char *ranges, int64_t hits) {
  int status = FLITLOCK_OK;
  while (*ranges != '\0' && status == FLITLOCK_OK) {
    char *end = NULL;
    const long first = strtol(ranges, &end, 10);
    const long last = *end == '-' ? strtol(end + 1, &end, 10) : first;
    for (long line = first; line > 0 && line <= last && status == FLITLOCK_OK; line++) {
      char point[32];
      snprintf(point, sizeof(point), "%ld", line);
      status = take(taker, FLITLOCK_COVER_LINE, file, point, hits);
    }
    if (*end != ',') break;
    ranges = end + 1;
  }
  return status;
}

static int take_verilator(struct taker *taker, char *line) {
  char path[2048], page[128], ranges[512], what[256], point[320], source[24];
  const char *end = strrchr(line, '\'');
  if (strncmp(line, "C '", 3) != 0 || end == NULL) return FLITLOCK_OK;
  field(line, 'f', path, sizeof(path));
  const char *slash = strrchr(path, '/');
  const char *file = slash != NULL ? slash + 1 : path;
  // What is made around a block when it is built is nobody's RTL.
  if (strncmp(file, "flitlock_shape_", 15) == 0) return FLITLOCK_OK;
  const char *at = strstr(line, "\001page\002");
  snprintf(page, sizeof(page), "%.*s", at != NULL ? (int)strcspn(at + 6, "\001'") : 0, at != NULL ? at + 6 : "");
  if (strncmp(page, "v_toggle", 8) == 0) {
    field(line, 'o', what, sizeof(what));
    field(line, 'l', source, sizeof(source));
    snprintf(point, sizeof(point), "%s:%s", source, what);
    return take(taker, FLITLOCK_COVER_TOGGLE, file, point, number(end + 1));
  }
  field(line, 'S', ranges, sizeof(ranges));
  return take_lines(taker, file, ranges, number(end + 1));
}

// ---- Files

static int take_file(struct taker *taker, const struct flitlock_cover_file *cover) {
  FILE *file = fopen(cover->path, "rb");
  // A run that failed early has left none.
  if (file == NULL && errno == ENOENT) return FLITLOCK_OK;
  if (file == NULL) return flitlock_fail(taker->error, FLITLOCK_E_INPUT, "cannot read '%s'", cover->path);
  char *line = NULL;
  size_t capacity = 0;
  int status = FLITLOCK_OK;
  while (status == FLITLOCK_OK && getline(&line, &capacity, file) > 0)
    status = cover->verilator ? take_verilator(taker, line) : take_line(taker, line);
  free(line);
  (void)fclose(file);
  return status;
}

int regress_cover_put(struct flitlock_regress_database *database, int64_t session,
                      const struct flitlock_cover_files *files, struct flitlock_error *error) {
  struct taker taker = {.database = database, .files = files, .error = error, .session = session};
  if (files->found != NULL) memset(files->found, 0, sizeof(*files->found));
  int status = sql_prepare(database->db, database->path,
                           "SELECT hits FROM cover WHERE session = ? AND kind = ? AND place = ? AND point = ?",
                           &taker.ask, error);
  if (status == FLITLOCK_OK)
    status = sql_prepare(database->db, database->path,
                         "INSERT INTO cover VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET hits = hits + "
                         "excluded.hits",
                         &taker.put, error);
  for (size_t n = 0; n < files->count && status == FLITLOCK_OK; n++)
    status = take_file(&taker, &files->file[n]);
  sqlite3_finalize(taker.ask);
  sqlite3_finalize(taker.put);
  return status;
}
