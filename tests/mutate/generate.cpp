// SPDX-License-Identifier: Apache-2.0
// Writes RTL anew with every systematic mutant in it, and the list of them:
//   flitlock_mutate_generate ROOT RTL_FOLDER OUT_FOLDER LIST NAME...
// NAME: files of ROOT/RTL_FOLDER. All others are the caller's. LIST has a line for each mutant: number, file, line,
// column, kind, original and replacement, with tabs between. Number 0 selects none.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "mutate/mutants.h"

namespace {

std::string read_file(const std::string &path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw std::runtime_error("cannot read " + path);
  return text.str();
}

// In one line.
std::string flat(const std::string &text) {
  std::string out;
  for (const char c : text)
    if (c != '\n' && c != '\t' && !(c == ' ' && !out.empty() && out.back() == ' ')) {
      out += c;
    } else if (c == '\n' && !out.empty() && out.back() != ' ') {
      out += ' ';
    }
  return out;
}

void write_file(const std::string &path, const std::string &text) {
  std::ofstream out(path);
  out << text << std::flush;
  if (!out) throw std::runtime_error("cannot write " + path);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 6) {
    std::fputs("usage: flitlock_mutate_generate ROOT RTL_FOLDER OUT_FOLDER LIST NAME...\n", stderr);
    return 2;
  }
  std::string name;
  try {
    unsigned number = 0x5a0001;  // nothing else in a Verilated model is like these
    size_t dropped = 0;
    std::string list;
    for (int k = 5; k < argc; k++) {
      name = argv[k];
      std::string text = read_file(std::string(argv[1]) + "/" + argv[2] + "/" + name);
      const bool module = name.size() > 3 && name.compare(name.size() - 3, 3, ".sv") == 0;
      flitlock_mutate::Found found;
      if (module) found = flitlock_mutate::find_mutants(text);
      dropped += found.dropped;
      for (const flitlock_mutate::Mutant &mutant : found.mutants) {
        const auto line = std::count(text.begin(), text.begin() + static_cast<long>(mutant.begin), '\n') + 1;
        const size_t start = text.rfind('\n', mutant.begin);
        list += std::to_string(number + static_cast<unsigned>(&mutant - found.mutants.data())) + "\t" + argv[2] + "/" +
                name + "\t" + std::to_string(line) + "\t" +
                std::to_string(mutant.begin - (start == std::string::npos ? 0 : start)) + "\t" + mutant.kind + "\t" +
                flat(text.substr(mutant.begin, mutant.end - mutant.begin)) + "\t" + flat(mutant.replacement) + "\n";
      }
      const unsigned first = number;
      number += static_cast<unsigned>(found.mutants.size());
      text = flitlock_mutate::with_mutants(text, found.mutants, first, "flitlock_pkg::mutant");
      const size_t end = text.find("endpackage");
      if (end != std::string::npos)
        text.insert(end,
                    "  import \"DPI-C\" function int flitlock_mutant_number();\n"
                    "  int mutant = flitlock_mutant_number();\n");
      if (module) text.insert(0, "/* verilator lint_off WIDTH */ ");
      write_file(std::string(argv[3]) + "/" + name, text);
    }
    write_file(argv[4], list);
    std::fprintf(stderr, "%u mutants; %zu signals without another one to take\n", number - 0x5a0001, dropped);
    return 0;
  } catch (const std::exception &wrong) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), wrong.what());
    return 1;
  }
}
