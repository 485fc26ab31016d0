// SPDX-License-Identifier: Apache-2.0
// Event logs: what is written is read back in order, cut-off and damaged files are recognised, faults are reported.
#include <gtest/gtest.h>
#include <xxhash.h>

#include <array>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "flitlock/events.h"
#include "support/scratch.h"

namespace {

using flitlock_test::Scratch;

const std::array<const char *, 3> kNames = {"a->b.req", "b->a.rsp", "b->c.req"};

flitlock_events_info info(uint32_t channels = 3) {
  flitlock_events_info made{};
  made.seed = 0xFEDCBA9876543210U;
  made.config_hash = 0x0123456789ABCDEFU;
  made.unit_bytes = 8;
  made.channels = channels;
  made.channel = kNames.data();
  return made;
}

flitlock_flit random_flit(std::mt19937_64 &random) {
  flitlock_flit flit{};
  for (size_t f = 0; f < flitlock_flit_field_count; f++) {
    unsigned bits = flitlock_flit_fields[f].bits;
    flitlock_flit_set(&flit, f, bits < 64 ? random() & ((UINT64_C(1) << bits) - 1) : random());
  }
  return flit;
}

struct Read {
  std::vector<flitlock_event> events;
  int status;
  bool truncated;
  std::string error;
};

Read read_all(const std::string &path) {
  Read read{{}, 0, false, ""};
  flitlock_error error{};
  flitlock_event_reader *reader = nullptr;
  read.status = flitlock_event_reader_open(path.c_str(), &reader, &error);
  int got = read.status == FLITLOCK_OK;
  while (got) {
    flitlock_event event{};
    read.status = flitlock_event_reader_next(reader, &event, &got, &error);
    if (read.status != FLITLOCK_OK) break;
    if (got) read.events.push_back(event);
  }
  read.truncated = reader != nullptr && flitlock_event_reader_truncated(reader) != 0;
  read.error = error.text;
  flitlock_event_reader_close(reader);
  return read;
}

class Events : public ::testing::Test {
 protected:
  Scratch scratch;
  std::string path = scratch.path("run.events");
  flitlock_error error{};
  flitlock_event_writer *writer = nullptr;

  void open() {
    flitlock_events_info made = info();
    ASSERT_EQ(flitlock_event_writer_open(path.c_str(), &made, &writer, &error), FLITLOCK_OK) << error.text;
  }
  int close() { return flitlock_event_writer_close(writer, &error); }

