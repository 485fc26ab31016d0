// SPDX-License-Identifier: Apache-2.0
// sweep.db: points in and out, whose it is, and merging.
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <flitlock/sweep.h>

#include "support/paths.h"
#include "support/scratch.h"

using flitlock_test::Scratch;

namespace {

const char *const results = R"({"cycles":100,"window":{"from":10,"to":100,"steady":true},"offered_rate":null,)"
                            R"("accepted_rate":{"mean":0.25},"latency":{"p50":7}})";

struct Sweep {
  Scratch scratch;
  flitlock_sweep *sweep = nullptr;
  flitlock_sweep_database *database = nullptr;
  flitlock_error error = {};

  Sweep() { load("grid: {workload.rate: [0.01, 0.02, 0.03]}\nseeds: 2\n"); }
  ~Sweep() {
    EXPECT_EQ(close(), FLITLOCK_OK);
    flitlock_sweep_free(sweep);
  }
  Sweep(const Sweep &) = delete;
  Sweep &operator=(const Sweep &) = delete;

  void load(const std::string &axes) {
    flitlock_sweep_free(sweep);
    Scratch::write(scratch.path("s.yaml"),
                   "base: " + flitlock_test::repository_file("configs/tiny2.yaml") + "\n" + axes);
    ASSERT_EQ(flitlock_sweep_load(scratch.path("s.yaml").c_str(), &sweep, &error), FLITLOCK_OK) << error.text;
  }
  int open(const std::string &folder = "out") {
    return flitlock_sweep_open(scratch.path(folder).c_str(), sweep, &database, &error);
  }
  int close() {
    int status = flitlock_sweep_close(database, &error);
    database = nullptr;
    return status;
  }
  int record(uint64_t number, int outcome = FLITLOCK_SWEEP_OK, const char *json = results) {
    flitlock_sweep_point point;
    int status = flitlock_sweep_point_make(sweep, number, &point, &error);
    if (status != FLITLOCK_OK) return status;
    const flitlock_sweep_record record = {outcome, outcome == FLITLOCK_SWEEP_OK ? FLITLOCK_OK : FLITLOCK_E_INTERNAL,
                                          outcome == FLITLOCK_SWEEP_OK ? "" : "why", json};
    status = flitlock_sweep_store(database, &point, &record, &error);
    flitlock_sweep_point_free(&point);
    return status;
  }
  // A folder with these points.
  void fill(const std::string &folder, const std::vector<uint64_t> &points, int outcome = FLITLOCK_SWEEP_OK,
            const char *json = results) {
    ASSERT_EQ(open(folder), FLITLOCK_OK) << error.text;
    for (uint64_t point : points)
      ASSERT_EQ(record(point, outcome, outcome == FLITLOCK_SWEEP_OK ? json : nullptr), FLITLOCK_OK) << error.text;
    ASSERT_EQ(close(), FLITLOCK_OK);
  }
  std::string outcomes() {
    std::vector<uint8_t> list(flitlock_sweep_count(sweep));
    if (flitlock_sweep_outcomes(database, list.data(), list.size(), &error) != FLITLOCK_OK) return error.text;
    std::string text;
    for (uint8_t outcome : list)
      text += flitlock_sweep_outcome_text(outcome)[0];
    return text;
  }
  // First column of the first row.
  std::string query(const std::string &sql, const std::string &folder = "out") {
    sqlite3 *db = nullptr;
    sqlite3_stmt *statement = nullptr;
    std::string text = "none";
    if (sqlite3_open(scratch.path(folder + "/sweep.db").c_str(), &db) == SQLITE_OK &&
        sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0) != nullptr)
      text = reinterpret_cast<const char *>(sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return text;
  }
  int merge(const std::string &out, const std::vector<std::string> &inputs, flitlock_sweep_merged *merged) {
    std::vector<std::string> paths;
    std::vector<const char *> list;
    for (const std::string &input : inputs)
      paths.push_back(scratch.path(input));
    for (const std::string &path : paths)
      list.push_back(path.c_str());
    return flitlock_sweep_merge(scratch.path(out).c_str(), list.data(), list.size(), merged, &error);
  }
  void expect_error(const std::string &part) const {
    EXPECT_NE(std::string(error.text).find(part), std::string::npos) << error.text;
  }
};

TEST(SweepDatabase, PointsAreThereAfterwards) {
  Sweep s;
  ASSERT_EQ(s.open(), FLITLOCK_OK) << s.error.text;
  EXPECT_EQ(s.outcomes(), "oooooo");
  ASSERT_EQ(s.record(3), FLITLOCK_OK) << s.error.text;
  ASSERT_EQ(s.record(1, FLITLOCK_SWEEP_CRASHED, nullptr), FLITLOCK_OK);
  ASSERT_EQ(s.close(), FLITLOCK_OK);
  ASSERT_EQ(s.open(), FLITLOCK_OK) << s.error.text;
  EXPECT_EQ(s.outcomes(), "ocoo" + std::string("oo"));
  char status[32], message[32];
  ASSERT_EQ(flitlock_sweep_told(s.database, 1, status, sizeof(status), message, sizeof(message), &s.error), 0);
  EXPECT_STREQ(status, "E_INTERNAL");
  EXPECT_STREQ(message, "why");
  EXPECT_EQ(s.query("SELECT outcome FROM point WHERE point = 3"), "ok");
  EXPECT_EQ(s.query("SELECT accepted_rate FROM point WHERE point = 3"), "0.25");
  EXPECT_EQ(s.query("SELECT latency_p50 || ' ' || window_to || ' ' || steady FROM point WHERE point = 3"), "7 100 1");
  EXPECT_EQ(s.query("SELECT offered_rate IS NULL AND latency_mean IS NULL FROM point WHERE point = 3"), "1");
  EXPECT_EQ(s.query("SELECT results FROM point WHERE point = 3"), results);
  EXPECT_EQ(s.query("SELECT value FROM setting WHERE point = 3 AND key = 'workload.rate'"), "0.02");
  EXPECT_EQ(s.query("PRAGMA journal_mode"), "wal");
}

TEST(SweepDatabase, APointIsStoredOnce) {
  Sweep s;
  ASSERT_EQ(s.open(), FLITLOCK_OK) << s.error.text;
  ASSERT_EQ(s.record(3), FLITLOCK_OK);
  EXPECT_EQ(s.record(3), FLITLOCK_E_OUTPUT);
  EXPECT_EQ(s.record(4, FLITLOCK_SWEEP_OK, "no json"), FLITLOCK_E_INTERNAL);
  EXPECT_EQ(s.query("SELECT count(*) FROM point"), "1");
}

TEST(SweepDatabase, AnotherSweepIsRefusedWithTheDifference) {
  Sweep s;
  s.fill("out", {0});
  s.load("grid: {workload.rate: [0.01, 0.02, 0.04]}\nseeds: 2\n");
  EXPECT_EQ(s.open(), FLITLOCK_E_CONFIG);
  s.expect_error("- axis 0 value 2: workload.rate=0.03");
  s.expect_error("+ axis 0 value 2: workload.rate=0.04");
}

TEST(SweepDatabase, WhatIsNoDatabaseIsLeftAlone) {
  Sweep s;
  s.fill("out", {0});
  Scratch::write(s.scratch.path("out/sweep.db"), std::string(4096, 'x'));
  EXPECT_EQ(s.open(), FLITLOCK_E_INPUT);
  s.expect_error("no database of a sweep");
  EXPECT_EQ(Scratch::read(s.scratch.path("out/sweep.db")), std::string(4096, 'x'));
  ASSERT_EQ(unlink(s.scratch.path("out/sweep.db").c_str()), 0);
  EXPECT_EQ(s.query("CREATE TABLE a (b)"), "none");
  EXPECT_EQ(s.open(), FLITLOCK_E_INPUT);
}

// Locks belong to processes, so it takes two.
TEST(SweepDatabase, OneWriterAtATime) {
  Sweep s;
  ASSERT_EQ(s.open(), FLITLOCK_OK) << s.error.text;
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    flitlock_sweep_database *second = nullptr;
    flitlock_error error = {};
    int status = flitlock_sweep_open(s.scratch.path("out").c_str(), s.sweep, &second, &error);
    _exit(status == FLITLOCK_E_USAGE && std::string(error.text).find("writes to the sweep") != std::string::npos ? 0
                                                                                                                 : 1);
  }
  int ended = 0;
  ASSERT_EQ(waitpid(child, &ended, 0), child);
  EXPECT_EQ(ended, 0);
}

