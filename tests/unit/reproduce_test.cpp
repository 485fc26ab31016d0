// SPDX-License-Identifier: Apache-2.0
// Figures of a study: verdicts, known and unknown misses, and the three forms of a table.
#include <gtest/gtest.h>

#include <flitlock/reproduce.h>

#include <cmath>
#include <cstdlib>
#include <set>
#include <string>

namespace {

flitlock_figure figure(const char *id, double ours, double source = 0, int gate = FLITLOCK_GATE_PRINTED) {
  flitlock_figure made = {};
  std::snprintf(made.id, sizeof(made.id), "%s", id);
  std::snprintf(made.what, sizeof(made.what), "what %s is", id);
  made.ours = ours;
  made.has_source = 1;
  made.source = source;
  made.origin = FLITLOCK_ORIGIN_SOURCE;
  made.gate = gate;
  made.tolerance = 0.01;
  made.low = 1;
  made.high = 2;
  return made;
}

void report(const flitlock_reproduce_setting *setting, const void *results, flitlock_reproduction *table) {
  flitlock_reproduction_intro(table, "made of %d figures", 3);
  flitlock_reproduction_section(table, "one", "First", "before");
  auto add = [&](flitlock_figure made, const char *reason) {
    std::snprintf(made.reason, sizeof(made.reason), "%s", reason);
    flitlock_reproduction_add(table, &made);
  };
  add(figure("good", 1.005, 1, FLITLOCK_GATE_WITHIN), "hidden, as it is met");
  add(figure("bad", 1.02, 1, FLITLOCK_GATE_WITHIN), *static_cast<const int *>(results) != 0 ? "known" : "");
  add(figure("worse", 2, 1, FLITLOCK_GATE_WITHIN), "known");
  add(figure("plain", 7), "");
  flitlock_reproduction_note(table, "after");
  flitlock_reproduction_note(table, "and after that");
  flitlock_reproduction_section(table, "two", "Second", "");
  const char *const heading[] = {"depth", "use"}, *const row[] = {"4", ""};
  flitlock_reproduction_grid(table, 2, heading);
  flitlock_reproduction_grid_row(table, row);
  EXPECT_EQ(setting->is_short, 1);
}

struct Table {
  flitlock_reproduction *table = nullptr;
  flitlock_error error = {};

  explicit Table(int reason_known) {
    flitlock_reproduce_topic topic = {};
    topic.name = "test";
    topic.summary = "A test";
    topic.report = report;
    flitlock_reproduce_setting setting = {};
    setting.is_short = 1;
    EXPECT_EQ(flitlock_reproduction_create(&topic, &setting, &reason_known, &table, &error), FLITLOCK_OK);
  }
  ~Table() { flitlock_reproduction_free(table); }
  Table(const Table &) = delete;
  Table &operator=(const Table &) = delete;

  template <typename Write>
  std::string written(Write write) const {
    char *text = nullptr;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    write(table, file);
    std::fclose(file);
    std::string copy(text, size);
    std::free(text);
    return copy;
  }
};

}  // namespace

static int verdict(double ours, double source, int gate) {
  const flitlock_figure made = figure("x", ours, source, gate);
  return flitlock_figure_verdict(&made);
}

TEST(Reproduce, GatesDecideTheVerdict) {
  EXPECT_EQ(verdict(5, 1, FLITLOCK_GATE_PRINTED), FLITLOCK_VERDICT_PRINTED);
  EXPECT_EQ(verdict(1.0099, 1, FLITLOCK_GATE_WITHIN), FLITLOCK_VERDICT_MET);
  EXPECT_EQ(verdict(1.0101, 1, FLITLOCK_GATE_WITHIN), FLITLOCK_VERDICT_MISSED);
  EXPECT_EQ(verdict(-1.005, -1, FLITLOCK_GATE_WITHIN), FLITLOCK_VERDICT_MET);
  EXPECT_EQ(verdict(0.98, 1, FLITLOCK_GATE_WITHIN), FLITLOCK_VERDICT_MISSED);
  EXPECT_EQ(verdict(0.99, 0, FLITLOCK_GATE_AT_LEAST), FLITLOCK_VERDICT_MISSED);
  EXPECT_EQ(verdict(3, 0, FLITLOCK_GATE_AT_LEAST), FLITLOCK_VERDICT_MET);
  EXPECT_EQ(verdict(2.01, 0, FLITLOCK_GATE_AT_MOST), FLITLOCK_VERDICT_MISSED);
  EXPECT_EQ(verdict(2, 0, FLITLOCK_GATE_AT_MOST), FLITLOCK_VERDICT_MET);
  EXPECT_EQ(verdict(0.9, 0, FLITLOCK_GATE_BETWEEN), FLITLOCK_VERDICT_MISSED);
  EXPECT_EQ(verdict(1, 0, FLITLOCK_GATE_BETWEEN), FLITLOCK_VERDICT_MET);
  for (int gate = FLITLOCK_GATE_WITHIN; gate <= FLITLOCK_GATE_BETWEEN; gate++)
    EXPECT_EQ(verdict(NAN, 1, gate), FLITLOCK_VERDICT_MISSED) << gate;
  flitlock_figure without = figure("x", 0, 0, FLITLOCK_GATE_WITHIN);
  without.has_source = 0;
  EXPECT_EQ(flitlock_figure_verdict(&without), FLITLOCK_VERDICT_MISSED);
}

