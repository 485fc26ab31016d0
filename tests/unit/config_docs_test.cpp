// SPDX-License-Identifier: Apache-2.0
// docs/configuration.md describes every key of the schema, with its type, default and range, and no other.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "support/config.h"
#include "support/paths.h"
#include "support/scratch.h"

extern "C" {
#include "config/keys.h"
}

using flitlock_test::Config;
using flitlock_test::Scratch;
using flitlock_test::TempFolder;

namespace {

struct Row {
  std::string type, preset, range;
};

std::string trim(const std::string &text) {
  size_t from = text.find_first_not_of(' ');
  return from == std::string::npos ? "" : text.substr(from, text.find_last_not_of(' ') - from + 1);
}

std::map<std::string, Row> rows_of_page() {
  std::map<std::string, Row> rows;
  std::istringstream page(Scratch::read(flitlock_test::repository_file("docs/configuration.md")));
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| `", 0) != 0) continue;
    std::vector<std::string> cells;
    std::istringstream parts(line.substr(1));
    for (std::string cell; std::getline(parts, cell, '|');)
      cells.push_back(trim(cell));
    if (cells.size() < 5) continue;
    std::string key = cells[0].substr(1, cells[0].size() - 2);
    EXPECT_EQ(rows.count(key), 0U) << key << " is in the page twice";
    rows[key] = {cells[1], cells[2], cells[3]};
  }
  return rows;
}

const char *type_name(config_kind kind) {
  switch (kind) {
    case CONFIG_COUNT:
    case CONFIG_INT:
      return "count";
    case CONFIG_BYTES:
    case CONFIG_BYTES_INT:
      return "bytes";
    case CONFIG_TIME:
    case CONFIG_TIME_INT:
    case CONFIG_TIME_AUTO:
      return "time";
    case CONFIG_REAL:
      return "number";
    case CONFIG_FLAG:
      return "flag";
    case CONFIG_WORD:
      return "word";
    case CONFIG_TEXT:
      return "name";
    case CONFIG_FILE:
      return "file";
    case CONFIG_TEXTS:
      return "list of names";
    case CONFIG_COUNTS:
      return "list of counts";
    case CONFIG_LIST:
      return "list";
    default:
      return "section";
  }
}

std::string range_of(const config_key &key) {
  char text[100] = "";
  switch (key.kind) {
    case CONFIG_REAL:
      snprintf(text, sizeof text, "%g to %g", key.low, key.high);
      return text;
    case CONFIG_FLAG:
      return "true, false";
    case CONFIG_WORD: {
      std::string words;
      for (size_t i = 0; i < key.words_count; ++i)
        words += (i ? ", " : "") + std::string(key.words[i].str);
      return words;
    }
    case CONFIG_TEXT:
    case CONFIG_FILE:
    case CONFIG_TEXTS:
    case CONFIG_LIST:
    case CONFIG_SECTION:
      return "";
    default:
      if (key.high > 1.8e19) return "1 to 18446744073709551615";
      snprintf(text, sizeof text, "%s%.0f to %.0f", key.kind == CONFIG_TIME_AUTO ? "auto, or " : "", key.low, key.high);
      return text;
  }
}

void compare(const config_key *keys, const std::string &path, std::map<std::string, Row> &rows) {
  for (const config_key *key = keys; key->name; ++key) {
    std::string name = path + key->name;
    if (key->kind != CONFIG_SECTION && !(path.empty() && key->kind == CONFIG_LIST)) {
      ASSERT_EQ(rows.count(name), 1U) << "docs/configuration.md does not describe " << name;
      const Row &row = rows[name];
      EXPECT_EQ(row.type, type_name(key->kind)) << name;
      std::string preset = !key->preset                                ? "required"
                           : std::string(key->preset) == CONFIG_UNSAID ? "not said"
                           : std::string(key->preset) == CONFIG_NULL   ? "none"
                                                                       : "`" + std::string(key->preset) + "`";
      if (name == "name") preset = "the file's, without `.yaml`";
      if (name == "check.invariants") preset = "by build";
      EXPECT_EQ(row.preset, preset) << name;
      if (!range_of(*key).empty()) {
        EXPECT_EQ(row.range, range_of(*key)) << name;
      }
      rows.erase(name);
    }
    if (key->keys) compare(key->keys, name + (key->kind == CONFIG_LIST ? ".N." : "."), rows);
  }
}

TEST(ConfigDocs, ThePageDescribesEveryKeyAndNoOther) {
  std::map<std::string, Row> rows = rows_of_page();
  ASSERT_GT(rows.size(), 90U);
  compare(flitlock_config_keys, "", rows);
  EXPECT_EQ(rows.erase("base"), 1U);
  for (const auto &row : rows)
    ADD_FAILURE() << "docs/configuration.md describes " << row.first << ", which is no key";
}

TEST(ConfigDocs, TheExampleOfThePageLoads) {
  std::string page = Scratch::read(flitlock_test::repository_file("docs/configuration.md"));
  size_t from = page.find("```yaml\n"), to = page.find("```\n", from + 8);
  ASSERT_NE(from, std::string::npos);
  TempFolder folder;
  std::string text = page.substr(from + 8, to - from - 8);
  size_t base = text.find("base: ");
  ASSERT_NE(base, std::string::npos);
  text.replace(base + 6, 0, flitlock_test::repository_file("configs/"));
  Config config(folder.write("example.yaml", text));
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  EXPECT_EQ(config->defaults.gpu_link_latency, 70U);
  flitlock_test::Pod pod(config);
  EXPECT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
}

}  // namespace
