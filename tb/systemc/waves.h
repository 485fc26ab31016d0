// SPDX-License-Identifier: Apache-2.0
// A VCD file of sc_trace that is closed on every way out: at the end of its scope, by an exception too.
#ifndef FLITLOCK_TB_SYSTEMC_WAVES_H
#define FLITLOCK_TB_SYSTEMC_WAVES_H

#include <string>
#include <systemc>

#include "flitlock/status.h"

namespace flitlock_sc {

class Waves {
 public:
  // `path` ends in ".vcd". The unit of time is set before anything is written: SystemC's own choice is its resolution.
  // Throws Error when the file cannot be opened.
  Waves(const std::string &path, double unit, sc_core::sc_time_unit of);
  ~Waves();
  Waves(const Waves &) = delete;
  Waves &operator=(const Waves &) = delete;

  sc_core::sc_trace_file *file() { return file_; }
  // Closes the file at the end of the simulation and looks whether all of it was written: E_OUTPUT.
  int close(flitlock_error *error);

 private:
  std::string path_;
  sc_core::sc_time unit_;
  sc_core::sc_trace_file *file_ = nullptr;
};

}  // namespace flitlock_sc

#endif
