// SPDX-License-Identifier: Apache-2.0
// A bench: a program that runs one block with everything around it, as golden C, RTL or both in lockstep, for
// `flitlock regress` (docs/regression.md). It reads a case, a file of lines "key: value", and writes what came of it.
#ifndef FLITLOCK_TESTS_RTL_BENCHES_BENCH_H
#define FLITLOCK_TESTS_RTL_BENCHES_BENCH_H

#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <flitlock/lockstep.h>

namespace flitlock_test {

// What a case or the command line says that cannot be: exit code 2.
struct BenchMistake : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The case and the options.
class BenchCase {
 public:
  std::string host;  // "c", "rtl", "lockstep"
  uint64_t seed = 1;
  // A planted error (lockstep.h).
  bool planted = false, plant_golden = false;
  flitlock_plant plant{};
  std::string plant_at;  // which of the bench's blocks; "": the first
  bool device_golden = false;

  void set(const std::string &key, const std::string &value) { keys_[key] = value; }
  // Values by key; a bench asks for each of its keys once, and check_all refuses what nobody has asked for.
  unsigned number(const std::string &key, unsigned fallback);
  double real(const std::string &key, double fallback);
  std::string word(const std::string &key, const std::string &fallback);
  void check_all() const;

 private:
  std::map<std::string, std::string> keys_;
  std::set<std::string> asked_;
};

// What came of it.
struct BenchResult {
  std::string problem;                                  // what the rig says; "": nothing
  uint64_t cycles = 0;                                  // simulated
  uint64_t completed = 0;                               // packets or answers that went all the way
  std::string group;                                    // "shape=NAME": of the points below
  std::vector<std::pair<std::string, uint64_t>> cross;  // every point of the functional cross, and how often it was met
};

// The lockstep session of a case, and the blocks that stand in it.
class BenchHost {
 public:
  explicit BenchHost(const BenchCase &bench_case);
  ~BenchHost();
  BenchHost(const BenchHost &) = delete;
  BenchHost &operator=(const BenchHost &) = delete;

  struct Block {
    const flitlock_block_ops *ops;
    const void *params;
  };
  // The block of that name as the host wants it. `params` are both models', and outlive this.
  Block block(const std::string &name, const flitlock_block_ops &golden, const flitlock_block_ops &device,
              const void *params, uint32_t max_len, uint32_t unit_bytes, bool makes_packets = false);
  // The session, for a bench that makes its blocks by itself; NULL unless in lockstep.
  flitlock_lockstep *session() const { return session_; }

 private:
  struct Place {
    flitlock_lockstep_params pair{};
    flitlock_planted_params planted{};
  };
  const BenchCase &case_;
  flitlock_lockstep *session_ = nullptr;
  std::vector<Place *> places_;
};

struct Bench {
  const char *name;
  const char *keys;  // for --help
  BenchResult (*run)(BenchCase &bench_case, BenchHost &host);
};
int bench_main(int argc, char **argv, const Bench &bench);

}  // namespace flitlock_test

#endif
