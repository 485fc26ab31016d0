// SPDX-License-Identifier: Apache-2.0
// The clients of a pod as a workload sees them, and a configuration to make workloads from, without a pod.
#ifndef FLITLOCK_TESTS_WORKLOAD_CLIENTS_H
#define FLITLOCK_TESTS_WORKLOAD_CLIENTS_H

#include <flitlock/pod.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace flitlock_test {

// GPUs with meshes of 2 x 3 nodes A to F, clients at A, C, D, F, exit at E: the reference pod for 4 GPUs, 3 meshes, 2
// request and 2 response clients a node.
struct PodClients {
  std::vector<uint32_t> req;
  std::vector<uint32_t> rsp;
  flitlock_workload_clients list{};

  explicit PodClients(unsigned gpus = 4, unsigned meshes = 3, unsigned each = 2) {
    for (uint32_t g = 0; g < gpus; g++)
      for (uint32_t m = 0; m < meshes; m++)
        for (uint32_t n : {0U, 2U, 3U, 5U})
          for (uint32_t c = 0; c < each; c++) {
            req.push_back(flitlock_address(g, m, n, c));
            rsp.push_back(flitlock_address(g, m, n, each + c));
          }
    each_ = each;
    list.req_address = req.data();
    list.req_count = static_cast<uint32_t>(req.size());
    list.rsp_address = rsp.data();
    list.rsp_count = static_cast<uint32_t>(rsp.size());
    list.client_name = &name;
    list.hops = &hops;
    list.self = this;
  }
  PodClients(const PodClients &) = delete;

  std::string name_of(uint32_t address) const {
    char text[64];
    return name(this, address, text, sizeof text);
  }

 private:
  static const char *name(const void *self, uint32_t address, char *buffer, size_t size) {
    uint32_t each = static_cast<const PodClients *>(self)->each_;
    uint32_t port = flitlock_address_port(address);
    std::snprintf(buffer, size, "gpu%u.mesh%u.%c.%s_client%u", flitlock_address_gpu(address),
                  flitlock_address_mesh(address), static_cast<int>('A' + flitlock_address_node(address)),
                  port < each ? "req" : "rsp", port < each ? port : port - each);
    return buffer;
  }
  // Routers on the way, XY, exit at E (node 4).
  static uint32_t hops(const void *, uint32_t src, uint32_t dst) {
    auto distance = [](uint32_t a, uint32_t b) {
      int across = static_cast<int>(a % 3) - static_cast<int>(b % 3);
      int down = static_cast<int>(a / 3) - static_cast<int>(b / 3);
      return static_cast<uint32_t>(std::abs(across) + std::abs(down));
    };
    uint32_t from = flitlock_address_node(src);
    uint32_t to = flitlock_address_node(dst);
    if (flitlock_address_gpu(src) == flitlock_address_gpu(dst)) return distance(from, to) + 1;
    return distance(from, 4) + distance(4, to) + 4;
  }
  uint32_t each_ = 2;
};

inline flitlock_config workload_config() {
  flitlock_config config{};
  config.path = const_cast<char *>("test.yaml");
  config.seed = 12345;
  config.pod.gpus = 4;
  config.pod.unit_bytes = 64;
  config.pod.max_bytes = 256;
  config.workload.kind = FLITLOCK_WORKLOAD_SYNTHETIC;
  config.workload.op = FLITLOCK_OP_WRITE_REQ;
  config.workload.bytes = 64;
  config.workload.injection = FLITLOCK_INJECT_GREEDY;
  config.workload.destination = FLITLOCK_DEST_UNIFORM;
  config.workload.scope = FLITLOCK_SCOPE_REMOTE;
  config.workload.msccl_packet = 256;
  return config;
}

// A workload, destroyed at the end.
struct Workload {
  flitlock_workload *w = nullptr;
  int status;
  std::string message;

  Workload(const flitlock_config &config, const PodClients &clients) {
    flitlock_error error{};
    status = flitlock_workload_create(&config, &clients.list, &w, &error);
    message = error.text;
  }
  ~Workload() {
    if (w) w->ops->destroy(w);
  }
  Workload(const Workload &) = delete;

  bool poll(uint32_t client, uint64_t cycle, flitlock_request *request, uint64_t *next) {
    return w->ops->poll(w, client, cycle, request, next) != 0;
  }
};

}  // namespace flitlock_test

#endif
