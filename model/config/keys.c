// SPDX-License-Identifier: Apache-2.0
// Each table below is expanded twice: into libcyaml's fields and into our own keys (defaults, ranges), so that the two
// cannot drift apart. X(structure, KIND, member, default, low, high, words or keys of the kind, NONE for the others)
#include "config/keys.h"

#include <string.h>

#include "flitlock/config.h"
#include "flitlock/link_tlb.h"
#include "flitlock/router.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define MAX_CYCLES      1e15
#define MAX_SEED        18446744073709551615.0

#ifndef FLITLOCK_INVARIANTS_DEFAULT
#define FLITLOCK_INVARIANTS_DEFAULT 1
#endif
#if FLITLOCK_INVARIANTS_DEFAULT
#define INVARIANTS_PRESET "true"
#else
#define INVARIANTS_PRESET "false"
#endif

// Words

static const cyaml_strval_t routing_words[] = {
    {"xy", FLITLOCK_ROUTING_XY}, {"yx", FLITLOCK_ROUTING_YX}, {"table", FLITLOCK_ROUTING_TABLE}};
static const cyaml_strval_t stage_words[] = {{"fall_through", FLITLOCK_FALL_THROUGH},
                                             {"registered", FLITLOCK_REGISTERED}};
static const cyaml_strval_t arbiter_words[] = {
    {"round_robin", FLITLOCK_ARB_ROUND_ROBIN}, {"weighted", FLITLOCK_ARB_WEIGHTED}, {"oldest", FLITLOCK_ARB_OLDEST}};
static const cyaml_strval_t op_words[] = {{"write", FLITLOCK_OP_WRITE_REQ}, {"read", FLITLOCK_OP_READ_REQ}};
static const cyaml_strval_t workload_words[] = {
    {"synthetic", FLITLOCK_WORKLOAD_SYNTHETIC}, {"trace", FLITLOCK_WORKLOAD_TRACE}, {"msccl", FLITLOCK_WORKLOAD_MSCCL}};
static const cyaml_strval_t scope_words[] = {
    {"remote", FLITLOCK_SCOPE_REMOTE}, {"local", FLITLOCK_SCOPE_LOCAL}, {"all", FLITLOCK_SCOPE_ALL}};
static const cyaml_strval_t destination_words[] = {{"uniform", FLITLOCK_DEST_UNIFORM},
                                                   {"fixed_order", FLITLOCK_DEST_FIXED_ORDER},
                                                   {"permutation", FLITLOCK_DEST_PERMUTATION},
                                                   {"hot_spot", FLITLOCK_DEST_HOT_SPOT},
                                                   {"nearest", FLITLOCK_DEST_NEAREST}};
static const cyaml_strval_t injection_words[] = {{"greedy", FLITLOCK_INJECT_GREEDY},
                                                 {"bernoulli", FLITLOCK_INJECT_BERNOULLI},
                                                 {"interval", FLITLOCK_INJECT_INTERVAL},
                                                 {"bursty", FLITLOCK_INJECT_BURSTY}};
static const cyaml_strval_t use_words[] = {
    {"c", FLITLOCK_USE_C}, {"rtl", FLITLOCK_USE_RTL}, {"lockstep", FLITLOCK_USE_LOCKSTEP}};

static const cyaml_strval_t pod_words[] = {{"mesh", FLITLOCK_POD_MESH}, {"scale_up", FLITLOCK_POD_SCALE_UP}};
static const cyaml_strval_t collective_words[] = {{"all_to_all", FLITLOCK_COLLECTIVE_ALL_TO_ALL},
                                                  {"all_reduce", FLITLOCK_COLLECTIVE_ALL_REDUCE},
                                                  {"all_gather", FLITLOCK_COLLECTIVE_ALL_GATHER},
                                                  {"reduce_scatter", FLITLOCK_COLLECTIVE_REDUCE_SCATTER},
                                                  {"msccl", FLITLOCK_COLLECTIVE_MSCCL}};
static const cyaml_strval_t ranges_words[] = {{"shared", FLITLOCK_RANGES_SHARED}, {"own", FLITLOCK_RANGES_OWN}};
static const cyaml_strval_t link_tlb_words[] = {
    {"off", FLITLOCK_LINK_TLB_OFF}, {"ideal", FLITLOCK_LINK_TLB_IDEAL}, {"modelled", FLITLOCK_LINK_TLB_MODELLED}};
