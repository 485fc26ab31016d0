// SPDX-License-Identifier: Apache-2.0
// The worked tables of docs/spec/6-tables.md, played against the RTL.
#include <gtest/gtest.h>

#include "support/table_player.h"
#include "verilated/rtl_router.h"

namespace flitlock_test {

void PrintTo(const Table &table, std::ostream *out) { *out << table.path; }

namespace {

class RtlTable : public testing::TestWithParam<Table> {};

TEST_P(RtlTable, IsWhatTheRtlDoes) {
  const Table &table = GetParam();
  ASSERT_EQ(table.error, "");
  unsigned rows = 0;
  EXPECT_EQ(play_table(table, flitlock_router_rtl, &rows), "") << table.title;
  EXPECT_GE(rows, table.row.size());
}

INSTANTIATE_TEST_SUITE_P(Tables, RtlTable, testing::ValuesIn(read_tables()), [](const auto &each) {
  const std::string &path = each.param.path;
  std::string name = path.substr(path.rfind('/') + 1);
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

}  // namespace
}  // namespace flitlock_test
