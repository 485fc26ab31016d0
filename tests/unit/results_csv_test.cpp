// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "results_support.h"

using flitlock_test::known_results;
using flitlock_test::read_file;
using flitlock_test::TemporaryFolder;

namespace {

// The fields of a table without quoted line breaks.
std::vector<std::vector<std::string>> table(const std::string &text) {
  std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
  bool quoted = false;
  for (size_t n = 0; n < text.size(); n++) {
    if (text[n] == '"') {
      if (quoted && n + 1 < text.size() && text[n + 1] == '"') {
        rows.back().back() += text[n++];
      } else {
        quoted = !quoted;
      }
    } else if (text[n] == ',' && !quoted) {
      rows.back().emplace_back();
    } else if (text[n] == '\n') {
      if (n + 1 < text.size()) rows.emplace_back(1);
    } else {
      rows.back().back() += text[n];
    }
  }
  return rows;
}

}  // namespace

TEST(ResultsCsv, TablesHaveTheResultsAndAsManyFieldsAsTitles) {
  TemporaryFolder folder;
  auto results = known_results();
  flitlock_error error = {};
  ASSERT_EQ(flitlock_results_write_csv(results.get(), (folder / "deep/csv").c_str(), &error), FLITLOCK_OK)
      << error.text;
  for (const char *name : {"links.csv", "rates.csv", "latency.csv", "summary.csv"}) {
    auto rows = table(read_file(folder / "deep/csv/" + name));
    ASSERT_GE(rows.size(), 2U) << name;
    for (auto &row : rows)
      EXPECT_EQ(row.size(), rows[0].size()) << name;
  }
  auto links = table(read_file(folder / "deep/csv/links.csv"));
  ASSERT_EQ(links.size(), 3U);
  EXPECT_EQ(links[1][0], "gpu0.mesh0.A->B.req");
  EXPECT_EQ(links[2].back(), "");  // not known
  double sum = 0;
  for (int column = 2; column < 8; column++)
    sum += std::stod(links[1][column]);
  EXPECT_NEAR(sum, 1, 1e-12);
  auto summary = table(read_file(folder / "deep/csv/summary.csv"));
  EXPECT_EQ(summary[1][0], "known, \"quoted\"");
  EXPECT_EQ(summary[1][2], "18446744073709551615");
  auto rates = table(read_file(folder / "deep/csv/rates.csv"));
  EXPECT_EQ(rates[2], (std::vector<std::string>{"A", "0.05", "0.04"}));
}

TEST(ResultsCsv, FolderThatCannotBeMadeIsAnError) {
  TemporaryFolder folder;
  auto results = known_results();
  std::ofstream(folder / "file") << "not a folder";
  flitlock_error error = {};
  EXPECT_EQ(flitlock_results_write_csv(results.get(), (folder / "file").c_str(), &error), FLITLOCK_E_OUTPUT);
  EXPECT_NE(strstr(error.text, "file"), nullptr);
  EXPECT_EQ(flitlock_results_write_csv(results.get(), (folder / "file/below").c_str(), &error), FLITLOCK_E_OUTPUT);
}
