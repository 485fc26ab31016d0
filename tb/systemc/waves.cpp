// SPDX-License-Identifier: Apache-2.0
#include "systemc/waves.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

#include "systemc/pins.h"

namespace flitlock_sc {
namespace {

constexpr char suffix[] = ".vcd";

// The last line of the file that is not empty.
std::string last_line(const std::string &path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg(), tail = size < 64 ? size : 64;
  if (tail <= 0) return "";
  file.seekg(-tail, std::ios::end);
  std::string text(static_cast<size_t>(tail), '\0');
  file.read(text.data(), tail);
  text.erase(text.find_last_not_of('\n') + 1);
  return text.substr(text.find_last_of('\n') + 1);
}

}  // namespace

Waves::Waves(const std::string &path, double unit, sc_core::sc_time_unit of) : path_(path), unit_(unit, of) {
  const size_t stem = path.size() < sizeof suffix ? 0 : path.size() - (sizeof suffix - 1);
  if (stem == 0 || path.compare(stem, std::string::npos, suffix) != 0)
    throw Error(FLITLOCK_E_USAGE, "'" + path + "': the name of a VCD file ends in .vcd, SystemC adds it otherwise");
  // SystemC goes on without a file that it could not open, and ends the process when it writes.
  if (!std::ofstream(path))
    throw Error(FLITLOCK_E_OUTPUT, path + ": the waves cannot be written: " + std::strerror(errno));
  try {
    file_ = sc_core::sc_create_vcd_trace_file(path.substr(0, stem).c_str());
  } catch (const sc_core::sc_report &report) {
    throw Error(FLITLOCK_E_OUTPUT, report.get_msg());
  }
  file_->set_time_unit(unit, of);
}

Waves::~Waves() { close(nullptr); }

int Waves::close(flitlock_error *error) {
  if (file_ == nullptr) return FLITLOCK_OK;
  sc_core::sc_close_vcd_trace_file(file_);
  file_ = nullptr;
  // SystemC does not look whether it could write. The last thing is the time of the end.
  const auto end = static_cast<unsigned long long>(std::floor(sc_core::sc_time_stamp() / unit_));
  const std::string wanted = "#" + std::to_string(end), found = last_line(path_);
  if (found == wanted) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_OUTPUT, "%s: the waves end in '%.40s' and not at %s: is the disk full?",
                       path_.c_str(), found.c_str(), wanted.c_str());
}

}  // namespace flitlock_sc
