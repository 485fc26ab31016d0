// SPDX-License-Identifier: Apache-2.0
// Mutation scores beside a regression: what 'flitlock mutate --json' wrote into the folder mutation (docs/mutation.md).
#define _POSIX_C_SOURCE 200809L  // scandir
#include "regress/mutation.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_json(const struct dirent *entry) {
  const size_t length = strlen(entry->d_name);
  return length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

json_t *regress_mutation_scores(const char *folder) {
  char path[4096];
  json_t *list = json_array();
  if (snprintf(path, sizeof(path), "%s/mutation", folder) >= (int)sizeof(path)) return list;
  struct dirent **entry = NULL;
  const int count = scandir(path, &entry, is_json, alphasort);
  for (int n = 0; n < count; n++) {
    char file[4096 + 300];
    snprintf(file, sizeof(file), "%s/%s", path, entry[n]->d_name);
    json_t *score = json_load_file(file, 0, NULL);
    // A file of somebody else, or one that is being written, is no score.
    if (json_is_string(json_object_get(score, "block")) && json_is_number(json_object_get(score, "score")) &&
        json_is_array(json_object_get(score, "survivors"))) {
      if (json_array_append(list, score) != 0) {
        json_decref(list);
        list = NULL;
      }
    }
    json_decref(score);
    free(entry[n]);
  }
  free(entry);
  return list;
}
