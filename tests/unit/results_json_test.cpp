// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>

#include "results_support.h"

using flitlock_test::known_results;
using flitlock_test::read_file;
using flitlock_test::TemporaryFolder;

namespace {

using Json = std::unique_ptr<json_t, decltype(&json_decref)>;

Json write_and_load(const flitlock_results *results) {
  TemporaryFolder folder;
  flitlock_error error = {};
  EXPECT_EQ(flitlock_results_write_json(results, (folder / "r.json").c_str(), &error), FLITLOCK_OK) << error.text;
  json_error_t json_error;
  Json root(json_load_file((folder / "r.json").c_str(), JSON_REJECT_DUPLICATES, &json_error), json_decref);
  EXPECT_NE(root.get(), nullptr) << json_error.text;
  return root;
}

// "window.from": the value under a path of keys.
const json_t *at(const Json &root, const std::string &path) {
  const json_t *value = root.get();
  size_t start = 0;
  while (value != nullptr && start <= path.size()) {
    size_t end = std::min(path.find('/', start), path.size());
    value = json_object_get(value, path.substr(start, end - start).c_str());
    start = end + 1;
  }
  return value;
}

double number(const Json &root, const std::string &path) {
  const json_t *value = at(root, path);
  EXPECT_TRUE(json_is_number(value)) << path;
  return json_number_value(value);
}

}  // namespace

TEST(ResultsJson, HoldsEveryKeyThatIsPromised) {
  auto results = known_results();
  Json root = write_and_load(results.get());
  EXPECT_EQ(number(root, "format"), 1);
  EXPECT_STREQ(json_string_value(at(root, "config_hash")), "0x0000000000000abc");
  EXPECT_STREQ(json_string_value(at(root, "status")), "OK");
  EXPECT_STREQ(json_string_value(at(root, "name")), "known, \"quoted\"");
  EXPECT_EQ(number(root, "cycles"), 1000);
  EXPECT_EQ(number(root, "window/from"), 100);
  EXPECT_EQ(number(root, "window/to"), 900);
  EXPECT_TRUE(json_is_true(at(root, "window/steady")));
  EXPECT_EQ(number(root, "requests/issued"), 50);
  EXPECT_EQ(number(root, "requests/completed"), 45);
  EXPECT_EQ(number(root, "requests/in_flight"), 5);
  EXPECT_EQ(number(root, "accepted_rate/mean"), 0.1);
  EXPECT_EQ(number(root, "accepted_rate/by_node/A"), 0.05);
  EXPECT_EQ(number(root, "accepted_rate_whole/mean"), 0.08);
  EXPECT_DOUBLE_EQ(number(root, "accepted_rate_whole/by_node/D"), 0.12);
  EXPECT_EQ(number(root, "latency/mean"), 12.5);
  EXPECT_EQ(number(root, "latency/p50"), 12);
  EXPECT_EQ(number(root, "latency/p99"), 20);
  EXPECT_EQ(number(root, "latency/max"), 21);
  EXPECT_EQ(json_object_size(at(root, "latency/stages")), FLITLOCK_STAGE_COUNT - 1) << "without link TLBs";
  EXPECT_EQ(number(root, "latency/stages/tail"), FLITLOCK_STAGE_TAIL);
  EXPECT_EQ(at(root, "collective"), nullptr);
}

TEST(ResultsJson, SeedBeyondTheIntegersOfJsonIsAString) {
  auto results = known_results();
  EXPECT_STREQ(json_string_value(at(write_and_load(results.get()), "seed")), "18446744073709551615");
  results->seed = 7;
  EXPECT_EQ(number(write_and_load(results.get()), "seed"), 7);
}

TEST(ResultsJson, UseAndCausesOfEachLinkAddUpToOne) {
  auto results = known_results();
  Json root = write_and_load(results.get());
  const json_t *links = at(root, "links");
  ASSERT_EQ(json_array_size(links), 2U);
  for (size_t n = 0; n < 2; n++) {
    const json_t *link = json_array_get(links, n);
    double sum = json_number_value(json_object_get(link, "utilization"));
    json_int_t cycles = json_integer_value(json_object_get(link, "flits"));
    for (int cause = 1; cause <= 5; cause++) {
      std::string key = "cause" + std::to_string(cause);
      sum += json_number_value(json_object_get(json_object_get(link, "idle"), key.c_str()));
      cycles += json_integer_value(json_object_get(json_object_get(link, "idle_cycles"), key.c_str()));
    }
    EXPECT_NEAR(sum, 1.0, 1e-12);
    EXPECT_EQ(cycles, json_integer_value(json_object_get(link, "cycles")));
  }
  EXPECT_TRUE(json_is_null(json_object_get(json_array_get(links, 1), "offered")));
}

