// SPDX-License-Identifier: Apache-2.0
// A program that was built without the RTL.
#include "cli/implementation.h"

const struct flitlock_device *cli_rtl_device(void) { return NULL; }
