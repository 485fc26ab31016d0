// SPDX-License-Identifier: Apache-2.0
// A budget of time for random configurations that may fill holes: the places with holes have their turns, and each is
// drawn for as its place says.
#include <stdlib.h>
#include <string.h>

#include "cli/regress.h"

// Places that no entry comes to are passed over; so many in a row, and there is nothing to do.
#define TRIES 4096

static int grow(void **array, uint64_t count, uint64_t before, size_t size) {
  char *grown = realloc(*array, count * size);
  if (grown == NULL) return 0;
  *array = grown;
  if (count > before) memset(grown + before * size, 0, (count - before) * size);
  return 1;
}

// Room for run `number`, in all that has a place for each.
static int make_room(struct regress_work *work, uint64_t number) {
  void *state = work->state, *begun = work->begun, *shrinking = work->shrinking, *order = work->order;
  void *fill = work->fill;
  const uint64_t count = number + 1, before = work->count;
  const int good = grow(&state, count, before, sizeof(*work->state)) &&
                   grow(&begun, count, before, sizeof(*work->begun)) &&
                   grow(&shrinking, count, before, sizeof(*work->shrinking)) &&
                   grow(&order, work->order_count + 1, work->order_count, sizeof(*work->order)) &&
                   grow(&fill, work->fill_count + 1, work->fill_count, sizeof(struct flitlock_regress_run *));
  work->state = state;
  work->begun = begun;
  work->shrinking = shrinking;
  work->order = order;
  work->fill = fill;
  if (good && count > before) work->count = count;
  return good;
}

static uint64_t add(struct regress_work *work, const struct flitlock_regress_run *run) {
  const uint64_t number = work->fill_first + work->fill_count;
  struct flitlock_regress_run *kept = malloc(sizeof(*kept));
  if (kept == NULL || !make_room(work, number)) {
    free(kept);
    return UINT64_MAX;
  }
  *kept = *run;
  kept->number = number;
  work->fill[work->fill_count++] = kept;
  work->order[work->order_count++] = number;
  return number;
}

uint64_t regress_fill_next(struct regress_work *work, double now) {
  struct flitlock_error unread;
  if (work->fill_until <= 0) {
    if (flitlock_cover_next_run(work->database, &work->session, work->count, &work->fill_first, &unread) != FLITLOCK_OK)
      return UINT64_MAX;
    work->fill_until = now + work->request->fill;
  }
  if (now >= work->fill_until) return UINT64_MAX;
  for (unsigned n = 0; n < TRIES; n++) {
    char place[512];
    struct flitlock_regress_run run;
    if (flitlock_cover_hole(work->database, &work->session, work->request->cover, work->fill_place++, place,
                            sizeof(place), &unread) != FLITLOCK_OK ||
        place[0] == '\0')
      return UINT64_MAX;
    // A number that no run of the session before has had.
    if (flitlock_cover_draw(work->suite, place, work->fill_first + work->fill_count, &run, &unread) == FLITLOCK_OK)
      return add(work, &run);
  }
  return UINT64_MAX;
}
