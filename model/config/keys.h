// SPDX-License-Identifier: Apache-2.0
// The schema of the configuration: every key with its type, default and range, and the same for libcyaml.
// docs/configuration.md describes the keys; a test compares the two.
#ifndef FLITLOCK_CONFIG_KEYS_H
#define FLITLOCK_CONFIG_KEYS_H

#include <cyaml/cyaml.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum config_kind {
  CONFIG_COUNT,      // whole number, stored in an unsigned integer
  CONFIG_INT,        // the same, stored in an `int` in which -1 is "not said"
  CONFIG_BYTES,      // length with unit
  CONFIG_BYTES_INT,  // the same in an `int`
  CONFIG_TIME,       // cycles, or a time with unit
  CONFIG_TIME_INT,   // the same in an `int`
  CONFIG_TIME_AUTO,  // the same, or "auto", stored as UINT64_MAX
  CONFIG_REAL,       // number
  CONFIG_FLAG,       // true or false
  CONFIG_WORD,       // one of `words`
  CONFIG_TEXT,       // a name
  CONFIG_FILE,       // a path, relative to the file that says it
  CONFIG_SECTION,    // `keys` below
  CONFIG_LIST,       // entries with `keys`
  CONFIG_TEXTS,      // list of names
  CONFIG_COUNTS,     // list of whole numbers
};

// `preset` is the default as a person would write it: NULL when the key must be given, CONFIG_UNSAID for a key of a
// rule that says nothing unless it is given, CONFIG_NULL for no value.
#define CONFIG_UNSAID "-1"
#define CONFIG_NULL   "null"

struct config_key {
  const char *name;
  enum config_kind kind;
  const char *preset;
  double low, high;  // of numbers, and of the entries of CONFIG_COUNTS
  const cyaml_strval_t *words;
  size_t words_count;
  const struct config_key *keys;  // ends with a NULL name; libcyaml's fields have the same order
};

extern const struct config_key flitlock_config_keys[];
extern const cyaml_schema_field_t flitlock_config_fields[];
extern const cyaml_schema_value_t flitlock_config_schema;

// Entry of `keys` with this name, or NULL.
const struct config_key *flitlock_config_key_find(const struct config_key *keys, const char *name);

#ifdef __cplusplus
}
#endif
#endif