TEST(Reproduce, AMissWithoutAReasonIsAMismatch) {
  Table known(1), unknown(0);
  EXPECT_EQ(flitlock_reproduction_status(known.table, &known.error), FLITLOCK_OK);
  EXPECT_EQ(flitlock_reproduction_status(unknown.table, &unknown.error), FLITLOCK_E_MISMATCH);
  EXPECT_EQ(std::string(unknown.error.text),
            "bad is missed, and no reason is known: 1.02 is not within 1 % of the source");
  EXPECT_EQ(flitlock_reproduction_count(known.table, FLITLOCK_VERDICT_MET), 1U);
  EXPECT_EQ(flitlock_reproduction_count(known.table, FLITLOCK_VERDICT_MISSED), 2U);
  EXPECT_EQ(flitlock_reproduction_count(known.table, FLITLOCK_VERDICT_PRINTED), 1U);
}

TEST(Reproduce, MarkdownHasRowsReasonsGridsAndNotes) {
  EXPECT_EQ(Table(1).written(flitlock_reproduction_markdown),
            "# A test\n\nmade of 3 figures\n\n"
            "1 figures are met, 2 missed, 1 printed without a gate.\n\n"
            "## First\n\nbefore\n\n"
            "| id | figure | source | ours | ratio | gate | verdict |\n|---|---|---|---|---|---|---|\n"
            "| `good` | what good is | 1 [S] | 1.0050 | 1.005 | within 1 % | met |\n"
            "| `bad` | what bad is | 1 [S] | 1.0200 | 1.020 | within 1 % | **missed** |\n"
            "| `worse` | what worse is | 1 [S] | 2.0000 | 2.000 | within 1 % | **missed** |\n"
            "| `plain` | what plain is | 0 [S] | 7.0000 | | | printed |\n\n"
            "- missed: `bad`, `worse`: known\n\n"
            "after\n\nand after that\n\n"
            "## Second\n\n| depth | use |\n|---|---|\n| 4 | |\n");
}

TEST(Reproduce, TextNamesEachFigureOnce) {
  std::string text = Table(1).written(flitlock_reproduction_text);
  for (const char *id : {"\n  good ", "\n  plain ", "1 met, 2 missed, 1 printed\n"})
    EXPECT_NE(text.find(id), std::string::npos) << id << " in\n" << text;
  EXPECT_EQ(text.find("hidden"), std::string::npos);
  EXPECT_EQ(text.find('`'), std::string::npos);
}

TEST(Reproduce, JsonHasAllSections) {
  std::string json = Table(1).written(
      [](const flitlock_reproduction *table, FILE *file) { flitlock_reproduction_json(table, file, nullptr); });
  for (const char *part : {"\"missed\": 2", "\"id\": \"worse\"", "\"ratio\": null", "\"gate\": \"within 1 %\"",
                           "\"reason\": \"known\"", "\"short\": true"})
    EXPECT_NE(json.find(part), std::string::npos) << part << " in\n" << json;
}

TEST(Reproduce, TopicsHaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (size_t n = 0; n < flitlock_reproduce_topic_count; n++) {
    const flitlock_reproduce_topic *topic = flitlock_reproduce_topics[n];
    EXPECT_TRUE(names.insert(topic->name).second) << topic->name;
    EXPECT_EQ(flitlock_reproduce_find(topic->name), topic);
    flitlock_reproduce_setting small = {1, "configs"}, large = {0, "configs"};
    EXPECT_GT(topic->count(&small), 0U);
    EXPECT_GE(topic->count(&large), topic->count(&small));
    std::set<std::string> labels;
    for (size_t run = 0; run < topic->count(&large); run++) {
      char label[160];
      EXPECT_TRUE(labels.insert(topic->label(&large, run, label, sizeof(label))).second) << label;
    }
  }
  EXPECT_EQ(flitlock_reproduce_find("nothing"), nullptr);
}