TEST(SweepDatabase, FailedPointsOfAShardAreForgotten) {
  Sweep s;
  ASSERT_EQ(s.open(), FLITLOCK_OK) << s.error.text;
  const int outcomes[] = {FLITLOCK_SWEEP_OK,     FLITLOCK_SWEEP_FAILED,    FLITLOCK_SWEEP_CRASHED,
                          FLITLOCK_SWEEP_FAILED, FLITLOCK_SWEEP_TIMED_OUT, FLITLOCK_SWEEP_IMPOSSIBLE};
  for (uint64_t n = 0; n < 6; n++)
    ASSERT_EQ(s.record(n, outcomes[n]), FLITLOCK_OK);
  ASSERT_EQ(flitlock_sweep_forget(s.database, 2, 2, &s.error), FLITLOCK_OK) << s.error.text;
  EXPECT_EQ(s.query("SELECT group_concat(point) FROM point"), "0,2,4,5");
  ASSERT_EQ(flitlock_sweep_forget(s.database, 1, 1, &s.error), FLITLOCK_OK) << s.error.text;
  EXPECT_EQ(s.query("SELECT group_concat(point) FROM point"), "0,5");
  EXPECT_EQ(s.query("SELECT count(*) FROM setting"), "4");
}

TEST(SweepMerge, ShardsBecomeOne) {
  Sweep s;
  s.fill("a", {0, 2, 4});
  s.fill("b", {1, 2});
  flitlock_sweep_merged merged;
  ASSERT_EQ(s.merge("m", {"a", "b/sweep.db"}, &merged), FLITLOCK_OK) << s.error.text;
  EXPECT_EQ(merged.points, 6U);
  EXPECT_EQ(merged.present, 4U);
  EXPECT_EQ(merged.added, 4U);
  EXPECT_EQ(merged.same, 1U);
  EXPECT_EQ(s.query("SELECT group_concat(point) FROM point", "m"), "0,1,2,4");
  EXPECT_EQ(s.query("SELECT count(*) FROM setting", "m"), "8");
  // The merged folder is a sweep's like any other.
  ASSERT_EQ(s.open("m"), FLITLOCK_OK) << s.error.text;
  EXPECT_EQ(s.record(3), FLITLOCK_OK);
}