  // `cycles` cycles of random flits and credits, in a random order of calls; the events in the order of the log.
  std::vector<flitlock_event> write_random(uint64_t cycles, uint32_t seed) {
    std::mt19937_64 random(seed);
    std::vector<flitlock_event> all;
    std::array<uint8_t, 24> payload{};
    for (uint64_t cycle = 5; cycle < 5 + cycles; cycle += 1 + random() % 3) {
      std::array<int, 6> call = {0, 1, 2, 3, 4, 5};
      std::vector<flitlock_event> made(6);
      std::shuffle(call.begin(), call.end(), random);
      for (int which : call) {
        flitlock_event &event = made[static_cast<size_t>(which)];
        event.cycle = cycle;
        event.channel = static_cast<uint32_t>(which / 2);
        event.kind = static_cast<uint8_t>(which % 2);
        event.credit = 0;
        if (random() % 2 == 0) {
          event.kind = 99;
        } else if (which % 2 == 1) {
          event.credit = static_cast<uint32_t>(random()) | 1U;
          EXPECT_EQ(flitlock_event_writer_credit(writer, cycle, event.channel, event.credit), FLITLOCK_OK);
        } else {
          event.flit = random_flit(random);
          for (uint8_t &byte : payload)
            byte = static_cast<uint8_t>(random());
          event.flit.payload = payload.data();
          event.payload_hash = XXH32(payload.data(), event.flit.units * 8U, 0);
          EXPECT_EQ(flitlock_event_writer_flit(writer, cycle, event.channel, &event.flit), FLITLOCK_OK);
          event.flit.payload = nullptr;
        }
      }
      for (const flitlock_event &event : made) {
        if (event.kind != 99) all.push_back(event);
      }
    }
    return all;
  }
};

void expect_equal(const std::vector<flitlock_event> &wanted, const std::vector<flitlock_event> &got) {
  ASSERT_EQ(wanted.size(), got.size());
  for (size_t e = 0; e < wanted.size(); e++) {
    ASSERT_EQ(wanted[e].cycle, got[e].cycle) << "event " << e;
    ASSERT_EQ(wanted[e].channel, got[e].channel) << "event " << e;
    ASSERT_EQ(wanted[e].kind, got[e].kind) << "event " << e;
    ASSERT_EQ(wanted[e].credit, got[e].credit) << "event " << e;
    ASSERT_EQ(wanted[e].payload_hash, got[e].payload_hash) << "event " << e;
    ASSERT_EQ(flitlock_flit_compare(&wanted[e].flit, &got[e].flit), -1) << "event " << e;
  }
}

TEST_F(Events, ReadsBackWhatWasWritten) {
  open();
  std::vector<flitlock_event> wanted = write_random(20000, 1);
  ASSERT_EQ(close(), FLITLOCK_OK) << error.text;
  Read read = read_all(path);
  EXPECT_EQ(read.status, FLITLOCK_OK) << read.error;
  EXPECT_FALSE(read.truncated);
  expect_equal(wanted, read.events);
}

TEST_F(Events, HeaderIsReadBack) {
  open();
  ASSERT_EQ(close(), FLITLOCK_OK);
  flitlock_event_reader *reader = nullptr;
  ASSERT_EQ(flitlock_event_reader_open(path.c_str(), &reader, &error), FLITLOCK_OK) << error.text;
  const flitlock_events_info *read = flitlock_event_reader_info(reader);
  EXPECT_EQ(read->seed, info().seed);
  EXPECT_EQ(read->config_hash, info().config_hash);
  EXPECT_EQ(read->unit_bytes, 8U);
  EXPECT_STREQ(read->producer, "flitlock");
  ASSERT_EQ(read->channels, 3U);
  EXPECT_STREQ(read->channel[2], "b->c.req");
  flitlock_event_reader_close(reader);
}

TEST_F(Events, SameEventsSameBytesInAnyOrderOfCalls) {
  flitlock_flit flit{};
  flit.units = 1;
  flit.len = 1;
  open();
  flitlock_event_writer_flit(writer, 3, 0, &flit);
  flitlock_event_writer_credit(writer, 3, 0, 4);
  flitlock_event_writer_flit(writer, 3, 2, &flit);
  ASSERT_EQ(close(), FLITLOCK_OK);
  std::string one = Scratch::read(path);
  open();
  flitlock_event_writer_flit(writer, 3, 2, &flit);
  flitlock_event_writer_credit(writer, 3, 0, 4);
  flitlock_event_writer_flit(writer, 3, 0, &flit);
  ASSERT_EQ(close(), FLITLOCK_OK);
  EXPECT_EQ(one, Scratch::read(path));
}

// A killed writer leaves the file at any length: what is read is always a beginning of what was written, and never
// passes for whole.
TEST_F(Events, CutOffFileIsReadableUpToTheCut) {
  open();
  std::vector<flitlock_event> wanted = write_random(30000, 2);
  ASSERT_EQ(close(), FLITLOCK_OK);
  std::string whole = Scratch::read(path);
  size_t most = 0;
  for (size_t part = 1; part < 16; part++) {
    Scratch::write(path, whole.substr(0, whole.size() * part / 16));
    Read read = read_all(path);
    ASSERT_EQ(read.status, FLITLOCK_OK) << read.error;
    EXPECT_TRUE(read.truncated);
    ASSERT_LT(read.events.size(), wanted.size());
    ASSERT_GE(read.events.size(), most);
    most = read.events.size();
    expect_equal({wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(most)}, read.events);
  }
  EXPECT_GT(most, wanted.size() / 2) << "frames are written as the run goes on";
}

TEST_F(Events, FileWithoutItsEndIsCutOff) {
  open();
  write_random(10, 3);
  ASSERT_EQ(close(), FLITLOCK_OK);
  std::string whole = Scratch::read(path);
  Scratch::write(path, whole.substr(0, whole.size() - 1));
  Read read = read_all(path);
  EXPECT_TRUE(read.truncated);
  EXPECT_TRUE(read.events.empty());
}

TEST_F(Events, FlushedCyclesSurviveTheWriter) {
  open();
  flitlock_event_writer_credit(writer, 1, 0, 1);
  flitlock_event_writer_credit(writer, 2, 0, 1);
  ASSERT_EQ(flitlock_event_writer_flush(writer), FLITLOCK_OK);
  Read read = read_all(path);
  EXPECT_TRUE(read.truncated);
  EXPECT_EQ(read.events.size(), 1U) << "cycle 2 may still get more events";
  ASSERT_EQ(close(), FLITLOCK_OK);
  EXPECT_EQ(read_all(path).events.size(), 2U);
}

TEST_F(Events, DamagedFrameIsAnError) {
  open();
  write_random(20000, 4);
  ASSERT_EQ(close(), FLITLOCK_OK);
  std::string bytes = Scratch::read(path);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  Scratch::write(path, bytes);
  Read read = read_all(path);
  EXPECT_EQ(read.status, FLITLOCK_E_INPUT);
  EXPECT_NE(read.error.find("damaged event log"), std::string::npos) << read.error;
}

TEST_F(Events, NothingMayFollowTheEnd) {
  open();
  write_random(100, 5);
  ASSERT_EQ(close(), FLITLOCK_OK);
  std::string whole = Scratch::read(path);
  for (const std::string &more : {whole, std::string(1, '\0')}) {
    Scratch::write(path, whole + more);
    Read read = read_all(path);
    EXPECT_EQ(read.status, FLITLOCK_E_INPUT);
    EXPECT_NE(read.error.find("something after the end"), std::string::npos) << read.error;
  }
}

TEST_F(Events, OtherFilesAreRefused) {
  Scratch::write(path, "cycle,source\n1,2\n");
  EXPECT_EQ(read_all(path).status, FLITLOCK_E_INPUT);
  Scratch::write(path, "");
  EXPECT_EQ(read_all(path).status, FLITLOCK_E_INPUT);
  Read missing = read_all(scratch.path("none"));
  EXPECT_EQ(missing.status, FLITLOCK_E_INPUT);
  EXPECT_NE(missing.error.find("No such file"), std::string::npos) << missing.error;
}

TEST_F(Events, PathThatCannotBeWrittenIsNamed) {
  path = scratch.path("no/such/folder/run.events");
  flitlock_events_info made = info();
  EXPECT_EQ(flitlock_event_writer_open(path.c_str(), &made, &writer, &error), FLITLOCK_E_OUTPUT);
  EXPECT_NE(std::string(error.text).find(path), std::string::npos) << error.text;
  EXPECT_NE(std::string(error.text).find("No such file"), std::string::npos) << error.text;
}

TEST_F(Events, FullDiskIsReported) {
  path = "/dev/full";
  flitlock_events_info made = info();
  EXPECT_EQ(flitlock_event_writer_open(path.c_str(), &made, &writer, &error), FLITLOCK_E_OUTPUT);
  EXPECT_NE(std::string(error.text).find("No space left"), std::string::npos) << error.text;
}

TEST_F(Events, WrongCallsAreErrorsThatStay) {
  flitlock_flit flit{};
  open();
  EXPECT_EQ(flitlock_event_writer_flit(writer, 1, 3, &flit), FLITLOCK_E_USAGE);
  EXPECT_EQ(flitlock_event_writer_flit(writer, 1, 0, &flit), FLITLOCK_E_USAGE);
  EXPECT_EQ(flitlock_event_writer_flush(writer), FLITLOCK_E_USAGE);
  EXPECT_EQ(close(), FLITLOCK_E_USAGE);
  EXPECT_NE(std::string(error.text).find("channel 3"), std::string::npos) << error.text;
  open();
  flitlock_event_writer_credit(writer, 7, 0, 1);
  EXPECT_EQ(flitlock_event_writer_credit(writer, 6, 1, 1), FLITLOCK_E_USAGE);
  EXPECT_EQ(close(), FLITLOCK_E_USAGE);
  open();
  flitlock_event_writer_flit(writer, 7, 1, &flit);
  EXPECT_EQ(flitlock_event_writer_flit(writer, 7, 1, &flit), FLITLOCK_E_USAGE);
  EXPECT_EQ(close(), FLITLOCK_E_USAGE);
  EXPECT_TRUE(read_all(path).truncated);
}

TEST_F(Events, EmptyCreditIsNoEvent) {
  open();
  EXPECT_EQ(flitlock_event_writer_credit(writer, 7, 1, 0), FLITLOCK_OK);
  ASSERT_EQ(close(), FLITLOCK_OK);
  EXPECT_TRUE(read_all(path).events.empty());
}

int collect(void *self, const char *text) {
  static_cast<std::vector<std::string> *>(self)->push_back(text);
  return 0;
}

TEST_F(Events, DumpIsOneLineAnEvent) {
  open();
  flitlock_flit flit{};
  flit.vc = 3;
  flit.head = flit.tail = flit.units = flit.len = 1;
  flit.dst = 0x1020304;
  flitlock_event_writer_flit(writer, 12, 1, &flit);
  flitlock_event_writer_credit(writer, 13, 2, 2U << 6 | 1U);
  ASSERT_EQ(close(), FLITLOCK_OK);
  std::vector<std::string> lines;
  ASSERT_EQ(flitlock_events_dump(path.c_str(), collect, &lines, &error), FLITLOCK_OK) << error.text;
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0],
            "# flitlock events 1, by flitlock, seed 18364758544493064720, config 0x0123456789abcdef, unit 8 "
            "bytes, 3 channels");
  EXPECT_EQ(
      lines[1],
      "12 b->a.rsp flit vc=3 head=1 tail=1 units=1 len=1 seq=0 op=0 bytes=0 status=0 dst=0x1020304 src=0x0 id=0x0 "
      "birth=0x0 addr=0x0 payload=00000000");
  EXPECT_EQ(lines[2], "13 b->c.req credit vc0=1 vc3=2");
  EXPECT_EQ(lines[3], "# 2 events");
}

TEST_F(Events, DumpSaysThatTheLogIsCutOff) {
  open();
  flitlock_event_writer_credit(writer, 1, 0, 1);
  flitlock_event_writer_credit(writer, 2, 0, 1);
  flitlock_event_writer_flush(writer);
  std::vector<std::string> lines;
  EXPECT_EQ(flitlock_events_dump(path.c_str(), collect, &lines, &error), FLITLOCK_E_INPUT);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[2], "# 1 events, then the log is cut off");
  EXPECT_EQ(close(), FLITLOCK_OK);
}

}  // namespace
