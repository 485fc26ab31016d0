// SPDX-License-Identifier: Apache-2.0
#include "flitlock/status.h"

#include <stdarg.h>
#include <stdio.h>

const char *flitlock_status_name(int status) {
  switch (status) {
#define NAME(name, value, exit_code, text) \
  case value:                              \
    return #name;
    FLITLOCK_STATUS_MAP(NAME)
#undef NAME
    default:
      return "unknown";
  }
}

const char *flitlock_status_text(int status) {
  switch (status) {
#define TEXT(name, value, exit_code, text) \
  case value:                              \
    return text;
    FLITLOCK_STATUS_MAP(TEXT)
#undef TEXT
    default:
      return "unknown";
  }
}

int flitlock_status_exit_code(int status) {
  switch (status) {
#define EXIT_CODE(name, value, exit_code, text) \
  case value:                                   \
    return exit_code;
    FLITLOCK_STATUS_MAP(EXIT_CODE)
#undef EXIT_CODE
    default:
      return 6;
  }
}

int flitlock_fail(struct flitlock_error *error, int status, const char *format, ...) {
  if (error == NULL) return status;
  error->status = status;
  va_list arguments;
  va_start(arguments, format);
  if (vsnprintf(error->text, sizeof error->text, format, arguments) < 0) error->text[0] = '\0';
  va_end(arguments);
  return status;
}
