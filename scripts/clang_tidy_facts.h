// SPDX-License-Identifier: Apache-2.0
// Read before each file of model/ by scripts/lint tidy, and by nothing else. clang-tidy looks at one file at a time:
// here it is told what functions of other files are sure to do, so that it follows no path that cannot be.
#ifndef FLITLOCK_CLANG_TIDY_FACTS_H
#define FLITLOCK_CLANG_TIDY_FACTS_H

#include <flitlock/status.h>

// It returns the status that it is given.
#define flitlock_fail(error, status, ...) ((void)flitlock_fail((error), (status), __VA_ARGS__), (status))

#endif
