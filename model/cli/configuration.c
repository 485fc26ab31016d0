// SPDX-License-Identifier: Apache-2.0
#include "cli/configuration.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Options with a key of their own are turned into settings after those of --set, so that they are checked and
// reported like all others.
struct settings {
  const char **list;
  size_t count;
  char seed[48], cycles[48];
};

static int add_number(struct settings *settings, char *text, size_t size, const char *key, const char *what,
                      const char *value, struct flitlock_error *error) {
  uint64_t number = 0;
  int status = cli_number(value, what, 1, &number, error);
  if (status != FLITLOCK_OK) return status;
  snprintf(text, size, "%s=%llu", key, (unsigned long long)number);
  settings->list[settings->count++] = text;
  return FLITLOCK_OK;
}

static int collect(const struct cli_arguments *arguments, const struct cli_config_options *options,
                   struct settings *settings, struct flitlock_error *error) {
  for (size_t n = 0; n < arguments->given_count; n++) {
    if (arguments->given[n].option->id != options->set) continue;
    const char *setting = arguments->given[n].value;
    if (setting[0] == '=' || strchr(setting, '=') == NULL) {
      return flitlock_fail(error, FLITLOCK_E_USAGE, "--set needs KEY=VALUE, not '%s'", setting);
    }
    settings->list[settings->count++] = setting;
  }
  int status = FLITLOCK_OK;
  const char *seed = cli_value(arguments, options->seed);
  if (seed != NULL) {
    status = add_number(settings, settings->seed, sizeof(settings->seed), "seed", "--seed", seed, error);
  }
  const char *cycles = cli_value(arguments, options->cycles);
  if (cycles != NULL && status == FLITLOCK_OK) {
    status = add_number(settings, settings->cycles, sizeof(settings->cycles), "run.cycles", "--cycles", cycles, error);
  }
  return status;
}

int cli_load_config(const struct cli_arguments *arguments, const struct cli_config_options *options,
                    struct flitlock_config **config, struct flitlock_error *error) {
  struct settings settings = {0};
  settings.list = calloc(arguments->given_count + 2, sizeof(*settings.list));
  if (settings.list == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the settings");
  int status = collect(arguments, options, &settings, error);
  if (status == FLITLOCK_OK) {
    status = flitlock_config_load(arguments->operands[0], settings.list, settings.count, config, error);
  }
  free(settings.list);
  return status;
}