static const cyaml_strval_t policy_words[] = {{"lru", FLITLOCK_REPLACE_LRU},
                                              {"fifo", FLITLOCK_REPLACE_FIFO},
                                              {"random", FLITLOCK_REPLACE_RANDOM},
                                              {"plru", FLITLOCK_REPLACE_PLRU}};
static const cyaml_strval_t walk_words[] = {{"a", FLITLOCK_WALK_A}, {"b", FLITLOCK_WALK_B}};
static const cyaml_strval_t prefetch_words[] = {{"none", FLITLOCK_PREFETCH_NONE},
                                                {"next_page", FLITLOCK_PREFETCH_NEXT_PAGE},
                                                {"stride", FLITLOCK_PREFETCH_STRIDE},
                                                {"oracle", FLITLOCK_PREFETCH_ORACLE},
                                                {"recorded", FLITLOCK_PREFETCH_RECORDED}};

static const cyaml_strval_t l2_words[] = {{"off", FLITLOCK_L2_OFF}, {"modelled", FLITLOCK_L2_MODELLED}};
// In the order of flitlock_l2_profile_name.
static const cyaml_strval_t profile_words[] = {{"SEED", 0},    {"CLEAN", 1},  {"V100", 2},    {"GA102", 3},
                                               {"V100-AS", 4}, {"MINI48", 5}, {"SEED-LIT", 6}};

static const cyaml_strval_t pointer_words[] = {
    {"grant", FLITLOCK_STUDY_GRANT}, {"tail", FLITLOCK_STUDY_TAIL}, {"cycle", FLITLOCK_STUDY_CYCLE}};
static const cyaml_strval_t room_words[] = {{"before", FLITLOCK_STUDY_BEFORE}, {"after", FLITLOCK_STUDY_AFTER}};
static const cyaml_strval_t candidates_words[] = {{"pairs", FLITLOCK_STUDY_PAIRS}, {"inputs", FLITLOCK_STUDY_INPUTS}};

// Tables

#define TABLE_ENTRY_KEYS(X, S)     \
  X(S, TEXT, at, NULL, 0, 0, NONE) \
  X(S, TEXT, to, NULL, 0, 0, NONE) \
  X(S, TEXT, via, NULL, 0, 0, NONE)

#define PORT_WEIGHT_KEYS(X, S)       \
  X(S, TEXT, port, NULL, 0, 0, NONE) \
  X(S, INT, weight, NULL, 1, 15, NONE)

#define ROUTER_RULE_KEYS(X, S)                                 \
  X(S, TEXT, match, NULL, 0, 0, NONE)                          \
  X(S, INT, input_depth, CONFIG_UNSAID, 1, 65535, NONE)        \
  X(S, INT, crossbar_depth, CONFIG_UNSAID, 1, 65535, NONE)     \
  X(S, INT, output_depth, CONFIG_UNSAID, 1, 65535, NONE)       \
  X(S, INT, vc, CONFIG_UNSAID, 0, 15, NONE)                    \
  X(S, WORD, input_stage, CONFIG_UNSAID, 0, 0, stage_words)    \
  X(S, WORD, crossbar_stage, CONFIG_UNSAID, 0, 0, stage_words) \
  X(S, WORD, output_stage, CONFIG_UNSAID, 0, 0, stage_words)   \
  X(S, WORD, arbiter_l1, CONFIG_UNSAID, 0, 0, arbiter_words)   \
  X(S, WORD, arbiter_l2, CONFIG_UNSAID, 0, 0, arbiter_words)   \
  X(S, WORD, arbiter_l3, CONFIG_UNSAID, 0, 0, arbiter_words)   \
  X(S, COUNTS, vc_weights, CONFIG_NULL, 1, 15, NONE)           \
  X(S, LIST, port_weights, CONFIG_NULL, 0, 0, port_weights_keys)