TEST(SweepMerge, AConflictNamesBothValuesAndMergesNothing) {
  Sweep s;
  s.fill("a", {0, 2});
  s.fill("b", {1, 2}, FLITLOCK_SWEEP_OK, R"({"cycles":100,"accepted_rate":{"mean":0.5}})");
  flitlock_sweep_merged merged;
  EXPECT_EQ(s.merge("m", {"a", "b"}, &merged), FLITLOCK_E_MISMATCH);
  s.expect_error("point 2 has two results");
  s.expect_error("window_from is 10");
  EXPECT_NE(access(s.scratch.path("m/sweep.db").c_str(), F_OK), 0);
  EXPECT_EQ(s.merge("a", {"b"}, &merged), FLITLOCK_E_MISMATCH);
  EXPECT_EQ(s.query("SELECT group_concat(point) FROM point", "a"), "0,2");
}

TEST(SweepMerge, ResultsThatDifferBesideTheColumnsAreAConflict) {
  Sweep s;
  s.fill("a", {0}, FLITLOCK_SWEEP_OK, R"({"links":[{"flits":1}]})");
  s.fill("b", {0}, FLITLOCK_SWEEP_OK, R"({"links":[{"flits":2}]})");
  flitlock_sweep_merged merged;
  EXPECT_EQ(s.merge("m", {"a", "b"}, &merged), FLITLOCK_E_MISMATCH);
  s.expect_error("\"flits\":1}");
  s.expect_error("\"flits\":2}");
}

