// SPDX-License-Identifier: Apache-2.0
// Lockstep: a block that is a golden model and a device under test, stepped with the same inputs and compared in every
// output of every port: flit valid, each header field, payload bytes, credits of each VC. Early is a difference as late
// is.
//
// Any two implementations of a block can be compared. A session gathers what all lockstep blocks of a pod find:
//
//   struct flitlock_lockstep_options options;
//   flitlock_lockstep_options_default(&options);
//   flitlock_lockstep_create(&options, &session, &error);
//   struct flitlock_lockstep_params params = {session, &flitlock_router_golden, &my_router, &router_params, ...};
//   flitlock_engine_add_block(engine, &flitlock_lockstep_block, &params, "gpu0.dst.req", &number, &error);
//   ...
//   status = flitlock_lockstep_verdict(session, &error);  // E_MISMATCH, E_VACUOUS or FLITLOCK_OK
#ifndef FLITLOCK_LOCKSTEP_H
#define FLITLOCK_LOCKSTEP_H

#include "flitlock/block.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- What is compared, and how

enum flitlock_lockstep_mode {
  FLITLOCK_LOCKSTEP_FULL,  // every output in every cycle
  FLITLOCK_LOCKSTEP_HASH,  // a hash of all outputs in each window; says in which window they differ, no more
};

// Whose outputs the pod sees.
enum flitlock_lockstep_follow { FLITLOCK_FOLLOW_GOLDEN, FLITLOCK_FOLLOW_DEVICE };

// What else than equality in every cycle passes. Off unless asked for; one that was never used fails the run.
enum flitlock_tolerance_kind {
  FLITLOCK_TOLERANCE_EXACT,
  FLITLOCK_TOLERANCE_LATENCY,  // every flit exactly `cycles` after golden's, every credit exactly `credit_cycles`
  FLITLOCK_TOLERANCE_SKEW,     // at most `cycles` before or after golden's, in order in each VC of a port
  FLITLOCK_TOLERANCE_ORDER,    // order in each VC of a port and content alone; nothing may be left over
};
struct flitlock_tolerance {
  uint8_t kind;
  uint32_t cycles;
  uint32_t credit_cycles;
};
// "exact", "latency:N", "latency:N:C" (C: of credits; N unless said), "skew:N", "order". E_USAGE.
int flitlock_tolerance_parse(const char *text, struct flitlock_tolerance *tolerance, struct flitlock_error *error);

struct flitlock_lockstep_options {
  int mode;    // enum flitlock_lockstep_mode
  int follow;  // enum flitlock_lockstep_follow; once the two differ, with `follow` golden, golden goes on alone
  struct flitlock_tolerance tolerance;  // with FLITLOCK_LOCKSTEP_FULL alone
  uint64_t limit;                       // divergences to collect before `check` of the blocks fails, at least 1
  uint64_t window;                      // hash: cycles of a window, at least 1
  uint64_t from, to;                    // cycles that are compared, [from, to)
  uint64_t hold;                        // `check` of the blocks does not fail before this cycle (for waves)
};
// Full, golden, exact, 1, 1024, everything, 0.
void flitlock_lockstep_options_default(struct flitlock_lockstep_options *options);

// ---- What was found

// X(name, text, rule of the specification concerned, of a router)
#define FLITLOCK_DIVERGENCE_KINDS(X)                                                                              \
  X(FLIT_LATE, "flit late or lost: golden presents one, the device does not", "R-L3-4")                           \
  X(FLIT_EARLY, "flit early or surplus: the device presents one, golden does not", "R-L3-2")                      \
  X(FLIT_PORT, "flit on the wrong port: the device presents golden's flit on another one", "R-RT-1")              \
  X(FLIT_OTHER, "another flit: both present one, but not of the same packet", "R-ARB-1")                          \
  X(FLIT_FIELD, "a header field differs", "R-FL-7")                                                               \
  X(PAYLOAD, "a payload byte differs", "R-FL-7")                                                                  \
  X(CREDIT_LATE, "credit late or lost: golden returns it, the device does not", "R-L1-6")                         \
  X(CREDIT_EARLY, "credit early or surplus: the device returns it, golden does not", "R-L1-6")                    \
  X(CREDIT_COUNT, "credit count differs", "R-CH-7")                                                               \
  X(CREDIT_VC, "credit for the wrong VC", "R-DST-4")                                                              \
  X(LEFT_OVER, "at the end of the run one has presented what the other never did", "R-CH-10")                     \
  X(RTL_ASSERTION, "an assertion of the device fired, or it ended itself, before any output differed", "R-INV-1") \
  X(DEVICE_CHECK, "the device's own check failed before any output differed", "R-FL-8")