#define LINK_RULE_KEYS(X, S)                                      \
  X(S, TEXT, match, NULL, 0, 0, NONE)                             \
  X(S, BYTES_INT, width, CONFIG_UNSAID, 8, 128, NONE)             \
  X(S, TIME_INT, latency, CONFIG_UNSAID, 1, 1000000, NONE)        \
  X(S, TIME_INT, credit_latency, CONFIG_UNSAID, 1, 1000000, NONE) \
  X(S, INT, vc, CONFIG_UNSAID, 0, 15, NONE)                       \
  X(S, INT, input_depth, CONFIG_UNSAID, 1, 65535, NONE)           \
  X(S, INT, crossbar_depth, CONFIG_UNSAID, 1, 65535, NONE)        \
  X(S, INT, output_depth, CONFIG_UNSAID, 1, 65535, NONE)

#define IMPL_RULE_KEYS(X, S)          \
  X(S, TEXT, match, NULL, 0, 0, NONE) \
  X(S, WORD, use, NULL, 0, 0, use_words)

#define MIX_ENTRY_KEYS(X, S)             \
  X(S, WORD, op, NULL, 0, 0, op_words)   \
  X(S, BYTES, bytes, NULL, 1, 960, NONE) \
  X(S, REAL, weight, "1", 1e-9, 1e9, NONE)

#define POD_KEYS(X, S)                                  \
  X(S, COUNT, gpus, "4", 1, 64, NONE)                   \
  X(S, COUNT, switches, "0", 0, 63, NONE)               \
  X(S, COUNT, meshes, "3", 1, 16, NONE)                 \
  X(S, COUNT, rows, "2", 1, 255, NONE)                  \
  X(S, COUNT, columns, "3", 1, 255, NONE)               \
  X(S, TEXT, exit_node, "E", 0, 0, NONE)                \
  X(S, TEXTS, client_nodes, "[A, C, D, F]", 0, 0, NONE) \
  X(S, COUNT, req_clients, "2", 1, 31, NONE)            \
  X(S, COUNT, rsp_clients, "2", 1, 31, NONE)            \
  X(S, BYTES, unit_bytes, "64B", 8, 64, NONE)           \
  X(S, BYTES, max_bytes, "256B", 1, 960, NONE)          \
  X(S, REAL, clock_ghz, "1", 0.001, 1000, NONE)         \
  X(S, FLAG, planes_rsp, "true", 0, 0, NONE)            \
  X(S, WORD, kind, "mesh", 0, 0, pod_words)

#define ROUTING_KEYS(X, S)                         \
  X(S, WORD, algorithm, "xy", 0, 0, routing_words) \
  X(S, LIST, table, CONFIG_NULL, 0, 0, table_keys)

#define VCS_KEYS(X, S)                       \
  X(S, COUNT, count, "10", 1, 16, NONE)      \
  X(S, COUNT, outbound, "3", 0, 15, NONE)    \
  X(S, COUNT, inbound_req, "4", 0, 15, NONE) \
  X(S, COUNT, inbound_rsp, "0", 0, 15, NONE)

#define DEFAULTS_KEYS(X, S)                                     \
  X(S, COUNT, input_depth, "8", 1, 65535, NONE)                 \
  X(S, COUNT, crossbar_depth, "8", 1, 65535, NONE)              \
  X(S, COUNT, output_depth, "8", 1, 65535, NONE)                \
  X(S, BYTES, width, "64B", 8, 128, NONE)                       \
  X(S, TIME, latency, "1", 1, 1000000, NONE)                    \
  X(S, TIME, credit_latency, "1", 1, 1000000, NONE)             \
  X(S, TIME, gpu_link_latency, "1", 1, 1000000, NONE)           \
  X(S, WORD, input_stage, "fall_through", 0, 0, stage_words)    \
  X(S, WORD, crossbar_stage, "fall_through", 0, 0, stage_words) \
  X(S, WORD, output_stage, "fall_through", 0, 0, stage_words)   \
  X(S, WORD, arbiter_l1, "round_robin", 0, 0, arbiter_words)    \
  X(S, WORD, arbiter_l2, "round_robin", 0, 0, arbiter_words)    \
  X(S, WORD, arbiter_l3, "round_robin", 0, 0, arbiter_words)

#define CLIENTS_KEYS(X, S)                            \
  X(S, COUNT, outstanding, "0", 0, 1000000, NONE)     \
  X(S, TIME, service_latency, "0", 0, 1000000, NONE)  \
  X(S, COUNT, response_queue, "64", 1, 1000000, NONE) \
  X(S, COUNT, input_depth, "8", 1, 65535, NONE)       \
  X(S, REAL, stall, "0", 0, 0.99, NONE)

