// SPDX-License-Identifier: Apache-2.0
// The text of L2 slices' shapes.
#ifndef FLITLOCK_TB_SHAPE_L2_H
#define FLITLOCK_TB_SHAPE_L2_H

#include <iosfwd>
#include <string>

#include "flitlock/l2_slice.h"

namespace flitlock_rtl {

void read_line(flitlock_l2_slice_params &params, const std::string &key, std::istream &words, unsigned line);
void write_lines(std::ostream &out, const flitlock_l2_slice_params &params);

}  // namespace flitlock_rtl

#endif