enum flitlock_divergence_kind {
#define FLITLOCK_DIVERGENCE_ENUM(name, text, rule) FLITLOCK_DIVERGENCE_##name,
  FLITLOCK_DIVERGENCE_KINDS(FLITLOCK_DIVERGENCE_ENUM)
#undef FLITLOCK_DIVERGENCE_ENUM
      FLITLOCK_DIVERGENCE_KIND_COUNT
};
const char *flitlock_divergence_name(int kind);  // "FLIT_LATE"; "unknown" for no kind
const char *flitlock_divergence_text(int kind);

// The rule that an output of a link TLB or of an L2 slice follows: the first line that fits, NULL fits everything.
struct flitlock_output_rule {
  const char *port;   // how the port's name begins
  const char *lane;   // of the RTL: "in_credit_o", "out_valid_o", "out_header_o", "out_payload_o"
  const char *field;  // of the header
  const char *rule;
};
extern const struct flitlock_output_rule flitlock_l1_tlb_rules[], flitlock_l2_tlb_rules[], flitlock_l2_slice_rules[];
const char *flitlock_rule_of_output(const struct flitlock_output_rule *rules, const char *port, const char *lane,
                                    const char *field);

enum flitlock_lane { FLITLOCK_LANE_FLIT, FLITLOCK_LANE_CREDIT };

// Something a model presented on a port.
struct flitlock_lockstep_event {
  uint64_t cycle;
  uint8_t lane;               // enum flitlock_lane
  uint32_t credit;            // credit lane: the word
  struct flitlock_flit flit;  // flit lane: the header; `payload` is NULL
};

#define FLITLOCK_HISTORY 16

// What one model presented on the port, in the cycle of the divergence and before.
struct flitlock_lockstep_side {
  int flit_valid;
  struct flitlock_flit flit;  // `payload` is NULL
  uint8_t payload[FLITLOCK_MAX_WIDTH * FLITLOCK_MAX_UNIT_BYTES];
  uint32_t credit;
  struct flitlock_lockstep_event history[FLITLOCK_HISTORY];  // oldest first, this cycle included
  unsigned history_count;
};

struct flitlock_divergence {
  int kind;  // enum flitlock_divergence_kind
  uint64_t cycle;
  const char *block;  // instance; lives as long as the session
  uint32_t port;
  char port_name[24];
  uint8_t lane;                         // enum flitlock_lane
  uint8_t vc;                           // of the flit, or of the credit
  char field[24];                       // "valid", a header field, "payload[17]", "count"
  const char *rule;                     // "R-L1-6"
  uint64_t golden_value, device_value;  // of `field`; their XOR is the difference
  uint32_t other_port;                  // FLIT_PORT: where the device presents it
  int has_packet;                       // the packet concerned is known: `packet` is one of its flits
  struct flitlock_flit packet;
  uint32_t unit_bytes, vcs;
  struct flitlock_lockstep_side golden, device;
  // RTL_ASSERTION, DEVICE_CHECK: no port differs; `port` is the one at which golden presented something last.
  char message[512];  // what the device said
  char module[64];    // where, if it said so: the file without its ending; ""
  uint32_t line;
};

struct flitlock_lockstep_counts {
  uint64_t outputs;         // comparisons of a lane or of a VC's credits, idle ones included
  uint64_t flits;           // golden's flits that were compared
  uint64_t credits;         // golden's credits that were compared
  uint64_t windows;         // hash mode: windows that were compared
  uint64_t tolerance_used;  // flits and credits that passed by the tolerance alone
  uint64_t divergences;     // found, also beyond those that are kept
};

// ---- Session

struct flitlock_lockstep;  // a session
int flitlock_lockstep_create(const struct flitlock_lockstep_options *options, struct flitlock_lockstep **session,
                             struct flitlock_error *error);
// After the blocks. NULL is allowed.
void flitlock_lockstep_destroy(struct flitlock_lockstep *session);
const struct flitlock_lockstep_options *flitlock_lockstep_options_of(const struct flitlock_lockstep *session);

// Number of lockstep blocks; their names in the order of creation, what each compared.
uint32_t flitlock_lockstep_block_count(const struct flitlock_lockstep *session);
const char *flitlock_lockstep_block_name(const struct flitlock_lockstep *session, uint32_t number);
void flitlock_lockstep_block_counts(const struct flitlock_lockstep *session, uint32_t number,
                                    struct flitlock_lockstep_counts *counts);
void flitlock_lockstep_total(const struct flitlock_lockstep *session, struct flitlock_lockstep_counts *counts);
// Divergences kept, at most `limit` of the options, in the order of (cycle, block, port). NULL beyond the last.
const struct flitlock_divergence *flitlock_lockstep_divergence(const struct flitlock_lockstep *session, uint64_t n);
// Hash mode: the first window in which a block's outputs differ, [from, to). 0: there is none.
int flitlock_lockstep_window(const struct flitlock_lockstep *session, uint64_t *from, uint64_t *to);
// At the end of a run, before the blocks are destroyed: closes the windows, looks for what is left over.
void flitlock_lockstep_finish(struct flitlock_lockstep *session);
// E_MISMATCH with the first divergence; E_VACUOUS when there is no lockstep block, no flit was compared, the tolerance
// was never used, or an error was planted and never made; FLITLOCK_OK.
int flitlock_lockstep_verdict(const struct flitlock_lockstep *session, struct flitlock_error *error);

