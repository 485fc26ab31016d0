// SPDX-License-Identifier: Apache-2.0
// The worked cycle tables: each against the golden router, against the reference (buffers and pointers too), and
// quoted as it is by docs/spec/6-tables.md.
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <sstream>

#include "reference/reference_router.h"
#include "support/paths.h"
#include "support/table_player.h"

using namespace flitlock_test;

TEST(Tables, GoldenRouterDoesWhatEachTableSays) {
  unsigned rows = 0, tables = 0;
  for (const Table &table : read_tables()) {
    EXPECT_EQ(play_table(table, flitlock_router_golden, &rows), "") << table.title;
    tables++;
  }
  std::cout << tables << " tables, " << rows << " cycles\n";
  EXPECT_GE(tables, 16U);
  EXPECT_GE(rows, 100U);
}

TEST(Tables, ReferenceRouterDoesWhatEachTableSays) {
  for (const Table &table : read_tables()) {
    EXPECT_EQ(play_table(table, reference_router_ops), "") << table.title;
    EXPECT_EQ(play_table_inside(table), "") << table.title;
  }
}

TEST(Tables, ThePageQuotesExactlyTheseTables) {
  std::ifstream file(repository_file("docs/spec/6-tables.md"));
  std::ostringstream text;
  text << file.rdbuf();
  std::string page = text.str();
  size_t blocks = 0;
  for (size_t at = page.find("```text\n"); at != std::string::npos; at = page.find("```text\n", at + 1))
    blocks++;
  const std::vector<Table> tables = read_tables();
  EXPECT_EQ(blocks, tables.size());
  for (const Table &table : tables)
    EXPECT_NE(page.find("<!-- " + table.path + " -->\n```text\n" + table.text + "```\n"), std::string::npos)
        << table.path << " is not quoted as it is";
}

TEST(Tables, ThePlayerNoticesEveryKindOfDifference) {
  const char *before =
      "title small\nset vcs=2 max_len=2\nport W in=1 input=2\nport E out=1 crossbar=2 output=2 credits=2\n"
      "packet a to=E len=2\ncycle | in | credit in | out | credit out\n";
  auto play = [before](const std::string &rows) {
    return play_table(parse_table("small", before + rows), reference_router_ops);
  };
  EXPECT_EQ(play("0|W:a0@1||E:a0@1|W:1@1\n1|W:a1@1||E:a1@1|W:1@1\n"), "");
  EXPECT_NE(play("0|W:a0@1||E:a0@0|W:1@1\n1|W:a1@1||E:a1@1|W:1@1\n").find("vc differs"), std::string::npos);
  EXPECT_NE(play("0|W:a0@1||-|W:1@1\n1|W:a1@1||E:a1@1|W:1@1\n").find("does not have"), std::string::npos);
  EXPECT_NE(play("0|W:a0@1||E:a0@1|W:1@1\n1|||E:a1@1|-\n").find("no flit"), std::string::npos);
  EXPECT_NE(play("0|W:a0@1||E:a0@1|W:1@1\n1|W:a1@1||E:a1@1|-\n").find("credit word"), std::string::npos);
  EXPECT_NE(play("0|W:a0@1||E:a0@1|W:2@1\n").find("credit word"), std::string::npos);
  EXPECT_NE(play("0|W:a0@1||E:b0@1|W:1@1\n").find("no packet"), std::string::npos);
  EXPECT_NE(play("1|W:a0@1||E:a0@1|W:1@1\n").find("follow"), std::string::npos);
  EXPECT_NE(play("").find("no rows"), std::string::npos);
  // A flit held in the block and let out by a credit after the end would not show; one that comes by itself does.
  EXPECT_NE(play("0|W:a0@1||E:a0@1|W:1@1\n1|W:a1@1||-|W:1@1\n").find("does not have"), std::string::npos);
}