#define WORKLOAD_KEYS(X, S)                                   \
  X(S, WORD, kind, "synthetic", 0, 0, workload_words)         \
  X(S, WORD, op, "write", 0, 0, op_words)                     \
  X(S, BYTES, bytes, "64B", 1, 960, NONE)                     \
  X(S, LIST, mix, CONFIG_NULL, 0, 0, mix_keys)                \
  X(S, FLAG, posted, "false", 0, 0, NONE)                     \
  X(S, WORD, scope, "remote", 0, 0, scope_words)              \
  X(S, WORD, destination, "uniform", 0, 0, destination_words) \
  X(S, REAL, hot_fraction, "0.5", 0, 1, NONE)                 \
  X(S, TEXT, hot_target, CONFIG_NULL, 0, 0, NONE)             \
  X(S, WORD, injection, "greedy", 0, 0, injection_words)      \
  X(S, REAL, rate, "0.1", 1e-9, 1, NONE)                      \
  X(S, TIME, interval, "10", 1, 1000000000, NONE)             \
  X(S, TIME, phase, "0", 0, 1000000000, NONE)                 \
  X(S, COUNT, burst, "8", 1, 1000000, NONE)                   \
  X(S, COUNT, count, "0", 0, MAX_CYCLES, NONE)                \
  X(S, BYTES, region, "0", 0, 1099511627776.0, NONE)          \
  X(S, BYTES, align, "64B", 1, 64, NONE)                      \
  X(S, FILE, trace, CONFIG_NULL, 0, 0, NONE)                  \
  X(S, FILE, msccl, CONFIG_NULL, 0, 0, NONE)                  \
  X(S, BYTES, msccl_bytes, "1MiB", 1, 1099511627776.0, NONE)  \
  X(S, BYTES, msccl_packet, "256B", 1, 960, NONE)

#define SCALE_UP_KEYS(X, S)                             \
  X(S, COUNT, node_gpus, "4", 1, 64, NONE)              \
  X(S, COUNT, stations, "16", 1, 32, NONE)              \
  X(S, REAL, station_rate, "800", 0.001, 1000000, NONE) \
  X(S, TIME, cu_noc, "120ns", 0, 100000, NONE)          \
  X(S, TIME, fabric, "120ns", 0, 100000, NONE)          \
  X(S, TIME, hbm, "150ns", 1, 100000, NONE)             \
  X(S, TIME, link, "300ns", 1, 100000, NONE)            \
  X(S, TIME, switching, "300ns", 0, 100000, NONE)       \
  X(S, BYTES, request_bytes, "256B", 1, 4095, NONE)     \
  X(S, COUNT, window, "15360", 1, 1000000, NONE)        \
  X(S, COUNT, buffer, "1024", 1, 65535, NONE)

#define LINK_TLB_KEYS(X, S)                               \
  X(S, WORD, mode, "off", 0, 0, link_tlb_words)           \
  X(S, COUNT, acc_lsb, "42", 22, 52, NONE)                \
  X(S, BYTES, page, "2MiB", 4096, 1073741824.0, NONE)     \
  X(S, COUNTS, page_bits, CONFIG_NULL, 12, 30, NONE)      \
  X(S, COUNT, size_lsb, "40", 0, 62, NONE)                \
  X(S, TIME, l1_latency, "50ns", 1, 4095, NONE)           \
  X(S, COUNT, l1_entries, "32", 1, 65536, NONE)           \
  X(S, COUNT, l1_ways, "32", 1, 65536, NONE)              \
  X(S, COUNT, l1_mshrs, "64", 1, 1024, NONE)              \
  X(S, COUNT, l1_targets, "0", 0, 65535, NONE)            \
  X(S, WORD, l1_policy, "lru", 0, 0, policy_words)        \
  X(S, TIME, l2_latency, "100ns", 2, 4095, NONE)          \
  X(S, COUNT, l2_entries, "512", 1, 1048576, NONE)        \
  X(S, COUNT, l2_ways, "2", 1, 65536, NONE)               \
  X(S, COUNT, l2_mshrs, "128", 1, 1024, NONE)             \
  X(S, WORD, l2_policy, "lru", 0, 0, policy_words)        \
  X(S, COUNT, l2_partitions, "1", 1, 64, NONE)            \
  X(S, WORD, walk, "a", 0, 0, walk_words)                 \
  X(S, TIME, access, "270ns", 2, 65535, NONE)             \
  X(S, COUNT, walkers, "100", 1, 1024, NONE)              \
  X(S, FLAG, pwc, "true", 0, 0, NONE)                     \
  X(S, COUNTS, pwc_ways, CONFIG_NULL, 0, 255, NONE)       \
  X(S, WORD, prefetch, "none", 0, 0, prefetch_words)      \
  X(S, COUNT, prefetch_ahead, "1", 1, 65536, NONE)        \
  X(S, FLAG, pre_translate, "false", 0, 0, NONE)          \
  X(S, REAL, misprediction, "0", 0, 1, NONE)              \
  X(S, FLAG, flush, "false", 0, 0, NONE)                  \
  X(S, BYTES, memory, "64MiB", 4096, 68719476736.0, NONE) \
  X(S, COUNT, l1_store, "1024", 1, 65535, NONE)

