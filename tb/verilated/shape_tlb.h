// SPDX-License-Identifier: Apache-2.0
// The text of link TLBs' shapes.
#ifndef FLITLOCK_TB_SHAPE_TLB_H
#define FLITLOCK_TB_SHAPE_TLB_H

#include <iosfwd>
#include <string>

#include "flitlock/link_tlb.h"

namespace flitlock_rtl {

void read_line(flitlock_l1_tlb_params &params, const std::string &key, std::istream &words, unsigned line);
void read_line(flitlock_l2_tlb_params &params, const std::string &key, std::istream &words, unsigned line);
void write_lines(std::ostream &out, const flitlock_l1_tlb_params &params);
void write_lines(std::ostream &out, const flitlock_l2_tlb_params &params);

}  // namespace flitlock_rtl

#endif
