// SPDX-License-Identifier: Apache-2.0
// The smallest case as a GoogleTest program's source: all it needs is within.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "minimise/shrink.h"
#include "results/output.h"

// "divergence CREDIT_LATE count" as "DivergenceCreditLateCount".
static void put_name(FILE *file, const char *kind) {
  int upper = 1;
  for (const char *c = kind; *c != '\0'; c++) {
    if (isalnum((unsigned char)*c)) fputc(upper ? toupper((unsigned char)*c) : tolower((unsigned char)*c), file);
    upper = !isalnum((unsigned char)*c);
  }
}

// As a string of C++, or nullptr.
static void put_string(FILE *file, const char *text) {
  if (text == NULL) {
    fputs("nullptr", file);
    return;
  }
  fputc('"', file);
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', file);
    fputc(*text, file);
  }
  fputc('"', file);
}

// Line by line, so that a person can read and change it.
static void put_lines(FILE *file, const char *text) {
  while (*text != '\0') {
    const size_t length = strcspn(text, "\n");
    fputs("    \"", file);
    for (size_t n = 0; n < length; n++) {
      if (text[n] == '"' || text[n] == '\\') fputc('\\', file);
      fputc(text[n], file);
    }
    fputs("\\n\"", file);
    text += length + (text[length] == '\n');
    fputs(*text != '\0' ? "\n" : ";\n", file);
  }
}

static int put_trace(FILE *file, const char *path) {
  char line[1200];
  FILE *trace = fopen(path, "rb");
  if (trace == NULL) return 0;
  while (fgets(line, sizeof(line), trace) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    fprintf(file, "    \"%s\\n\"\n", line);
  }
  (void)fclose(trace);
  return 1;
}

int minimise_write_test(const struct shrink *shrink, const char *path, struct flitlock_error *error) {
  struct flitlock_output output;
  const struct flitlock_case *run = &shrink->run;
  int status = flitlock_output_open(&output, path, error);
  if (status != FLITLOCK_OK) return status;
  FILE *file = output.file;
  const int rtl = run->device == NULL || strcmp(run->device, "rtl") == 0;
  fprintf(file,
          "// SPDX-License-Identifier: Apache-2.0\n"
          "// The smallest case that was found of: %s\n"
          "// This test is red as long as the case fails. docs/regression.md says how to build it.\n"
          "#include <gtest/gtest.h>\n\n#include <flitlock/regress.h>\n\n#include <fstream>\n#include <string>\n\n"
          "namespace {\n\nconst char traffic[] =\n",
          shrink->kind);
  const int whole = put_trace(file, shrink->trace);
  fputs("    \"\";\n\nconst char configuration[] =\n", file);
  put_lines(file, run->config);
  fputs("\n}  // namespace\n\n", file);
  if (rtl)
    fputs(
        "// The RTL of the program that the test is linked with; NULL: it has none.\n"
        "extern \"C\" const flitlock_device *cli_rtl_device(void);\n\n",
        file);
  fputs("TEST(Minimal, ", file);
  put_name(file, shrink->kind);
  fputs(
      ") {\n"
      "  const std::string trace = testing::TempDir() + \"flitlock-minimal-trace.csv\", name = \"trace.csv\";\n"
      "  std::ofstream(trace) << traffic;\n"
      "  std::string config = configuration;\n"
      "  config.replace(config.find(name), name.size(), trace);\n"
      "  flitlock_case self = {};\n"
      "  self.config = config.c_str();\n  self.plant = ",
      file);
  put_string(file, run->plant);
  fputs(";\n  self.plant_at = ", file);
  put_string(file, run->plant_at);
  fputs(";\n  self.plant_into = ", file);
  put_string(file, run->plant_into);
  fputs(";\n  self.device = ", file);
  put_string(file, run->device);
  fprintf(file,
          ";\n  flitlock_case_options options = {};\n%s"
          "  flitlock_case_result result;\n"
          "  EXPECT_EQ(flitlock_case_run(&self, &options, &result), FLITLOCK_OK) << result.kind << \"\\n\" << "
          "result.message;\n}\n",
          rtl ? "  options.rtl = cli_rtl_device();\n" : "");
  if (whole) return flitlock_output_commit(&output, error);
  flitlock_output_abort(&output);
  return flitlock_fail(error, FLITLOCK_E_INPUT, "cannot read '%s'", shrink->trace);
}
