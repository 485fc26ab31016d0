// SPDX-License-Identifier: Apache-2.0
// Included before everything else in Verilated code (-include): what the RTL prints, such as the text of an assertion,
// goes to the block that is being evaluated and not to standard output.
#ifndef FLITLOCK_TB_RTL_PRINT_H
#define FLITLOCK_TB_RTL_PRINT_H

int flitlock_rtl_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define VL_PRINTF flitlock_rtl_print

#endif
