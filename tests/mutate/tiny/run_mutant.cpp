// SPDX-License-Identifier: Apache-2.0
// The companion of a module small enough to know what becomes of each of its mutants. Its stimuli leave a gap on
// purpose: reset never comes a second time.
#include "mutants/run_mutant.h"

#include <cstdarg>
#include <stdexcept>

#include "Vflitlock_tiny.h"

namespace {

int selected = 0;

}  // namespace

// Asked by the mutated source.
extern "C" int flitlock_mutant_number(void);
int flitlock_mutant_number(void) { return selected; }

// What a Verilated model asks for; this one says and asserts nothing.
int flitlock_rtl_print(const char *, ...) { return 0; }
void vl_stop(const char *, int, const char *) VL_MT_UNSAFE {}
void vl_finish(const char *, int, const char *) VL_MT_UNSAFE {}
void vl_fatal(const char *, int, const char *, const char *what) VL_MT_UNSAFE { throw std::runtime_error(what); }

namespace flitlock_test {

std::vector<std::string> stimulus_names() { return {"one", "many"}; }

Verdict run_mutant(int number, bool, const std::string &name, Mode) {
  selected = number;
  VerilatedContext context;
  context.randReset(0);
  Vflitlock_tiny model(&context);
  model.rst_ni = 1;
  model.eval();
  model.rst_ni = 0;
  model.eval();
  model.rst_ni = 1;
  model.eval();
  Verdict verdict;
  unsigned count = 0;
  for (uint64_t cycle = 0; cycle < 8 && verdict.check.empty(); cycle++) {
    verdict.outputs += 2;
    verdict.cycle = cycle;
    if (model.count_o != count) verdict.check = "COUNT";
    if (model.full_o != (count == 2)) verdict.check = "FULL";
    model.up_i = name == "one" ? cycle == 1 : cycle % 3 != 0;
    if (model.up_i && count < 2) count++;
    model.clk_i = 0;
    model.eval();
    model.clk_i = 1;
    model.eval();
  }
  verdict.text = "cycle " + std::to_string(verdict.cycle);
  return verdict;
}

}  // namespace flitlock_test
