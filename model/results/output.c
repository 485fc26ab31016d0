// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE  // realpath, fopencookie

#include "results/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What a stream writes to. Of a write that failed a stream keeps no more than that it did, so the cause is noted here.
struct flitlock_output_sink {
  int descriptor;
  int reason;  // errno of the first write that failed; 0: none
};

static ssize_t sink_write(void *self, const char *bytes, size_t count) {
  struct flitlock_output_sink *sink = self;
  size_t done = 0;
  while (done < count) {
    ssize_t wrote = write(sink->descriptor, bytes + done, count - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) {
      if (sink->reason == 0) sink->reason = errno;
      return (ssize_t)done;
    }
    done += (size_t)wrote;
  }
  return (ssize_t)done;
}

static int sink_close(void *self) {
  struct flitlock_output_sink *sink = self;
  if (close(sink->descriptor) == 0) return 0;
  if (sink->reason == 0) sink->reason = errno;
  return -1;
}

// The descriptor is the stream's from here on. NULL with errno: it is closed.
static FILE *open_sink(struct flitlock_output *output, int descriptor) {
  const cookie_io_functions_t functions = {.write = sink_write, .close = sink_close};
  FILE *file = NULL;
  output->sink = calloc(1, sizeof(*output->sink));
  if (output->sink != NULL) {
    output->sink->descriptor = descriptor;
    file = fopencookie(output->sink, "w", functions);
  }
  int reason = errno;
  if (file == NULL) close(descriptor);
  errno = reason;
  return file;
}

// Names of temporary files that may be taken already (by a run that was killed) before we give up.
#define ATTEMPTS 100

static void release(struct flitlock_output *output) {
  free(output->path);
  free(output->target);
  free(output->temporary);
  free(output->sink);
  memset(output, 0, sizeof(*output));
}

static int fail_open(struct flitlock_output *output, int reason, struct flitlock_error *error) {
  int status = flitlock_fail(error, FLITLOCK_E_OUTPUT, "cannot write '%s': %s", output->path, strerror(reason));
  release(output);
  return status;
}

// Opens `target` + a suffix that no file has yet. Returns the file descriptor or -1 with errno.
static int open_temporary(struct flitlock_output *output) {
  size_t size = strlen(output->target) + 48;
  output->temporary = malloc(size);
  if (output->temporary == NULL) return -1;
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    snprintf(output->temporary, size, "%s.%ld-%d.tmp", output->target, (long)getpid(), attempt);
    int descriptor = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

int flitlock_output_open(struct flitlock_output *output, const char *path, struct flitlock_error *error) {
  memset(output, 0, sizeof(*output));
  int standard = strcmp(path, "-") == 0;
  output->path = strdup(standard ? "standard output" : path);
  if (output->path == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the name of a file");

  struct stat info;
  int exists = !standard && stat(path, &info) == 0;
  int direct = exists && !S_ISREG(info.st_mode);
  int descriptor = -1;
  if (standard) {
    // After what was printed before.
    descriptor = fflush(stdout) == 0 ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0) : -1;
  } else {
    // A link keeps pointing at the file, which is replaced where it lies.
    output->target = exists && !direct ? realpath(path, NULL) : strdup(path);
    if (output->target == NULL) return fail_open(output, errno, error);
    if (exists && !direct && access(path, W_OK) != 0) return fail_open(output, errno, error);
    descriptor = direct ? open(path, O_WRONLY | O_CLOEXEC) : open_temporary(output);
  }
  if (descriptor < 0) return fail_open(output, errno, error);
  output->file = open_sink(output, descriptor);
  if (output->file == NULL) {
    int reason = errno;
    if (output->temporary != NULL) unlink(output->temporary);
    return fail_open(output, reason, error);
  }
  return FLITLOCK_OK;
}

int flitlock_output_check(const char *path, struct flitlock_error *error) {
  if (strcmp(path, "-") == 0) return FLITLOCK_OK;
  struct stat info;
  int reason = 0;
  if (stat(path, &info) == 0) {
    if (S_ISDIR(info.st_mode)) {
      reason = EISDIR;
    } else if (access(path, W_OK) != 0) {
      reason = errno;
    }
  } else if (errno != ENOENT || path[0] == '\0') {
    reason = errno;
  } else {
    // A file that is not there yet needs a folder that is.
    char *folder = strdup(path);
    if (folder == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the name of a file");
    char *slash = strrchr(folder, '/');
    if (slash != NULL) slash[slash == folder ? 1 : 0] = '\0';
    if (access(slash != NULL ? folder : ".", W_OK | X_OK) != 0) reason = errno;
    free(folder);
  }
  if (reason == 0) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_OUTPUT, "cannot write '%s': %s", path, strerror(reason));
}

int flitlock_output_make_folder(const char *directory, struct flitlock_error *error) {
  char *path = strdup(directory);
  if (path == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the name of a folder");
  for (char *slash = strchr(path + (path[0] == '/'), '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    (void)mkdir(path, 0777);
    *slash = '/';
  }
  int reason = mkdir(path, 0777) != 0 ? errno : 0;
  struct stat info;
  if (reason == 0 || (stat(path, &info) == 0 && S_ISDIR(info.st_mode))) {
    reason = access(path, W_OK | X_OK) != 0 ? errno : 0;
  }
  free(path);
  if (reason == 0) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_OUTPUT, "cannot make files in the folder '%s': %s", directory,
                       reason == EEXIST ? strerror(ENOTDIR) : strerror(reason));
}

int flitlock_output_commit(struct flitlock_output *output, struct flitlock_error *error) {
  int failed = ferror(output->file) != 0;
  if (fclose(output->file) != 0) failed = 1;
  int reason = output->sink->reason;
  if (!failed && output->temporary != NULL && rename(output->temporary, output->target) != 0) {
    failed = 1;
    reason = errno;
  }
  int status = FLITLOCK_OK;
  if (failed) {
    if (output->temporary != NULL) unlink(output->temporary);
    status = flitlock_fail(error, FLITLOCK_E_OUTPUT, "cannot write '%s': %s", output->path,
                           reason != 0 ? strerror(reason) : "an earlier write failed");
  }
  release(output);
  return status;
}

int flitlock_output_descriptor(const struct flitlock_output *output) { return output->sink->descriptor; }

void flitlock_output_abort(struct flitlock_output *output) {
  fclose(output->file);
  if (output->temporary != NULL) unlink(output->temporary);
  release(output);
}
