// SPDX-License-Identifier: Apache-2.0
#include "cli/implementation.h"

#include <stdlib.h>
#include <string.h>

// "PATTERN=USE"; a pattern may have '=' itself.
static int read_rule(const char *text, struct flitlock_impl_rule *rule, struct flitlock_error *error) {
  static const char *const uses[] = {"c", "rtl", "lockstep"};  // enum flitlock_use
  const char *equals = strrchr(text, '=');
  if (equals != NULL && equals > text) {
    for (int use = FLITLOCK_USE_C; use <= FLITLOCK_USE_LOCKSTEP; use++) {
      if (strcmp(equals + 1, uses[use]) != 0) continue;
      rule->use = use;
      rule->match = strndup(text, (size_t)(equals - text));
      if (rule->match != NULL) return FLITLOCK_OK;
      return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for --impl");
    }
  }
  return flitlock_fail(error, FLITLOCK_E_USAGE, "--impl needs PATTERN=USE, where USE is c, rtl or lockstep, not '%s'",
                       text);
}

int cli_rules_read(const struct cli_arguments *arguments, int id, struct cli_rules *rules,
                   struct flitlock_error *error) {
  rules->count = 0;
  rules->rule = calloc(arguments->given_count + 1, sizeof(*rules->rule));
  if (rules->rule == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for --impl");
  for (size_t n = 0; n < arguments->given_count; n++) {
    if (arguments->given[n].option->id != id) continue;
    int status = read_rule(arguments->given[n].value, &rules->rule[rules->count], error);
    if (status != FLITLOCK_OK) return status;
    rules->count++;
  }
  return FLITLOCK_OK;
}

void cli_rules_free(struct cli_rules *rules) {
  for (unsigned n = 0; n < rules->count; n++)
    free(rules->rule[n].match);
  free(rules->rule);
  rules->rule = NULL;
  rules->count = 0;
}