// ---- Block

struct flitlock_lockstep_params {
  struct flitlock_lockstep *session;  // outlives the block
  const struct flitlock_block_ops *golden;
  const struct flitlock_block_ops *device;
  const void *golden_params, *device_params;  // of each one's kind
  uint32_t max_len, unit_bytes;               // of the payloads: units of the largest packet, bytes of a unit
  // 0: the block passes packets on. 1: it makes packets: both models own the payloads of what they present, and have
  // taken those of what arrives when the step ends (an L2 slice, R-L2S-PORT-11). Exact comparison alone.
  uint8_t makes_packets;
};

// impl "lockstep". Outputs, idle causes, signals, waits and occupancy are golden's. The device is stepped with bytes of
// its own, so one that is late or wrong never touches a payload of the pod. `check`: E_MISMATCH once `limit`
// divergences were found, else what golden's or the device's own check says.
extern const struct flitlock_block_ops flitlock_lockstep_block;

// The golden model in a lockstep block, and its functions.
const struct flitlock_block *flitlock_lockstep_golden(const struct flitlock_block *lockstep,
                                                      const struct flitlock_block_ops **ops);

// Called after each step of the block named, with what both models presented (for waves). The pointers live until the
// call returns. At most one listener for a session.
typedef void (*flitlock_lockstep_listener)(void *self, uint64_t cycle, const struct flitlock_in *in,
                                           const struct flitlock_out *golden, const struct flitlock_out *device);
void flitlock_lockstep_listen(struct flitlock_lockstep *session, const char *block, flitlock_lockstep_listener listener,
                              void *self);

// ---- Planted errors: to see that a check sees them

#define FLITLOCK_PLANTS(X)                                                                               \
  X(FLIT_LATE, "flit-late", "a flit is presented a cycle late, and all behind it")                       \
  X(FLIT_LOST, "flit-lost", "a flit is not presented")                                                   \
  X(FLIT_TWICE, "flit-twice", "a flit is presented again in the next free cycle")                        \
  X(FLIT_PORT, "flit-port", "a flit is presented on the next free output")                               \
  X(FIELD, "field", "a bit of a header field is turned over; 'field.NAME' says which, 'vc' if not said") \
  X(PAYLOAD, "payload", "a bit of the payload is turned over")                                           \
  X(CREDIT_LATE, "credit-late", "a credit is returned a cycle late")                                     \
  X(CREDIT_LOST, "credit-lost", "a credit is not returned")                                              \
  X(CREDIT_TWICE, "credit-twice", "a credit counts one more")                                            \
  X(CREDIT_LEVEL, "credit-level", "a credit is returned again in the next cycle")                        \
  X(CREDIT_VC, "credit-vc", "a credit is returned for the next VC")                                      \
  X(DELAY, "delay", "every output comes 3 cycles late, from the cycle on")

enum flitlock_plant_kind {
#define FLITLOCK_PLANT_ENUM(name, word, text) FLITLOCK_PLANT_##name,
  FLITLOCK_PLANTS(FLITLOCK_PLANT_ENUM)
#undef FLITLOCK_PLANT_ENUM
      FLITLOCK_PLANT_COUNT
};
const char *flitlock_plant_word(int kind);  // "flit-late"; NULL for no kind
const char *flitlock_plant_text(int kind);

struct flitlock_plant {
  int kind;
  unsigned field;  // FIELD: number in the field table
  uint64_t cycle;  // the first flit or credit of this cycle or later is the one concerned (DELAY: and all others)
  // More conditions, all of which must hold in the cycle: errors that take a rare state to show. 0: not asked for.
  uint32_t ports;      // at least so many outputs present a flit
  uint32_t row;        // an output presents a flit in so many cycles in a row, this one included
  uint32_t full;       // at least so many flits are in the block
  uint32_t line_bits;  // a flit whose address, in lines of 64 bytes, has `line` in so many low bits;
  uint64_t line;       // of errors in flits it is the flit concerned
};
// "KIND[@CYCLE][/CONDITION]...": "field.NAME@CYCLE", "credit-lost/ports=3/line=5:8". E_USAGE.
int flitlock_plant_parse(const char *text, struct flitlock_plant *plant, struct flitlock_error *error);

// A block that is `ops` with the error planted into its outputs.
struct flitlock_planted_params {
  const struct flitlock_block_ops *ops;
  const void *params;
  uint32_t unit_bytes;
  struct flitlock_plant plant;
  struct flitlock_lockstep
      *session;  // told of the error: one that is never made fails the verdict; NULL: nobody is told
};
extern const struct flitlock_block_ops flitlock_planted_block;

#ifdef __cplusplus
}
#endif
#endif