TEST(SweepMerge, AResultReplacesACrash) {
  Sweep s;
  s.fill("a", {0, 1}, FLITLOCK_SWEEP_CRASHED);
  s.fill("b", {1}, FLITLOCK_SWEEP_OK);
  flitlock_sweep_merged merged;
  for (const std::vector<std::string> &order : {std::vector<std::string>{"a", "b"}, {"b", "a"}}) {
    const std::string out = "m" + order[0];
    ASSERT_EQ(s.merge(out, order, &merged), FLITLOCK_OK) << s.error.text;
    EXPECT_EQ(s.query("SELECT group_concat(outcome) FROM point", out), "crashed,ok");
    EXPECT_EQ(merged.present, 2U);
  }
}

TEST(SweepMerge, OtherSweepsAndOtherFilesAreRefused) {
  Sweep s;
  s.fill("a", {0});
  s.load("grid: {workload.rate: [0.01]}\n");
  s.fill("b", {0});
  flitlock_sweep_merged merged;
  EXPECT_EQ(s.merge("m", {"a", "b"}, &merged), FLITLOCK_E_CONFIG);
  s.expect_error("not of the same sweep");
  s.expect_error("axis");
  EXPECT_EQ(s.merge("a", {"b"}, &merged), FLITLOCK_E_CONFIG);
  EXPECT_EQ(s.merge("m", {"none"}, &merged), FLITLOCK_E_INPUT);
  s.expect_error("none");
}

const char *const with_links = R"({"cycles":100,"accepted_rate":{"mean":0.25,"by_node":{"A":0.2,"C":0.3}},)"
                               R"("latency":{"stages":{"source":1.5}},"links":[)"
                               R"({"name":"gpu0.mesh1.A->B.req","width":1,"utilization":0.5,"idle":{"cause2":0.5}},)"
                               R"({"name":"gpu1.mesh0.A->B.req","width":1,"utilization":0.25,"idle":{"cause5":0.75}},)"
                               R"({"name":"gpu0.mesh0.r0c1->dst.req","width":2,"utilization":1,"idle":{}}]})";

TEST(SweepReport, LinksThatDifferInNumbersAloneAreAveraged) {
  Sweep s;
  s.fill("out", {0, 3}, FLITLOCK_SWEEP_OK, with_links);
  char *json = nullptr;
  ASSERT_EQ(flitlock_sweep_report(s.scratch.path("out").c_str(), &json, &s.error), FLITLOCK_OK) << s.error.text;
  const std::string text = json;
  free(json);
  for (const char *part :
       {R"("classes":["gpu*.mesh*.A->B.req","gpu*.mesh*.r0c1->dst.req"])", R"("class":[0,0,1])", R"("widths":[1,1,2])",
        R"("use":[5000,2500,10000])", R"("causes":[[3750,0,2500,0,0,3750,0],[10000,0,0,0,0,0,0]])",
        R"("keys":["seed","workload.rate"])", R"("settings":["2","0.02"])", R"("nodes":{"A":0.2,"C":0.3})",
        R"("stages":[1.5,null)", R"("gpus":2)"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nin " << text;
  // Both points have the same pod.
  EXPECT_EQ(text.find("\"links\""), text.rfind("\"links\""));
}

TEST(SweepReport, NothingToReport) {
  Sweep s;
  s.fill("out", {});
  char *json = nullptr;
  EXPECT_EQ(flitlock_sweep_report(s.scratch.path("out").c_str(), &json, &s.error), FLITLOCK_E_VACUOUS);
  EXPECT_EQ(flitlock_sweep_report(s.scratch.path("none").c_str(), &json, &s.error), FLITLOCK_E_INPUT);
  EXPECT_EQ(json, nullptr);
}

}  // namespace
