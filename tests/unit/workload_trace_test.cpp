// SPDX-License-Identifier: Apache-2.0
// Replay of a request trace: order, births, and what a bad line is told.
#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>

#include "workload_clients.h"

using namespace flitlock_test;

namespace {

// A file that is gone at the end of the test.
class TraceFile {
 public:
  explicit TraceFile(const std::string &text) {
    path_ = testing::TempDir() + "flitlock_trace_" + std::to_string(getpid()) + ".csv";
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TraceFile() { std::remove(path_.c_str()); }
  TraceFile(const TraceFile &) = delete;
  flitlock_config config() {
    flitlock_config config = workload_config();
    config.pod.exit_node = const_cast<char *>("E");
    config.workload.kind = FLITLOCK_WORKLOAD_TRACE;
    config.workload.trace = path_.data();
    return config;
  }
  const std::string &path() const { return path_; }

 private:
  std::string path_;
};

const char kHeader[] = "cycle,source,destination,op,bytes,address\n";

TEST(WorkloadTrace, ReplaysInOrderOfBirthWhateverTheOrderOfLines) {
  TraceFile file(std::string("# made by hand\r\n\r\n cycle , source,destination,op,bytes, address\r\n") +
                 "20,gpu0.mesh0.A.req_client0,gpu1.mesh2.F.rsp_client1,read,256,0x1F00\r\n"
                 "# later in the file, earlier in time\n"
                 "  5 , gpu0.mesh0.A.req_client0 , gpu2.mesh0.C.rsp_client0 , write , 1 , 64\n"
                 "20,gpu0.mesh0.A.req_client0,gpu3.mesh0.A.rsp_client0,write,100,0\n"
                 "0,gpu3.mesh2.F.req_client1,gpu3.mesh2.F.rsp_client0,write,64,18446744073709551615");
  PodClients clients;
  auto config = file.config();
  Workload workload(config, clients);
  ASSERT_EQ(workload.status, FLITLOCK_OK) << workload.message;
  EXPECT_STREQ(workload.w->ops->kind, "trace");
  flitlock_request request{};
  uint64_t next = 0;
  EXPECT_FALSE(workload.poll(0, 0, &request, &next));
  EXPECT_EQ(next, 5U);
  ASSERT_TRUE(workload.poll(0, 5, &request, &next));
  EXPECT_EQ(request.birth, 5U);
  EXPECT_EQ(request.dst, flitlock_address(2, 0, 2, 2));
  EXPECT_EQ(request.op, FLITLOCK_OP_WRITE_REQ);
  EXPECT_EQ(request.bytes, 1);
  EXPECT_EQ(request.addr, 64U);
  ASSERT_TRUE(workload.poll(0, 100, &request, &next));
  EXPECT_EQ(request.birth, 20U) << "R-RQ-3: births do not wait";
  EXPECT_EQ(request.op, FLITLOCK_OP_READ_REQ);
  EXPECT_EQ(request.addr, 0x1F00U);
  ASSERT_TRUE(workload.poll(0, 101, &request, &next));
  EXPECT_EQ(request.bytes, 100) << "equal cycles: in order of lines";
  EXPECT_FALSE(workload.poll(0, 102, &request, &next));
  EXPECT_EQ(next, FLITLOCK_SLEEP);
  EXPECT_FALSE(workload.w->ops->exhausted(workload.w));
  ASSERT_TRUE(workload.poll(95, 0, &request, &next));
  EXPECT_EQ(request.addr, UINT64_MAX);
  EXPECT_TRUE(workload.w->ops->exhausted(workload.w));
  EXPECT_FALSE(workload.poll(50, 0, &request, &next)) << "a client without a line";
}

TEST(WorkloadTrace, SaysFileLineValueAndWhatIsAllowed) {
  struct Row {
    const char *line;
    const char *text;
  };
  const std::string endless(1025, '7');
  const Row rows[] = {
      {"x,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,64,0", ":3: cycle is \"x\""},
      {"-1,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,64,0", ":3: cycle is \"-1\""},
      {"1000000000000001,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,64,0",
       ":3: cycle is \"1000000000000001\"; allowed is a decimal number from 0 to 1000000000000000"},
      {"1,gpu0.mesh0.B.req_client0,gpu1.mesh0.A.rsp_client0,write,64,0",
       ":3: source is \"gpu0.mesh0.B.req_client0\"; allowed is one of 96 request clients, for example gpu0.mesh0.A"},
      {"1,gpu0.mesh0.A.rsp_client0,gpu1.mesh0.A.rsp_client0,write,64,0", ":3: source is"},
      {"1,gpu0.mesh0.A.req_client0,gpu4.mesh0.A.rsp_client0,write,64,0", ":3: destination is"},
      {"1,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,Write,64,0",
       ":3: op is \"Write\"; allowed is write or read"},
      {"1,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,257,0", "allowed is 1 to 256 (pod.max_bytes)"},
      {"1,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,0,0", ":3: bytes is \"0\""},
      {"1,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,64,0xZ", ":3: address is \"0xZ\""},
      {"1,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,64", ":3: 5 columns"},
      {endless.c_str(), ":3: a line of more than 1024 bytes"},
      {"1,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,64,0,9", ":3: at least 7 columns"},
  };
  PodClients clients;
  for (const Row &row : rows) {
    TraceFile file(std::string("# comment\n") + kHeader + row.line + "\n");
    auto config = file.config();
    Workload workload(config, clients);
    EXPECT_EQ(workload.status, FLITLOCK_E_INPUT) << row.line;
    EXPECT_NE(workload.message.find(row.text), std::string::npos) << workload.message;
    EXPECT_EQ(workload.message.find(file.path()), 0U) << workload.message;
  }
}

TEST(WorkloadTrace, TakesAPaddedAddressAsDecimal) {
  TraceFile file(std::string(kHeader) + "0,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,64,0090\n");
  PodClients clients;
  auto config = file.config();
  Workload workload(config, clients);
  ASSERT_EQ(workload.status, FLITLOCK_OK) << workload.message;
  flitlock_request request{};
  uint64_t next = 0;
  ASSERT_TRUE(workload.poll(0, 0, &request, &next));
  EXPECT_EQ(request.addr, 90U);
}

TEST(WorkloadTrace, RefusesBytesThatAreNoText) {
  TraceFile file(std::string(kHeader) + "0,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,64,0" + '\0' +
                 "9\n");
  PodClients clients;
  auto config = file.config();
  Workload workload(config, clients);
  EXPECT_EQ(workload.status, FLITLOCK_E_INPUT);
  EXPECT_NE(workload.message.find(":2: a byte that is 0"), std::string::npos) << workload.message;
}

TEST(WorkloadTrace, RefusesReadsThatAreNotAnswered) {
  TraceFile file(std::string(kHeader) + "0,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,read,64,0\n");
  PodClients clients;
  auto config = file.config();
  config.workload.posted = 1;
  Workload workload(config, clients);
  EXPECT_EQ(workload.status, FLITLOCK_E_INPUT);
  EXPECT_NE(workload.message.find("op is \"read\"; allowed is write, as workload.posted"), std::string::npos)
      << workload.message;
}

TEST(WorkloadTrace, RefusesAFileWithoutHeaderOrRequests) {
  PodClients clients;
  TraceFile no_header("1,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,64,0\n");
  auto config = no_header.config();
  Workload first(config, clients);
  EXPECT_EQ(first.status, FLITLOCK_E_INPUT);
  EXPECT_NE(first.message.find("cycle,source,destination,op,bytes,address"), std::string::npos) << first.message;
  TraceFile empty(kHeader);
  config = empty.config();
  Workload second(config, clients);
  EXPECT_EQ(second.status, FLITLOCK_E_INPUT);
  EXPECT_NE(second.message.find("no request"), std::string::npos) << second.message;
  config.workload.trace = const_cast<char *>("does/not/exist.csv");
  Workload third(config, clients);
  EXPECT_EQ(third.status, FLITLOCK_E_INPUT);
  EXPECT_NE(third.message.find("does/not/exist.csv"), std::string::npos) << third.message;
  config.workload.trace = nullptr;
  EXPECT_EQ(Workload(config, clients).status, FLITLOCK_E_CONFIG);
}

TEST(WorkloadTrace, KnowsThatAMeshWithoutAnExitKeepsItsRequests) {
  PodClients clients;
  TraceFile file(std::string(kHeader) + "1,gpu0.mesh0.A.req_client0,gpu0.mesh1.A.rsp_client0,write,64,0\n");
  auto config = file.config();
  config.pod.exit_node = nullptr;
  Workload workload(config, clients);
  EXPECT_EQ(workload.status, FLITLOCK_E_INPUT);
  EXPECT_NE(workload.message.find("exit_node"), std::string::npos) << workload.message;
}

TEST(WorkloadTrace, TakesManyLines) {
  PodClients clients;
  std::ostringstream text;
  text << kHeader;
  const unsigned lines = 100000;
  for (unsigned i = 0; i < lines; i++) {
    text << (i * 7919ULL) % 65536 << "," << clients.name_of(clients.req[i % 96]) << ","
         << clients.name_of(clients.rsp[(i * 31) % 96]) << (i % 2 ? ",write," : ",read,") << 1 + i % 256 << "," << i
         << "\n";
  }
  TraceFile file(text.str());
  auto config = file.config();
  Workload workload(config, clients);
  ASSERT_EQ(workload.status, FLITLOCK_OK) << workload.message;
  unsigned seen = 0;
  for (uint32_t c = 0; c < 96; c++) {
    flitlock_request request{};
    uint64_t next = 0, birth = 0;
    while (workload.poll(c, UINT64_MAX - 1, &request, &next)) {
      EXPECT_GE(request.birth, birth);
      EXPECT_EQ(request.addr % 96, c);
      birth = request.birth;
      seen++;
    }
  }
  EXPECT_EQ(seen, lines);
}

}  // namespace