TEST(ResultsJson, IdleCyclesOfUnknownCauseAreNamedOnlyWhereThereAreSome) {
  auto results = known_results();
  results->links[1].unknown = results->links[1].idle[0];
  results->links[1].idle[0] = 0;
  Json root = write_and_load(results.get());
  const json_t *known = json_object_get(json_array_get(at(root, "links"), 0), "idle");
  const json_t *unknown = json_object_get(json_array_get(at(root, "links"), 1), "idle");
  EXPECT_EQ(json_object_size(known), 5U);
  EXPECT_NEAR(json_number_value(json_object_get(unknown, "unknown")), 100.0 / 700, 1e-12);
}

TEST(ResultsJson, WhatIsNotKnownIsNull) {
  auto results = known_results();
  results->latency.count = 0;
  results->offered_rate = -1;
  results->links[0].cycles = 0;
  results->accepted.mean = NAN;
  Json root = write_and_load(results.get());
  EXPECT_TRUE(json_is_null(at(root, "latency/mean")));
  EXPECT_TRUE(json_is_null(at(root, "latency/stages/source")));
  EXPECT_TRUE(json_is_null(at(root, "offered_rate")));
  EXPECT_TRUE(json_is_null(at(root, "accepted_rate/mean")));
  EXPECT_TRUE(json_is_null(json_object_get(json_array_get(at(root, "links"), 0), "utilization")));
}

TEST(ResultsJson, CollectiveIsWrittenWhereThereIsOne) {
  auto results = known_results();
  snprintf(results->collective.name, sizeof(results->collective.name), "allreduce");
  results->collective.bytes = 1024;
  results->collective.time_cycles = 77;
  results->collective.gpus = 2;
  results->collective.bytes_by_pair = flitlock_test::allocate<uint64_t>(4);
  results->collective.bytes_by_pair[1] = 512;
  Json root = write_and_load(results.get());
  EXPECT_EQ(number(root, "collective/time_cycles"), 77);
  EXPECT_EQ(json_integer_value(json_array_get(json_array_get(at(root, "collective/bytes_by_pair"), 0), 1)), 512);
}

TEST(ResultsJson, TextThatIsNotUtf8IsStillWritten) {
  auto results = known_results();
  snprintf(results->status_text, sizeof(results->status_text), "cannot read '\xff\xfe'");
  EXPECT_STREQ(json_string_value(at(write_and_load(results.get()), "status_text")), "cannot read '\?\?'");
}

TEST(ResultsJson, SameResultsGiveTheSameBytes) {
  TemporaryFolder folder;
  auto first = known_results(), second = known_results();
  ASSERT_EQ(flitlock_results_write_json(first.get(), (folder / "a").c_str(), nullptr), FLITLOCK_OK);
  ASSERT_EQ(flitlock_results_write_json(second.get(), (folder / "b").c_str(), nullptr), FLITLOCK_OK);
  std::string text = read_file(folder / "a");
  EXPECT_EQ(text, read_file(folder / "b"));
  EXPECT_NE(text.find("\"mean\": 0.1,"), std::string::npos) << text;  // and not 0.10000000000000001
}

TEST(ResultsJson, FullDiskAndMissingFolderAreErrors) {
  auto results = known_results();
  flitlock_error error = {};
  EXPECT_EQ(flitlock_results_write_json(results.get(), "/dev/full", &error), FLITLOCK_E_OUTPUT);
  EXPECT_NE(strstr(error.text, "/dev/full"), nullptr) << error.text;
  EXPECT_EQ(flitlock_results_write_json(results.get(), "no/such/folder/r.json", &error), FLITLOCK_E_OUTPUT);
  EXPECT_NE(strstr(error.text, "no/such/folder/r.json"), nullptr) << error.text;
}

TEST(ResultsJson, LinkIsKeptAndNoTemporaryFileIsLeft) {
  TemporaryFolder folder;
  auto results = known_results();
  std::ofstream(folder / "file") << "old";
  ASSERT_EQ(symlink("file", (folder / "link").c_str()), 0);
  ASSERT_EQ(flitlock_results_write_json(results.get(), (folder / "link").c_str(), nullptr), FLITLOCK_OK);
  struct stat info;
  ASSERT_EQ(lstat((folder / "link").c_str(), &info), 0);
  EXPECT_TRUE(S_ISLNK(info.st_mode));
  EXPECT_EQ(read_file(folder / "file").substr(0, 1), "{");
  EXPECT_NE(system(("ls " + (folder / "*.tmp") + " >/dev/null 2>&1").c_str()), 0);
}
