// SPDX-License-Identifier: Apache-2.0
// Words on a command line come back from a shell as they were.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

extern "C" {
#include "results/shell.h"
}

namespace {

// What a shell makes of the line, a word in brackets each.
std::string by_shell(const std::string &words) {
  std::string out, command = "printf '[%s]'" + words;
  FILE *pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "no shell";
  for (int c = getc(pipe); c != EOF; c = getc(pipe))
    out += static_cast<char>(c);
  pclose(pipe);
  return out;
}

TEST(ResultsShell, WordsComeBack) {
  char line[256] = "";
  for (const char *word :
       {"plain", "a b", "it's", "''", "", "$HOME", "[{op: read, bytes: 64B}]", "*.mesh*.rsp", "a\\b"})
    ASSERT_EQ(flitlock_shell_append(line, sizeof(line), word), 1) << word;
  EXPECT_EQ(by_shell(line), "[plain][a b][it's][''][][$HOME][[{op: read, bytes: 64B}]][*.mesh*.rsp][a\\b]");
  EXPECT_EQ(std::string(line).substr(0, 12), " plain 'a b'");
}

TEST(ResultsShell, NoRoomLeavesTheLineAlone) {
  char line[12] = "run";
  EXPECT_EQ(flitlock_shell_append(line, sizeof(line), "12345678"), 0);
  EXPECT_STREQ(line, "run");
  EXPECT_EQ(flitlock_shell_append(line, sizeof(line), "1234567"), 1);
  EXPECT_STREQ(line, "run 1234567");
  char quoted[8] = "";
  EXPECT_EQ(flitlock_shell_append(quoted, sizeof(quoted), "a 'b"), 0);
  EXPECT_STREQ(quoted, "");
}

}  // namespace
