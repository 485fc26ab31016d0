// SPDX-License-Identifier: Apache-2.0
// What an instance has to say, oldest first, until somebody reads it.
#ifndef FLITLOCK_TB_MESSAGES_H
#define FLITLOCK_TB_MESSAGES_H

#ifdef __cplusplus
extern "C" {
#endif

#define FLITLOCK_DPI_MESSAGES     16
#define FLITLOCK_DPI_MESSAGE_SIZE 1024

struct flitlock_dpi_messages {
  unsigned first;  // oldest that was not read
  unsigned count;
  unsigned lost;  // that found no room since the last was read
  char text[FLITLOCK_DPI_MESSAGES][FLITLOCK_DPI_MESSAGE_SIZE];
  char reading[FLITLOCK_DPI_MESSAGE_SIZE];  // handed out last
};

// Keeps a message; without room it is counted. The oldest are kept, since what comes later is most often a consequence.
void flitlock_dpi_say(struct flitlock_dpi_messages *messages, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
// Takes the oldest, or the number of those that were lost; "" when there is nothing. Never NULL.
const char *flitlock_dpi_read(struct flitlock_dpi_messages *messages);

#ifdef __cplusplus
}
#endif
#endif
