// SPDX-License-Identifier: Apache-2.0
#include "rtl/benches/bench.h"

#include <fnmatch.h>
#include <jansson.h>

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>

#include <flitlock/regress.h>

namespace flitlock_test {

// ---- The case

std::string BenchCase::word(const std::string &key, const std::string &fallback) {
  asked_.insert(key);
  const auto found = keys_.find(key);
  return found != keys_.end() ? found->second : fallback;
}

double BenchCase::real(const std::string &key, double fallback) {
  const std::string text = word(key, "");
  if (text.empty()) return fallback;
  char *end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !(value >= 0 && value <= 1e9))
    throw BenchMistake(key + ": '" + text + "' is no number from 0 on");
  return value;
}

unsigned BenchCase::number(const std::string &key, unsigned fallback) {
  const double value = real(key, fallback);
  if (value != static_cast<double>(static_cast<unsigned>(value)))
    throw BenchMistake(key + ": '" + word(key, "") + "' is no whole number");
  return static_cast<unsigned>(value);
}

void BenchCase::check_all() const {
  for (const auto &[key, value] : keys_) {
    if (asked_.count(key) != 0) continue;
    std::string known;
    for (const std::string &other : asked_)
      known += (known.empty() ? "" : ", ") + other;
    throw BenchMistake("unknown key '" + key + "'; there are " + known);
  }
}

// ---- The host

BenchHost::BenchHost(const BenchCase &bench_case) : case_(bench_case) {
  if (case_.host != "lockstep") return;
  flitlock_lockstep_options options;
  flitlock_lockstep_options_default(&options);
  flitlock_error error{};
  if (flitlock_lockstep_create(&options, &session_, &error) != FLITLOCK_OK) throw std::runtime_error(error.text);
}

BenchHost::~BenchHost() {
  flitlock_lockstep_destroy(session_);
  for (Place *place : places_)
    delete place;
}

BenchHost::Block BenchHost::block(const std::string &name, const flitlock_block_ops &golden,
                                  const flitlock_block_ops &device, const void *params, uint32_t max_len,
                                  uint32_t unit_bytes, bool makes_packets) {
  const flitlock_block_ops &used = case_.device_golden ? golden : device;
  if (case_.host == "c") return {&golden, params};
  if (case_.host == "rtl") return {&used, params};
  places_.push_back(new Place);
  Place &place = *places_.back();
  place.pair.session = session_;
  place.pair.golden = &golden;
  place.pair.device = &used;
  place.pair.golden_params = place.pair.device_params = params;
  place.pair.max_len = max_len;
  place.pair.unit_bytes = unit_bytes;
  place.pair.makes_packets = makes_packets ? 1 : 0;
  const bool here =
      case_.plant_at.empty() ? places_.size() == 1 : fnmatch(case_.plant_at.c_str(), name.c_str(), 0) == 0;
  if (case_.planted && here) {
    const flitlock_block_ops *&changed = case_.plant_golden ? place.pair.golden : place.pair.device;
    place.planted = {changed, params, unit_bytes, case_.plant, session_};
    changed = &flitlock_planted_block;
    (case_.plant_golden ? place.pair.golden_params : place.pair.device_params) = &place.planted;
  }
  return {&flitlock_lockstep_block, &place.pair};
}

// ---- What came of it