#define L2_KEYS(X, S)                                \
  X(S, WORD, mode, "off", 0, 0, l2_words)            \
  X(S, WORD, profile, "MINI48", 0, 0, profile_words) \
  X(S, TIME, fabric_latency, "20", 1, 10000, NONE)   \
  X(S, BYTES, fabric_bytes, "64B", 1, 64, NONE)      \
  X(S, TIME, memory_latency, "0", 0, 1000000, NONE)  \
  X(S, TIME, memory_interval, "0", 0, 1000000, NONE)

#define COLLECTIVE_KEYS(X, S)                            \
  X(S, WORD, kind, "all_to_all", 0, 0, collective_words) \
  X(S, BYTES, bytes, "1MiB", 1, 68719476736.0, NONE)     \
  X(S, COUNT, streams, "1", 1, 1024, NONE)               \
  X(S, WORD, ranges, "shared", 0, 0, ranges_words)       \
  X(S, COUNT, iterations, "1", 1, 1000000, NONE)         \
  X(S, TIME, gap, "0", 0, MAX_CYCLES, NONE)              \
  X(S, TIME, compute, "0", 0, MAX_CYCLES, NONE)          \
  X(S, FILE, msccl, CONFIG_NULL, 0, 0, NONE)

#define RUN_KEYS(X, S)                                 \
  X(S, TIME, cycles, "20000", 1, MAX_CYCLES, NONE)     \
  X(S, TIME_AUTO, warmup, "auto", 0, MAX_CYCLES, NONE) \
  X(S, TIME, window, "0", 0, MAX_CYCLES, NONE)         \
  X(S, FLAG, drain, "false", 0, 0, NONE)               \
  X(S, TIME, drain_limit, "1000000", 1, MAX_CYCLES, NONE)

#define STUDY_KEYS(X, S)                            \
  X(S, FLAG, instant_credits, "false", 0, 0, NONE)  \
  X(S, WORD, pointer, "grant", 0, 0, pointer_words) \
  X(S, WORD, room, "before", 0, 0, room_words)      \
  X(S, WORD, l2_candidates, "pairs", 0, 0, candidates_words)

#define CHECK_KEYS(X, S)                                \
  X(S, FLAG, invariants, INVARIANTS_PRESET, 0, 0, NONE) \
  X(S, TIME, watchdog, "10000", 1, MAX_CYCLES, NONE)    \
  X(S, TIME, max_age, "0", 0, MAX_CYCLES, NONE)

#define TOP_KEYS(X, S)                                   \
  X(S, TEXT, name, CONFIG_NULL, 0, 0, NONE)              \
  X(S, COUNT, seed, "1", 1, MAX_SEED, NONE)              \
  X(S, SECTION, pod, "{}", 0, 0, pod_keys)               \
  X(S, SECTION, routing, "{}", 0, 0, routing_keys)       \
  X(S, SECTION, vcs, "{}", 0, 0, vcs_keys)               \
  X(S, SECTION, defaults, "{}", 0, 0, defaults_keys)     \
  X(S, LIST, routers, CONFIG_NULL, 0, 0, routers_keys)   \
  X(S, LIST, links, CONFIG_NULL, 0, 0, links_keys)       \
  X(S, LIST, impl, CONFIG_NULL, 0, 0, impl_keys)         \
  X(S, SECTION, clients, "{}", 0, 0, clients_keys)       \
  X(S, SECTION, workload, "{}", 0, 0, workload_keys)     \
  X(S, SECTION, scale_up, "{}", 0, 0, scale_up_keys)     \
  X(S, SECTION, link_tlb, "{}", 0, 0, link_tlb_keys)     \
  X(S, SECTION, l2, "{}", 0, 0, l2_keys)                 \
  X(S, SECTION, collective, "{}", 0, 0, collective_keys) \
  X(S, SECTION, study, "{}", 0, 0, study_keys)           \
  X(S, SECTION, run, "{}", 0, 0, run_keys)               \
  X(S, SECTION, check, "{}", 0, 0, check_keys)

