// SPDX-License-Identifier: Apache-2.0
#include "dpi/messages.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void flitlock_dpi_say(struct flitlock_dpi_messages *messages, const char *format, ...) {
  if (messages->count == FLITLOCK_DPI_MESSAGES) {
    messages->lost++;
    return;
  }
  char *text = messages->text[(messages->first + messages->count) % FLITLOCK_DPI_MESSAGES];
  va_list arguments;
  va_start(arguments, format);
  // An empty text would look like the end of the messages.
  if (vsnprintf(text, FLITLOCK_DPI_MESSAGE_SIZE, format, arguments) <= 0)
    (void)snprintf(text, FLITLOCK_DPI_MESSAGE_SIZE, "a message that cannot be written: %.900s", format);
  va_end(arguments);
  messages->count++;
}

const char *flitlock_dpi_read(struct flitlock_dpi_messages *messages) {
  messages->reading[0] = '\0';
  if (messages->count != 0) {
    memcpy(messages->reading, messages->text[messages->first], sizeof messages->reading);
    messages->first = (messages->first + 1U) % FLITLOCK_DPI_MESSAGES;
    messages->count--;
  } else if (messages->lost != 0) {
    (void)snprintf(messages->reading, sizeof messages->reading, "and %u more messages", messages->lost);
    messages->lost = 0;
  }
  return messages->reading;
}