namespace {

struct Verdict {
  int outcome = FLITLOCK_REGRESS_PASS, status = FLITLOCK_OK;
  std::string message, kind, block;
  uint64_t at = 0;
  flitlock_lockstep_counts counts{};
};

// The first rule that a text names.
std::string rule_of(const std::string &text) {
  const size_t from = text.find("R-");
  size_t to = from;
  while (to < text.size() && (std::isalnum(static_cast<unsigned char>(text[to])) || text[to] == '-'))
    to++;
  return from == std::string::npos ? "" : " " + text.substr(from, to - from);
}

// What a block is, without the number of the instance: "l1" of "l1_2".
std::string role_of(const std::string &block) {
  const size_t digits = block.find_last_not_of("0123456789");
  return digits != std::string::npos && digits > 0 && block[digits] == '_' ? block.substr(0, digits) : block;
}

void take_divergence(const flitlock_divergence &found, Verdict &verdict) {
  std::string field(found.field);
  verdict.outcome = FLITLOCK_REGRESS_DIVERGENCE;
  verdict.kind = std::string("divergence ") + flitlock_divergence_name(found.kind) + " " +
                 field.substr(0, field.find('[')) + " " + role_of(found.block);
  verdict.block = found.block;
  verdict.at = found.cycle;
}

Verdict conclude(const BenchCase &bench_case, const BenchHost &host, const BenchResult &result) {
  Verdict verdict;
  flitlock_error error{};
  if (bench_case.host == "lockstep") {
    flitlock_lockstep_finish(host.session());
    flitlock_lockstep_total(host.session(), &verdict.counts);
    verdict.status = flitlock_lockstep_verdict(host.session(), &error);
    verdict.message = error.text;
    const flitlock_divergence *found = flitlock_lockstep_divergence(host.session(), 0);
    if (found != nullptr) {
      take_divergence(*found, verdict);
      return verdict;
    }
  }
  if (!result.problem.empty()) {
    verdict.outcome = FLITLOCK_REGRESS_INVARIANT;
    verdict.status = FLITLOCK_E_MISMATCH;
    verdict.message = result.problem;
    verdict.kind = "invariant" + rule_of(result.problem);
  } else if (verdict.status != FLITLOCK_OK || result.completed == 0) {
    verdict.outcome = FLITLOCK_REGRESS_VACUOUS;
    verdict.status = FLITLOCK_E_VACUOUS;
    if (verdict.message.empty()) verdict.message = "nothing went all the way";
    verdict.kind = "vacuous";
  }
  return verdict;
}

void write_json(const std::string &path, const Verdict &verdict, const BenchResult &result) {
  json_t *object = json_pack(
      "{s:s, s:i, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I}", "outcome", flitlock_regress_outcome_text(verdict.outcome),
      "status", verdict.status, "kind", verdict.kind.c_str(), "block", verdict.block.c_str(), "message",
      verdict.message.c_str(), "at", static_cast<json_int_t>(verdict.at), "cycles",
      static_cast<json_int_t>(result.cycles), "compared", static_cast<json_int_t>(verdict.counts.outputs), "flits",
      static_cast<json_int_t>(verdict.counts.flits), "completed", static_cast<json_int_t>(result.completed));
  std::FILE *file = object != nullptr ? std::fopen(path.c_str(), "w") : nullptr;
  const int written = file != nullptr ? json_dumpf(object, file, JSON_COMPACT) : -1;
  json_decref(object);
  if (file == nullptr || std::fclose(file) != 0 || written != 0)
    throw std::runtime_error("cannot write '" + path + "': " + std::strerror(errno));
}

// One line for each point: kind, group, point, how often.
void write_cover(const std::string &path, const BenchResult &result) {
  std::ofstream file(path);
  for (const auto &[point, count] : result.cross)
    file << "cross\t" << result.group << '\t' << point << '\t' << count << '\n';
  file.close();
  if (!file) throw std::runtime_error("cannot write '" + path + "'");
}

// ---- The command line

struct Options {
  std::string file, json, cover;
};

void read_case(const std::string &path, const Bench &bench, BenchCase &bench_case) {
  std::ifstream file(path);
  if (!file) throw BenchMistake("cannot read '" + path + "'");
  std::string line;
  for (unsigned number = 1; std::getline(file, line); number++) {
    if (line.empty() || line[0] == '#') continue;
    const size_t colon = line.find(": ");
    if (colon == std::string::npos) throw BenchMistake(path + ":" + std::to_string(number) + ": not 'key: value'");
    const std::string key = line.substr(0, colon), value = line.substr(colon + 2);
    if (key == "bench") {
      if (value != bench.name)
        throw BenchMistake(path + ": a case of the bench '" + value + "', not of '" + bench.name + "'");
    } else if (key == "host") {
      bench_case.host = value;
    } else if (key == "seed") {
      bench_case.seed = std::strtoull(value.c_str(), nullptr, 10);
    } else {
      bench_case.set(key, value);
    }
  }
  if (bench_case.host != "c" && bench_case.host != "rtl" && bench_case.host != "lockstep")
    throw BenchMistake(path + ": host: c, rtl or lockstep, not '" + bench_case.host + "'");
}

void print_help(const Bench &bench) {
  std::cout << "Usage: " << bench.name
            << " CASE [--json FILE] [--cover FILE] [--plant ERROR] [--plant-at PATTERN]\n"
               "       [--plant-into device|golden] [--device rtl|golden]\n\n"
               "A bench of flitlock regress (docs/regression.md). CASE has lines 'key: value': bench, host (c, rtl,\n"
               "lockstep), seed, and\n"
            << bench.keys
            << "\nExit code 0: pass. 1: golden and RTL differ, or a check failed. 2: a mistake. 5: nothing happened.\n";
}

void read_options(int argc, char **argv, const Bench &bench, BenchCase &bench_case, Options &options) {
  for (int n = 1; n < argc; n++) {
    const std::string argument = argv[n];
    if (argument.rfind("--", 0) != 0) {
      if (!options.file.empty()) throw BenchMistake("two cases: '" + options.file + "' and '" + argument + "'");
      options.file = argument;
      continue;
    }
    if (n + 1 == argc) throw BenchMistake(argument + " has no value, or is no option");
    const std::string value = argv[++n];
    flitlock_error error{};
    if (argument == "--json") {
      options.json = value;
    } else if (argument == "--cover") {
      options.cover = value;
    } else if (argument == "--plant") {
      bench_case.planted = true;
      if (flitlock_plant_parse(value.c_str(), &bench_case.plant, &error) != FLITLOCK_OK) throw BenchMistake(error.text);
    } else if (argument == "--plant-at") {
      bench_case.plant_at = value;
    } else if (argument == "--plant-into" && (value == "device" || value == "golden")) {
      bench_case.plant_golden = value == "golden";
    } else if (argument == "--device" && (value == "rtl" || value == "golden")) {
      bench_case.device_golden = value == "golden";
    } else {
      throw BenchMistake("unknown option or value: " + argument + " " + value);
    }
  }
  if (options.file.empty()) throw BenchMistake("no case");
  read_case(options.file, bench, bench_case);
  if (bench_case.planted && bench_case.host != "lockstep") throw BenchMistake("an error is planted in lockstep alone");
}

int run(int argc, char **argv, const Bench &bench, Options &options) {
  BenchCase bench_case;
  read_options(argc, argv, bench, bench_case, options);
  BenchHost host(bench_case);
  const BenchResult result = bench.run(bench_case, host);
  const Verdict verdict = conclude(bench_case, host, result);
  if (!options.cover.empty()) write_cover(options.cover, result);
  if (!options.json.empty()) write_json(options.json, verdict, result);
  std::cout << bench.name << ": " << flitlock_regress_outcome_text(verdict.outcome) << ", " << result.cycles
            << " cycles, " << result.completed << " completed, " << verdict.counts.outputs << " outputs compared\n";
  if (!verdict.message.empty()) std::cout << verdict.message << '\n';
  return flitlock_status_exit_code(verdict.status);
}

}  // namespace

int bench_main(int argc, char **argv, const Bench &bench) {
  Options options;
  if (argc == 2 && (std::strcmp(argv[1], "--help") == 0 || std::strcmp(argv[1], "-h") == 0)) {
    print_help(bench);
    return 0;
  }
  Verdict verdict;
  try {
    return run(argc, argv, bench, options);
  } catch (const BenchMistake &mistake) {
    verdict.status = FLITLOCK_E_CONFIG;
    verdict.message = mistake.what();
  } catch (const std::exception &other) {
    verdict.status = FLITLOCK_E_INTERNAL;
    verdict.message = other.what();
  }
  verdict.outcome = FLITLOCK_REGRESS_ERROR;
  verdict.kind = std::string("error ") + flitlock_status_name(verdict.status);
  std::cerr << bench.name << ": " << verdict.message << '\n';
  try {
    if (!options.json.empty()) write_json(options.json, verdict, {});
  } catch (const std::exception &other) {
    std::cerr << bench.name << ": " << other.what() << '\n';
  }
  return flitlock_status_exit_code(verdict.status);
}

}  // namespace flitlock_test