// libcyaml's fields. All but texts and lists are filled in before it reads, so they are required.

#define OPTIONAL (CYAML_FLAG_OPTIONAL | CYAML_FLAG_POINTER_NULL)

#define FIELD_COUNT(S, m, extra)     CYAML_FIELD_UINT(#m, CYAML_FLAG_DEFAULT, S, m)
#define FIELD_INT(S, m, extra)       CYAML_FIELD_INT(#m, CYAML_FLAG_DEFAULT, S, m)
#define FIELD_BYTES(S, m, extra)     CYAML_FIELD_UINT(#m, CYAML_FLAG_DEFAULT, S, m)
#define FIELD_BYTES_INT(S, m, extra) CYAML_FIELD_INT(#m, CYAML_FLAG_DEFAULT, S, m)
#define FIELD_TIME(S, m, extra)      CYAML_FIELD_UINT(#m, CYAML_FLAG_DEFAULT, S, m)
#define FIELD_TIME_INT(S, m, extra)  CYAML_FIELD_INT(#m, CYAML_FLAG_DEFAULT, S, m)
#define FIELD_TIME_AUTO(S, m, extra) CYAML_FIELD_UINT(#m, CYAML_FLAG_DEFAULT, S, m)
#define FIELD_REAL(S, m, extra)      CYAML_FIELD_FLOAT(#m, CYAML_FLAG_DEFAULT, S, m)
#define FIELD_FLAG(S, m, extra)      CYAML_FIELD_BOOL(#m, CYAML_FLAG_DEFAULT, S, m)
#define FIELD_WORD(S, m, extra)      CYAML_FIELD_ENUM(#m, CYAML_FLAG_DEFAULT, S, m, extra, COUNT_OF(extra))
#define FIELD_TEXT(S, m, extra)      CYAML_FIELD_STRING_PTR(#m, OPTIONAL, S, m, 0, CYAML_UNLIMITED)
#define FIELD_FILE(S, m, extra)      CYAML_FIELD_STRING_PTR(#m, OPTIONAL, S, m, 0, CYAML_UNLIMITED)
#define FIELD_SECTION(S, m, extra)   CYAML_FIELD_MAPPING(#m, CYAML_FLAG_DEFAULT, S, m, m##_fields)
#define FIELD_LIST(S, m, extra)      CYAML_FIELD_SEQUENCE(#m, OPTIONAL, S, m, &m##_entry, 0, CYAML_UNLIMITED)
#define FIELD_TEXTS(S, m, extra)     CYAML_FIELD_SEQUENCE(#m, OPTIONAL, S, m, &text_entry, 0, CYAML_UNLIMITED)
#define FIELD_COUNTS(S, m, extra)    CYAML_FIELD_SEQUENCE(#m, OPTIONAL, S, m, &small_entry, 0, CYAML_UNLIMITED)

#define AS_FIELD(S, kind, m, preset, low, high, extra) FIELD_##kind(S, m, extra),

// Our keys.

