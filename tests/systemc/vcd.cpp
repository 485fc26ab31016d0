// SPDX-License-Identifier: Apache-2.0
#include "systemc/vcd.h"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace flitlock_test {
namespace {

class Reader {
 public:
  Reader(const std::string &path, ScVcd &vcd) : file_(path), vcd_(vcd) {
    if (!file_) fail("cannot open " + path);
  }

  void read() {
    std::string token;
    while (file_ >> token && token != "$enddefinitions")
      define(token, until_end());
    if (token != "$enddefinitions" || !until_end().empty() || !scopes_.empty() || vcd_.timescale.empty())
      fail("the header is not whole");
    while (file_ >> token && token != "$dumpvars")
      if (token != "$comment" || until_end().empty()) fail("'" + token + "' before $dumpvars");
    while (file_ >> token && token != "$end")
      change(token, true);
    for (const auto &[code, signal] : codes_)
      if (signal->last.empty()) fail("no initial value of " + code);
    bool timed = false;
    while (file_ >> token) {
      if (token[0] == '#') {
        const uint64_t time = std::stoull(token.substr(1));
        if (timed && time <= vcd_.end) fail("time " + token + " is not later than the one before");
        vcd_.end = time;
        timed = true;
      } else {
        if (!timed) fail("a change before the first time");
        change(token, false);
      }
    }
  }

 private:
  [[noreturn]] static void fail(const std::string &what) { throw std::runtime_error(what); }

  std::string until_end() {
    std::string all, token;
    while (file_ >> token && token != "$end")
      all += (all.empty() ? "" : " ") + token;
    if (token != "$end") fail("no $end");
    return all;
  }

  void define(const std::string &command, const std::string &text) {
    std::istringstream words(text);
    std::string kind, name, code, range, more;
    unsigned bits = 0;
    if (command == "$timescale") {
      vcd_.timescale = text;
    } else if (command == "$scope") {
      if (!(words >> kind >> name) || kind != "module" || words >> more) fail("scope '" + text + "'");
      scopes_.push_back(name);
    } else if (command == "$upscope") {
      if (scopes_.empty()) fail("$upscope without a scope");
      scopes_.pop_back();
    } else if (command == "$var") {
      if (!(words >> kind >> bits >> code >> name) || kind != "wire" || bits == 0) fail("var '" + text + "'");
      words >> range;
      if (range != (bits == 1 ? "" : "[" + std::to_string(bits - 1) + ":0]") || words >> more)
        fail("var '" + text + "'");
      std::string full;
      for (size_t k = 1; k < scopes_.size(); k++)  // the first is "SystemC"
        full += scopes_[k] + ".";
      full += name;
      if (vcd_.signals.count(full) != 0 || codes_.count(code) != 0) fail("twice: " + full + ", " + code);
      vcd_.signals[full].bits = bits;
      codes_[code] = &vcd_.signals[full];
    } else if (command != "$date" && command != "$version") {
      fail("unexpected " + command);
    }
  }

  void change(const std::string &token, bool first) {
    std::string value = token.substr(0, 1), code = token.substr(1);
    if (token[0] == 'b') {
      value = token.substr(1);
      if (!(file_ >> code)) fail("the file ends in a change");
    }
    const auto found = codes_.find(code);
    if (found == codes_.end()) fail("a change of the unknown '" + code + "'");
    ScVcd::Signal &signal = *found->second;
    if ((token[0] == 'b') != (signal.bits > 1) || value.empty() || value.size() > signal.bits ||
        value.find_first_not_of("01") != std::string::npos)
      fail("'" + token + "' for " + std::to_string(signal.bits) + " bits");
    if (first != signal.last.empty() || value == signal.last) fail("'" + token + "' is no change of " + code);
    if (!first) signal.changes++;
    signal.last = value;
  }

  std::ifstream file_;
  ScVcd &vcd_;
  std::vector<std::string> scopes_;
  std::map<std::string, ScVcd::Signal *> codes_;
};

}  // namespace

ScVcd read_sc_vcd(const std::string &path) {
  ScVcd vcd;
  try {
    Reader(path, vcd).read();
  } catch (const std::exception &wrong) {
    vcd.error = wrong.what();
  }
  return vcd;
}

}  // namespace flitlock_test
