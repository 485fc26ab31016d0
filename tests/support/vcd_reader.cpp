// SPDX-License-Identifier: Apache-2.0
#include "support/vcd_reader.h"

#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

namespace flitlock_test {
namespace {

class Reader {
 public:
  Reader(const std::string &path, VcdFile &vcd) : file_(path), vcd_(vcd) {
    if (!file_) throw std::runtime_error("cannot open " + path);
  }

  void read() {
    while (!defined_)
      header_command(word("a header command"));
    bool dumping = false;
    for (std::string token; file_ >> token;) {
      if (token == "$dumpvars") {
        if (!timed_ || dumped_) fail("$dumpvars belongs after the first time, once");
        dumping = dumped_ = true;
      } else if (token == "$end") {
        if (!dumping) fail("$end without a beginning");
        dumping = false;
        for (const auto &[code, name] : names_) {
          if (vcd_.signals[name].changes.empty()) fail(name + " has no initial value");
        }
      } else if (token[0] == '#') {
        time(token);
      } else {
        if (!dumped_) fail("a value before $dumpvars");
        change(token, dumping);
      }
    }
    if (!dumped_ || dumping) fail("no whole $dumpvars");
  }

 private:
  [[noreturn]] static void fail(const std::string &what) { throw std::runtime_error(what); }

  std::string word(const std::string &what) {
    std::string token;
    if (!(file_ >> token)) fail("the file ends where " + what + " should be");
    return token;
  }
  std::string until_end() {
    std::string all;
    for (std::string token = word("$end"); token != "$end"; token = word("$end")) {
      all += all.empty() ? token : " " + token;
    }
    return all;
  }

  static void check_name(const std::string &name) {
    for (size_t c = 0; c < name.size(); c++) {
      char l = name[c];
      bool letter = (l >= 'a' && l <= 'z') || (l >= 'A' && l <= 'Z') || l == '_';
      bool later = (l >= '0' && l <= '9') || l == '$';
      if (!letter && !(c > 0 && later)) fail("illegal name '" + name + "'");
    }
    if (name.empty()) fail("empty name");
  }

  std::string full(const std::string &name) const {
    std::string all;
    for (const std::string &scope : scopes_)
      all += scope + ".";
    return all + name;
  }

  void header_command(const std::string &command) {
    std::string text = until_end();
    std::istringstream words(text);
    if (command == "$timescale") {
      vcd_.timescale = text;
    } else if (command == "$scope") {
      std::string kind, name, more;
      words >> kind >> name;
      if (kind != "module" || words >> more) fail("scope '" + text + "'");
      check_name(name);
      if (!used_.insert(full(name)).second) fail("scope " + full(name) + " twice");
      scopes_.push_back(name);
    } else if (command == "$upscope") {
      if (scopes_.empty() || !text.empty()) fail("$upscope");
      scopes_.pop_back();
    } else if (command == "$var") {
      var(words, text);
    } else if (command == "$enddefinitions") {
      if (!scopes_.empty() || vcd_.timescale.empty() || vcd_.signals.empty()) fail("header is not whole");
      defined_ = true;
    } else if (command != "$version" && command != "$comment") {
      fail("unexpected " + command);
    }
  }

  void var(std::istringstream &words, const std::string &text) {
    std::string kind, code, name, range, more;
    unsigned bits = 0;
    if (!(words >> kind >> bits >> code >> name)) fail("var '" + text + "'");
    words >> range;
    std::string wanted = bits == 1 ? "" : "[" + std::to_string(bits - 1) + ":0]";
    if (kind != "wire" || range != wanted || words >> more || bits == 0) fail("var '" + text + "'");
    if (scopes_.empty()) fail("var outside of a scope");
    check_name(name);
    for (char c : code) {
      if (c < '!' || c > '~') fail("illegal code");
    }
    if (!names_.emplace(code, full(name)).second) fail("code " + code + " twice");
    if (!used_.insert(full(name)).second) fail("name " + full(name) + " twice");
    vcd_.signals[full(name)].bits = bits;
  }

  void time(const std::string &token) {
    size_t used = 0;
    uint64_t time = std::stoull(token.substr(1), &used);
    if (used != token.size() - 1) fail("time '" + token + "'");
    if (timed_ && time <= vcd_.end) fail("time " + token + " is not later than the one before");
    if (!timed_) vcd_.begin = time;
    timed_ = true;
    vcd_.end = time;
  }

  void change(const std::string &token, bool dumping) {
    std::string code, digits;
    if (token[0] == 'b') {
      digits = token.substr(1);
      code = word("a code");
    } else {
      digits = token.substr(0, 1);
      code = token.substr(1);
    }
    auto found = names_.find(code);
    if (found == names_.end()) fail("value for the unknown code '" + code + "'");
    VcdFile::Signal &signal = vcd_.signals[found->second];
    if ((token[0] == 'b') != (signal.bits > 1)) fail("wrong kind of value for " + found->second);
    if (digits.empty() || digits.size() > signal.bits || digits.find_first_not_of("01") != std::string::npos) {
      fail("value '" + digits + "' for " + found->second);
    }
    if (digits.size() > 1 && digits[0] == '0') fail("leading zero for " + found->second);
    uint64_t value = std::stoull(digits, nullptr, 2);
    if (dumping != signal.changes.empty()) fail("initial value of " + found->second);
    if (!dumping && signal.changes.back().second == value) fail("no change of " + found->second);
    signal.changes.emplace_back(vcd_.end, value);
  }

  std::ifstream file_;
  VcdFile &vcd_;
  std::vector<std::string> scopes_;
  std::set<std::string> used_;
  std::map<std::string, std::string> names_;  // code: full name
  bool defined_ = false, timed_ = false, dumped_ = false;
};

}  // namespace

uint64_t VcdFile::Signal::at(uint64_t time) const {
  uint64_t value = 0;
  for (const auto &change : changes) {
    if (change.first > time) break;
    value = change.second;
  }
  return value;
}

VcdFile read_vcd(const std::string &path) {
  VcdFile vcd;
  try {
    Reader(path, vcd).read();
  } catch (const std::exception &problem) {
    vcd.error = problem.what();
  }
  return vcd;
}

}  // namespace flitlock_test
