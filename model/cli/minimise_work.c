// SPDX-License-Identifier: Apache-2.0
// Attempts of minimising: a case may crash, or take for ever, so each is a process that is waited for.
#include "cli/minimise.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/implementation.h"
#include "cli/processes.h"
#include "cli/regress.h"
#include "results/output.h"

#ifdef FLITLOCK_COVERAGE
#include <gcov.h>
#endif

// An attempt may take so much longer than the whole case did, and so many seconds.
#define TIMES_LONGER 5
#define SECONDS_MORE 10

struct attempts {
  double until;  // the time is over
  double each;   // seconds of one; 0: no limit
};

static double now(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) return 0;
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// ---- One attempt

static int run_in_child(const struct flitlock_case *candidate, int out) {
  struct flitlock_case_result result;
  const int nothing = open("/dev/null", O_WRONLY);
  if (nothing >= 0) {
    (void)dup2(nothing, STDOUT_FILENO);
    (void)dup2(nothing, STDERR_FILENO);
  }
  const struct flitlock_case_options options = {.rtl = cli_rtl_device()};
  (void)flitlock_case_run(candidate, &options, &result);
  const int code = cli_write_all(out, &result, sizeof(result)) ? 0 : 1;
#ifdef FLITLOCK_COVERAGE
  __gcov_dump();
#endif
  return code;
}

// Reads what the child writes until it ends or its time is over. 1: the result is whole.
static int receive(int pipe, double until, struct flitlock_case_result *result, int *timed_out) {
  char *bytes = (char *)result;
  size_t got = 0;
  *timed_out = 0;
  for (;;) {
    struct pollfd wait = {.fd = pipe, .events = POLLIN};
    if (until > 0 && now() >= until) {
      *timed_out = 1;
      return 0;
    }
    if (poll(&wait, 1, 100) <= 0) continue;
    const ssize_t more = read(pipe, bytes + got, sizeof(*result) - got);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return got == sizeof(*result);
    got += (size_t)more;
    if (got == sizeof(*result)) return 1;
  }
}

static int run_apart(const struct flitlock_case *candidate, double until, struct flitlock_case_result *result) {
  int ends[2], ended = 0, timed_out = 0;
  char how[64] = "";
  if (pipe(ends) != 0) return 0;
  fflush(NULL);
  const pid_t parent = getpid(), process = fork();
  if (process == 0) {
    close(ends[0]);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(1);
    _exit(run_in_child(candidate, ends[1]));
  }
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return 0;
  }
  const int whole = receive(ends[0], until, result, &timed_out);
  if (timed_out) kill(process, SIGKILL);
  close(ends[0]);
  while (waitpid(process, &ended, 0) < 0 && errno == EINTR) {
  }
  if (whole) return 1;
  if (WIFSIGNALED(ended)) {
    snprintf(how, sizeof(how), "signal %d", WTERMSIG(ended));
  } else {
    snprintf(how, sizeof(how), "exit code %d", WEXITSTATUS(ended));
  }
  flitlock_case_lost(how, timed_out, result);
  return 1;
}

static int attempt(void *self, const struct flitlock_case *candidate, struct flitlock_case_result *result) {
  const struct attempts *attempts = self;
  const double begun = now();
  if (begun >= attempts->until) return 0;
  return run_apart(candidate, attempts->each > 0 ? begun + attempts->each : 0, result);
}

// ---- All

// The smallest case once more, with everything that a person wants to see of it.
static void show(const struct flitlock_case *failing, const struct flitlock_minimised *minimised, const char *folder) {
  struct flitlock_case smallest = *failing;
  struct flitlock_case_result result;
  smallest.config = minimised->config;
  // A crash would take this process with it; of one there are no waves.
  if (strncmp(minimised->minimal.kind, "divergence", strlen("divergence")) == 0)
    regress_case_run(&smallest, folder, minimised->command, &result);
}

// A failure of a pod without packets need not be run to be refused.
static int check_kind(const struct flitlock_case *failing, struct flitlock_error *error) {
  struct flitlock_config *config = NULL;
  char bench[64];
  if (flitlock_case_bench(failing, bench, sizeof(bench))) return FLITLOCK_OK;
  int status = flitlock_config_load_text(failing->config, "case", NULL, 0, &config, error);
  if (status == FLITLOCK_OK && config->pod.kind == FLITLOCK_POD_SCALE_UP)
    status = flitlock_fail(error, FLITLOCK_E_CONFIG, FLITLOCK_MINIMISE_NO_PACKETS);
  flitlock_config_free(config);
  return status;
}

void minimise_case(const struct flitlock_case *failing, const char *folder, double seconds,
                   struct minimise_message *message) {
  struct flitlock_error error = {0};
  struct flitlock_minimised minimised = {0};
  struct attempts attempts = {.until = now() + seconds};
  memset(message, 0, sizeof(*message));
  message->status = check_kind(failing, &error);
  if (message->status == FLITLOCK_OK) message->status = flitlock_output_make_folder(folder, &error);
  const double begun = now();
  if (message->status == FLITLOCK_OK && !run_apart(failing, begun + seconds, &message->failure))
    message->status = flitlock_fail(&error, FLITLOCK_E_INTERNAL, "cannot start a process: %s", strerror(errno));
  if (message->status == FLITLOCK_OK && message->failure.kind[0] == '\0')
    message->status = flitlock_fail(&error, FLITLOCK_E_VACUOUS, "it does not fail: there is nothing to make smaller");
  if (message->status == FLITLOCK_OK && message->failure.outcome == FLITLOCK_REGRESS_TIMED_OUT)
    message->status = flitlock_fail(&error, FLITLOCK_E_TIMEOUT, "%s; a run that does not end cannot be made smaller",
                                    message->failure.message);
  if (message->status == FLITLOCK_OK && message->failure.outcome == FLITLOCK_REGRESS_ERROR)
    message->status = flitlock_fail(&error, message->failure.status, "%s", message->failure.message);
  if (message->status == FLITLOCK_OK) {
    attempts.each = TIMES_LONGER * (now() - begun) + SECONDS_MORE;
    const struct flitlock_minimise_options options = {.attempt = attempt, .self = &attempts, .folder = folder};
    message->status = flitlock_minimise(failing, &message->failure, &options, &minimised, &error);
    message->minimal = minimised.minimal;
    if (message->status == FLITLOCK_OK && minimised.config != NULL) {
      snprintf(message->command, sizeof(message->command), "%s", minimised.command);
      show(failing, &minimised, folder);
    }
    flitlock_minimised_free(&minimised);
  }
  if (message->status != FLITLOCK_OK) snprintf(message->text, sizeof(message->text), "%s", error.text);
}

int minimise_work(const struct flitlock_case *failing, const char *folder, double seconds, int out) {
  struct minimise_message message;
  minimise_case(failing, folder, seconds, &message);
  return cli_write_all(out, &message, sizeof(message)) ? 0 : 1;
}

int minimise_read(const char *text, size_t size, struct minimise_message *message) {
  if (size != sizeof(*message)) return 0;
  memcpy(message, text, sizeof(*message));
  return 1;
}
