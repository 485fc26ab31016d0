// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "results_support.h"

extern "C" {
#include "results/output.h"
}

using flitlock_test::read_file;
using flitlock_test::TemporaryFolder;

TEST(Output, AppearsWholeAtTheEndOnly) {
  TemporaryFolder folder;
  std::string path = folder / "file";
  std::ofstream(path) << "old";
  flitlock_output output;
  ASSERT_EQ(flitlock_output_open(&output, path.c_str(), nullptr), FLITLOCK_OK);
  fputs("new", output.file);
  fflush(output.file);
  EXPECT_EQ(read_file(path), "old");
  ASSERT_EQ(flitlock_output_commit(&output, nullptr), FLITLOCK_OK);
  EXPECT_EQ(read_file(path), "new");
}

TEST(Output, AbortLeavesTheOldFileAndNothingElse) {
  TemporaryFolder folder;
  std::string path = folder / "file";
  std::ofstream(path) << "old";
  flitlock_output output;
  ASSERT_EQ(flitlock_output_open(&output, path.c_str(), nullptr), FLITLOCK_OK);
  std::string temporary = output.temporary;
  EXPECT_EQ(access(temporary.c_str(), F_OK), 0);
  flitlock_output_abort(&output);
  EXPECT_EQ(read_file(path), "old");
  EXPECT_NE(access(temporary.c_str(), F_OK), 0);
}

TEST(Output, TakenTemporaryNameIsNoHindrance) {
  TemporaryFolder folder;
  std::string path = folder / "file";
  flitlock_output first, second;
  ASSERT_EQ(flitlock_output_open(&first, path.c_str(), nullptr), FLITLOCK_OK);
  ASSERT_EQ(flitlock_output_open(&second, path.c_str(), nullptr), FLITLOCK_OK);
  EXPECT_STRNE(first.temporary, second.temporary);
  fputs("second", second.file);
  EXPECT_EQ(flitlock_output_commit(&second, nullptr), FLITLOCK_OK);
  flitlock_output_abort(&first);
  EXPECT_EQ(read_file(path), "second");
}

TEST(Output, FullDiskIsToldAtTheEnd) {
  flitlock_output output;
  flitlock_error error = {};
  ASSERT_EQ(flitlock_output_open(&output, "/dev/full", &error), FLITLOCK_OK) << error.text;
  fputs("text", output.file);
  EXPECT_EQ(flitlock_output_commit(&output, &error), FLITLOCK_E_OUTPUT);
  EXPECT_NE(strstr(error.text, "/dev/full"), nullptr) << error.text;
}

TEST(Output, CauseIsToldOfMoreThanABuffer) {
  for (size_t size : {size_t{4096}, size_t{100000}, size_t{10000000}}) {
    flitlock_output output;
    flitlock_error error = {};
    ASSERT_EQ(flitlock_output_open(&output, "/dev/full", &error), FLITLOCK_OK) << error.text;
    for (size_t n = 0; n < size; n++)
      fputc('x', output.file);
    errno = 0;
    EXPECT_EQ(flitlock_output_commit(&output, &error), FLITLOCK_E_OUTPUT);
    EXPECT_STREQ(error.text, "cannot write '/dev/full': No space left on device") << size << " bytes";
  }
}

TEST(Output, CheckTellsWhatOpenWouldTell) {
  TemporaryFolder folder;
  flitlock_error error = {};
  EXPECT_EQ(flitlock_output_check("-", &error), FLITLOCK_OK);
  EXPECT_EQ(flitlock_output_check("/dev/null", &error), FLITLOCK_OK);
  EXPECT_EQ(flitlock_output_check((folder / "new").c_str(), &error), FLITLOCK_OK);
  EXPECT_NE(access((folder / "new").c_str(), F_OK), 0);
  EXPECT_EQ(flitlock_output_check("new", &error), FLITLOCK_OK);
  EXPECT_EQ(flitlock_output_check((folder / ".").c_str(), &error), FLITLOCK_E_OUTPUT);
  EXPECT_EQ(flitlock_output_check((folder / "no/new").c_str(), &error), FLITLOCK_E_OUTPUT);
  EXPECT_NE(strstr(error.text, "no/new"), nullptr) << error.text;
  std::ofstream(folder / "file") << "x";
  EXPECT_EQ(flitlock_output_check((folder / "file/new").c_str(), &error), FLITLOCK_E_OUTPUT);
  EXPECT_EQ(flitlock_output_check("", &error), FLITLOCK_E_OUTPUT);
}
