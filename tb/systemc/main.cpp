// SPDX-License-Identifier: Apache-2.0
// The program flitlock_systemc: a pod under SystemC, each router in golden C, in RTL, or both compared.
#include <getopt.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "systemc/pins.h"
#include "systemc/pod.h"

extern "C" {
#include "cli/implementation.h"
}

namespace {

using flitlock_sc::Error;

const char usage[] =
    "Usage: flitlock_systemc CONFIG [OPTION]...\n"
    "\n"
    "Simulates the pod of CONFIG (docs/configuration.md) with SystemC: every router, DST, switch and client is a\n"
    "module, every link is wires. See docs/co-simulation.md.\n"
    "\n"
    "  --set KEY=VALUE     a key of the configuration; may be given again\n"
    "  --seed N            seed of the traffic\n"
    "  --cycles N          run.cycles\n"
    "  --impl PATTERN=USE  routers, DSTs and switches by name: c, rtl or lockstep (both, compared); may be given\n"
    "                      again, the last that matches wins\n"
    "  --plant KIND[@CYCLE], --plant-at PATTERN\n"
    "                      plants an error into the first block that matches, in lockstep into its RTL\n"
    "                      (flitlock help check has the kinds); without a pattern the first RTL\n"
    "  --events FILE       event log, the bytes of flitlock run --events\n"
    "  --vcd FILE          waves of all pins by sc_trace; the name ends in .vcd\n"
    "  --help              this text\n"
    "\n"
    "Exit codes: 0 pass, 1 mismatch, 2 usage or configuration, 3 no progress, 4 timeout or interrupted, 5 nothing was\n"
    "simulated or compared, 6 output or internal error.\n";

volatile int interrupted = 0;
void interrupt(int) { interrupted = 1; }

struct Request {
  std::string config;
  std::vector<std::string> sets;
  flitlock_sc::PodOptions pod;
  flitlock_plant plant{};
  bool help = false;
};

flitlock_sc::ChoiceOptions::Rule read_rule(const std::string &text) {
  static const char *const uses[] = {"c", "rtl", "lockstep"};
  const size_t at = text.rfind('=');
  if (at != std::string::npos && at != 0)
    for (int use = 0; use < 3; use++)
      if (text.substr(at + 1) == uses[use]) return {text.substr(0, at), use};
  throw Error(FLITLOCK_E_USAGE, "--impl needs PATTERN=c, PATTERN=rtl or PATTERN=lockstep, not '" + text + "'");
}

enum Option { HELP = 256, SET, SEED, CYCLES, IMPL, PLANT, PLANT_AT, EVENTS, VCD };

const option options[] = {{"help", no_argument, nullptr, HELP},
                          {"set", required_argument, nullptr, SET},
                          {"seed", required_argument, nullptr, SEED},
                          {"cycles", required_argument, nullptr, CYCLES},
                          {"impl", required_argument, nullptr, IMPL},
                          {"plant", required_argument, nullptr, PLANT},
                          {"plant-at", required_argument, nullptr, PLANT_AT},
                          {"events", required_argument, nullptr, EVENTS},
                          {"vcd", required_argument, nullptr, VCD},
                          {nullptr, 0, nullptr, 0}};

const std::string &name_of(const char *option, const std::string &value) {
  if (value.empty()) throw Error(FLITLOCK_E_USAGE, std::string(option) + " needs a name");
  return value;
}

void read_option(int given, const std::string &value, Request &request) {
  flitlock_error error{};
  switch (given) {
    case HELP:
      request.help = true;
      break;
    case SET:
      request.sets.push_back(value);
      break;
    case SEED:
      request.sets.push_back("seed=" + value);
      break;
    case CYCLES:
      request.sets.push_back("run.cycles=" + value);
      break;
    case IMPL:
      request.pod.choice.rules.push_back(read_rule(value));
      break;
    case PLANT:
      if (flitlock_plant_parse(value.c_str(), &request.plant, &error) != FLITLOCK_OK)
        throw Error(error.status, error.text);
      request.pod.choice.plant = &request.plant;
      break;
    case PLANT_AT:
      request.pod.choice.plant_match = value;
      break;
    case EVENTS:
      request.pod.events = name_of("--events", value);
      break;
    case VCD:
      request.pod.vcd = name_of("--vcd", value);
      break;
    default:
      throw Error(FLITLOCK_E_USAGE, "see flitlock_systemc --help");  // getopt has said what is wrong
  }
}

void read_request(int argc, char **argv, Request &request) {
  for (int given = 0; (given = getopt_long(argc, argv, "", options, nullptr)) != -1;)
    read_option(given, optarg ? optarg : "", request);
  if (request.help) return;
  if (optind + 1 != argc) throw Error(FLITLOCK_E_USAGE, "one CONFIG is needed; see flitlock_systemc --help");
  request.config = argv[optind];
}

void simulate(Request &request) {
  flitlock_error error{};
  std::vector<const char *> sets;
  for (const std::string &set : request.sets)
    sets.push_back(set.c_str());
  flitlock_config *loaded = nullptr;
  int status = flitlock_config_load(request.config.c_str(), sets.data(), sets.size(), &loaded, &error);
  if (status != FLITLOCK_OK) throw Error(status, error.text);
  const std::unique_ptr<flitlock_config, void (*)(flitlock_config *)> config(loaded, flitlock_config_free);

  flitlock_lockstep_options lockstep;
  flitlock_lockstep_options_default(&lockstep);
  flitlock_lockstep *made = nullptr;
  status = flitlock_lockstep_create(&lockstep, &made, &error);
  if (status != FLITLOCK_OK) throw Error(status, error.text);
  const std::unique_ptr<flitlock_lockstep, void (*)(flitlock_lockstep *)> session(made, flitlock_lockstep_destroy);

  request.pod.choice.device = cli_rtl_device();
  request.pod.choice.session = made;
  std::printf("seed %llu\n", static_cast<unsigned long long>(loaded->seed));
  std::fflush(stdout);
  flitlock_sc::PodResult result;
  status = flitlock_sc::run_pod(loaded, request.pod, &interrupted, &result, &error);
  std::printf(
      "%s: %u routers in C, %u in RTL, %u in lockstep; %llu cycles, %llu flits presented, %llu packets arrived\n",
      loaded->name ? loaded->name : "pod", result.blocks_c, result.blocks_rtl, result.blocks_lockstep,
      static_cast<unsigned long long>(result.cycles), static_cast<unsigned long long>(result.flits),
      static_cast<unsigned long long>(result.packets));
  if (result.blocks_lockstep != 0) {
    flitlock_lockstep_counts total;
    flitlock_lockstep_total(made, &total);
    std::printf("lockstep: %llu flits and %llu credits compared, %llu divergences\n",
                static_cast<unsigned long long>(total.flits), static_cast<unsigned long long>(total.credits),
                static_cast<unsigned long long>(total.divergences));
  }
  if (status != FLITLOCK_OK) throw Error(status, error.text);
}

}  // namespace

int sc_main(int argc, char **argv) {
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  try {
    Request request;
    read_request(argc, argv, request);
    if (request.help) {
      std::fputs(usage, stdout);
    } else {
      simulate(request);
    }
    if (std::fflush(stdout) != 0) throw Error(FLITLOCK_E_OUTPUT, "standard output cannot be written");
    return 0;
  } catch (const Error &wrong) {
    std::fprintf(stderr, "flitlock_systemc: %s\n", wrong.what());
    return flitlock_status_exit_code(wrong.status);
  }
}
