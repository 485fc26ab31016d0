// SPDX-License-Identifier: Apache-2.0
// Status codes and error messages of the library.
//
// Every function that can fail returns `int`: FLITLOCK_OK (0) or one of the codes below. The library never prints,
// exits or aborts; what went wrong is written to the caller's `struct flitlock_error`, where one is passed.
#ifndef FLITLOCK_STATUS_H
#define FLITLOCK_STATUS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// name, value, exit code of the command line, text
#define FLITLOCK_STATUS_MAP(X)                                                        \
  X(OK, 0, 0, "success")                                                              \
  X(E_MISMATCH, 100, 1, "golden and device under test differ, or an invariant broke") \
  X(E_POINTS, 101, 1, "points of a sweep failed")                                     \
  X(E_COVERAGE, 102, 7, "less was covered than has to be")                            \
  X(E_USAGE, 200, 2, "wrong use of the command line or of the interface")             \
  X(E_CONFIG, 201, 2, "impossible or unknown configuration")                          \
  X(E_INPUT, 202, 2, "an input file cannot be read or understood")                    \
  X(E_PROTOCOL, 203, 1, "a block broke the contract of its ports")                    \
  X(E_NO_PROGRESS, 300, 3, "nothing moved for too long")                              \
  X(E_TIMEOUT, 400, 4, "the time or cycle limit was reached or the run interrupted")  \
  X(E_VACUOUS, 500, 5, "nothing was checked or simulated")                            \
  X(E_OUTPUT, 600, 6, "an output file cannot be written")                             \
  X(E_NO_MEMORY, 601, 6, "out of memory")                                             \
  X(E_INTERNAL, 602, 6, "internal error")

enum flitlock_status {
#define FLITLOCK_STATUS_ENUM(name, value, exit_code, text) FLITLOCK_##name = (value),
  FLITLOCK_STATUS_MAP(FLITLOCK_STATUS_ENUM)
#undef FLITLOCK_STATUS_ENUM
};

// A message for a person: what, where, both values, what to do. `text` is always a terminated string.
struct flitlock_error {
  int status;
  char text[2048];
};

// Name ("E_CONFIG") and text of a status. Never NULL; unknown codes give "unknown".
const char *flitlock_status_name(int status);
const char *flitlock_status_text(int status);
// Exit code of the command line for a status: 0 pass, 1 mismatch or failed points, 2 usage or configuration, 3 no
// progress, 4 timeout, 5 vacuous, 6 internal, 7 coverage.
int flitlock_status_exit_code(int status);

// Writes a formatted message into `error` (NULL is allowed) and returns `status`, so that it can be used in a return.
int flitlock_fail(struct flitlock_error *error, int status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

#ifdef __cplusplus
}
#endif
#endif
