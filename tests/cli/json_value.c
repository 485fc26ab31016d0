// SPDX-License-Identifier: Apache-2.0
// Looks into JSON for the test scripts.
//
//   json_value FILE PATH...   prints the value under each path ("links/0/name"), one a line: scalars as they are,
//                             objects and arrays as the number of their members
//   json_value FILE --links   checks that utilization and idle causes of every link add up to 1, the counts to the
//                             cycles, and prints the number of links
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const json_t *find(const json_t *value, const char *path) {
  while (value != NULL && *path != '\0') {
    size_t length = strcspn(path, "/");
    char key[64];
    snprintf(key, sizeof(key), "%.*s", (int)length, path);
    value = json_is_array(value) ? json_array_get(value, strtoul(key, NULL, 10)) : json_object_get(value, key);
    path += length;
    if (*path == '/') path++;
  }
  return value;
}

static int print(const json_t *root, const char *path) {
  const json_t *value = find(root, path);
  if (value == NULL) {
    fprintf(stderr, "json_value: there is no %s\n", path);
    return 1;
  }
  if (json_is_string(value)) {
    puts(json_string_value(value));
  } else if (json_is_object(value)) {
    printf("%zu\n", json_object_size(value));
  } else if (json_is_array(value)) {
    printf("%zu\n", json_array_size(value));
  } else {
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    puts(text != NULL ? text : "");
    free(text);
  }
  return 0;
}

static int check_links(const json_t *root) {
  const json_t *links = json_object_get(root, "links");
  size_t index = 0;
  json_t *link = NULL;
  json_array_foreach(links, index, link) {
    double sum = json_number_value(json_object_get(link, "utilization"));
    json_int_t cycles = json_integer_value(json_object_get(link, "flits"));
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(json_object_get(link, "idle"), key, value) sum += json_number_value(value);
    json_object_foreach(json_object_get(link, "idle_cycles"), key, value) cycles += json_integer_value(value);
    if (fabs(sum - 1) > 1e-9 || cycles != json_integer_value(json_object_get(link, "cycles")) || cycles == 0) {
      fprintf(stderr, "json_value: link %zu: shares add up to %.17g, counts to %lld\n", index, sum, (long long)cycles);
      return 1;
    }
  }
  printf("%zu\n", json_array_size(links));
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fputs("usage: json_value FILE PATH...|--links\n", stderr);
    return 2;
  }
  json_error_t error;
  json_t *root = json_load_file(argv[1], JSON_REJECT_DUPLICATES, &error);
  if (root == NULL) {
    fprintf(stderr, "json_value: %s:%d: %s\n", argv[1], error.line, error.text);
    return 1;
  }
  int failed = 0;
  for (int n = 2; n < argc; n++) {
    failed |= strcmp(argv[n], "--links") == 0 ? check_links(root) : print(root, argv[n]);
  }
  json_decref(root);
  return failed;
}
