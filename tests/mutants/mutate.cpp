// SPDX-License-Identifier: Apache-2.0
// Writes a source file anew with every mutant of the manifest in it, each behind a question after the number that was
// selected:   flitlock_mutate MANIFEST NAME INPUT OUTPUT
// NAME is the file as the manifest calls it. With number 0 the file means what INPUT means.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "mutants/manifest.h"

using flitlock_test::Mutant;

namespace {

// A piece of the text and the mutants that replace just that.
struct Site {
  size_t begin, end;
  std::vector<const Mutant *> mutants;
};

std::string read_file(const std::string &path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw std::runtime_error("cannot read " + path);
  return text.str();
}

size_t occurrences(const std::string &text, const std::string &piece) {
  size_t count = 0;
  for (size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1))
    count++;
  return count;
}

// Outer sites before those inside them.
std::vector<Site> find_sites(const std::string &text, const std::vector<Mutant> &mutants, const std::string &name) {
  std::map<std::pair<size_t, size_t>, Site> found;
  for (const Mutant &mutant : mutants) {
    if (mutant.file != name) continue;
    const std::string whole = mutant.before + mutant.original + mutant.after;
    const size_t count = occurrences(text, whole);
    if (count != 1)
      throw std::runtime_error("mutant " + mutant.name + ": its text occurs " + std::to_string(count) + " times in " +
                               name + ", not once: " + whole);
    const size_t begin = text.find(whole) + mutant.before.size(), end = begin + mutant.original.size();
    Site &site = found[{begin, ~end}];
    site.begin = begin;
    site.end = end;
    site.mutants.push_back(&mutant);
  }
  std::vector<Site> sites;
  for (const auto &entry : found)
    sites.push_back(entry.second);
  for (size_t k = 1; k < sites.size(); k++)
    for (size_t j = 0; j < k; j++)
      if (sites[k].begin < sites[j].end && sites[k].end > sites[j].end)
        throw std::runtime_error("mutants " + sites[j].mutants[0]->name + " and " + sites[k].mutants[0]->name +
                                 " overlap and neither is inside the other");
  return sites;
}

// The text of [begin, end) with the sites from number `next` on that lie in it.
std::string render(const std::string &text, size_t begin, size_t end, const std::vector<Site> &sites, size_t &next,
                   const std::string &selected) {
  std::string out;
  size_t at = begin;
  while (next < sites.size() && sites[next].begin < end) {
    const Site &site = sites[next++];
    out += text.substr(at, site.begin - at) + "(";
    for (const Mutant *mutant : site.mutants)
      out += selected + " == " + std::to_string(mutant->number) + " ? (" + mutant->replacement + ") : ";
    out += "(" + render(text, site.begin, site.end, sites, next, selected) + "))";
    at = site.end;
  }
  return out + text.substr(at, end - at);
}

void declare(std::string &text, const std::vector<Mutant> &mutants, const std::string &name) {
  for (const Mutant &mutant : mutants) {
    if (mutant.file != name || mutant.declare.empty()) continue;
    const size_t site = text.find(mutant.before + mutant.original + mutant.after);
    text.insert(text.rfind('\n', site) + 1, mutant.declare + "\n");
  }
}

std::string mutated(std::string text, const std::vector<Mutant> &mutants, const std::string &name) {
  find_sites(text, mutants, name);  // complains of the text as it is
  declare(text, mutants, name);
  const bool c = name.rfind("model/", 0) == 0;
  size_t next = 0;
  const std::vector<Site> sites = find_sites(text, mutants, name);
  text = render(text, 0, text.size(), sites, next, c ? "flitlock_mutant_number()" : "flitlock_pkg::mutant");
  if (c) return "extern int flitlock_mutant_number(void);\n" + text;
  // The number is asked for once, as a model is made.
  const size_t end = text.find("endpackage");
  if (end != std::string::npos)
    text.insert(end,
                "  import \"DPI-C\" function int flitlock_mutant_number();\n"
                "  int mutant = flitlock_mutant_number();\n");
  // Two sides of a question need not be as wide as what they are assigned to.
  if (name.size() > 3 && name.compare(name.size() - 3, 3, ".sv") == 0)
    text.insert(0, "/* verilator lint_off WIDTH */\n");
  return text;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 5) {
    std::fputs("usage: flitlock_mutate MANIFEST NAME INPUT OUTPUT\n", stderr);
    return 2;
  }
  try {
    std::ifstream in(argv[1]);
    const std::vector<Mutant> mutants = flitlock_test::read_manifest(in);
    const std::string text = mutated(read_file(argv[3]), mutants, argv[2]);
    std::ofstream out(argv[4]);
    out << text << std::flush;
    if (!out) throw std::runtime_error(std::string("cannot write ") + argv[4]);
    return 0;
  } catch (const std::exception &wrong) {
    std::fprintf(stderr, "%s: %s\n", argv[1], wrong.what());
    return 1;
  }
}