#define NO_EXTRA(extra)        NULL, 0, NULL
#define WORDS_EXTRA(extra)     extra, COUNT_OF(extra), NULL
#define KEYS_EXTRA(extra)      NULL, 0, extra
#define EXTRA_COUNT(extra)     NO_EXTRA(extra)
#define EXTRA_INT(extra)       NO_EXTRA(extra)
#define EXTRA_BYTES(extra)     NO_EXTRA(extra)
#define EXTRA_BYTES_INT(extra) NO_EXTRA(extra)
#define EXTRA_TIME(extra)      NO_EXTRA(extra)
#define EXTRA_TIME_INT(extra)  NO_EXTRA(extra)
#define EXTRA_TIME_AUTO(extra) NO_EXTRA(extra)
#define EXTRA_REAL(extra)      NO_EXTRA(extra)
#define EXTRA_FLAG(extra)      NO_EXTRA(extra)
#define EXTRA_WORD(extra)      WORDS_EXTRA(extra)
#define EXTRA_TEXT(extra)      NO_EXTRA(extra)
#define EXTRA_FILE(extra)      NO_EXTRA(extra)
#define EXTRA_SECTION(extra)   KEYS_EXTRA(extra)
#define EXTRA_LIST(extra)      KEYS_EXTRA(extra)
#define EXTRA_TEXTS(extra)     NO_EXTRA(extra)
#define EXTRA_COUNTS(extra)    NO_EXTRA(extra)

#define AS_KEY(S, kind, m, preset, low, high, extra) {#m, CONFIG_##kind, preset, low, high, EXTRA_##kind(extra)},

// Both, for the section or list entry `name`, whose structure is `S`.
#define SECTION(name, S, KEYS)                                                             \
  static const cyaml_schema_field_t name##_fields[] = {KEYS(AS_FIELD, S) CYAML_FIELD_END}; \
  static const struct config_key name##_keys[] = {KEYS(AS_KEY, S){NULL, CONFIG_COUNT, NULL, 0, 0, NULL, 0, NULL}}
#define ENTRY(name, S) \
  static const cyaml_schema_value_t name##_entry = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, S, name##_fields)}

static const cyaml_schema_value_t text_entry = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char *, 0, CYAML_UNLIMITED)};
static const cyaml_schema_value_t small_entry = {CYAML_VALUE_UINT(CYAML_FLAG_DEFAULT, uint8_t)};

SECTION(table, struct flitlock_table_entry, TABLE_ENTRY_KEYS);
ENTRY(table, struct flitlock_table_entry);
SECTION(port_weights, struct flitlock_port_weight, PORT_WEIGHT_KEYS);
ENTRY(port_weights, struct flitlock_port_weight);
SECTION(routers, struct flitlock_router_rule, ROUTER_RULE_KEYS);
ENTRY(routers, struct flitlock_router_rule);
SECTION(links, struct flitlock_link_rule, LINK_RULE_KEYS);
ENTRY(links, struct flitlock_link_rule);
SECTION(impl, struct flitlock_impl_rule, IMPL_RULE_KEYS);
ENTRY(impl, struct flitlock_impl_rule);
SECTION(mix, struct flitlock_mix_entry, MIX_ENTRY_KEYS);
ENTRY(mix, struct flitlock_mix_entry);
SECTION(pod, struct flitlock_config_pod, POD_KEYS);
SECTION(routing, struct flitlock_config_routing, ROUTING_KEYS);
SECTION(vcs, struct flitlock_config_vcs, VCS_KEYS);
SECTION(defaults, struct flitlock_config_defaults, DEFAULTS_KEYS);
SECTION(clients, struct flitlock_config_clients, CLIENTS_KEYS);
SECTION(workload, struct flitlock_config_workload, WORKLOAD_KEYS);
SECTION(scale_up, struct flitlock_config_scale_up, SCALE_UP_KEYS);
SECTION(link_tlb, struct flitlock_config_link_tlb, LINK_TLB_KEYS);
SECTION(l2, struct flitlock_config_l2, L2_KEYS);
SECTION(collective, struct flitlock_config_collective, COLLECTIVE_KEYS);
SECTION(run, struct flitlock_config_run, RUN_KEYS);
SECTION(study, struct flitlock_config_study, STUDY_KEYS);
SECTION(check, struct flitlock_config_check, CHECK_KEYS);

const cyaml_schema_field_t flitlock_config_fields[] = {TOP_KEYS(AS_FIELD, struct flitlock_config) CYAML_FIELD_END};
const struct config_key flitlock_config_keys[] = {
    TOP_KEYS(AS_KEY, struct flitlock_config){NULL, CONFIG_COUNT, NULL, 0, 0, NULL, 0, NULL}};
const cyaml_schema_value_t flitlock_config_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct flitlock_config, flitlock_config_fields)};

const struct config_key *flitlock_config_key_find(const struct config_key *keys, const char *name) {
  for (; keys->name; ++keys)
    if (strcmp(keys->name, name) == 0) return keys;
  return NULL;
}
