// SPDX-License-Identifier: Apache-2.0
#define _XOPEN_SOURCE 700  // realpath, fdopen

#include "results/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Names of temporary files that may be taken already (by a run that was killed) before we give up.
#define ATTEMPTS 100

static void release(struct flitlock_output *output) {
  free(output->path);
  free(output->target);
  free(output->temporary);
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
  if (standard) {
    output->standard = 1;
    output->file = stdout;
    return FLITLOCK_OK;
  }

  struct stat info;
  int exists = stat(path, &info) == 0;
  int direct = exists && !S_ISREG(info.st_mode);
  // A link keeps pointing at the file, which is replaced where it lies.
  output->target = exists && !direct ? realpath(path, NULL) : strdup(path);
  if (output->target == NULL) return fail_open(output, errno, error);
  if (exists && !direct && access(path, W_OK) != 0) return fail_open(output, errno, error);

  int descriptor = direct ? open(path, O_WRONLY | O_CLOEXEC) : open_temporary(output);
  if (descriptor < 0) return fail_open(output, errno, error);
  output->file = fdopen(descriptor, "w");
  if (output->file == NULL) {
    int reason = errno;
    close(descriptor);
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
  errno = 0;
  int failed = ferror(output->file) != 0 || fflush(output->file) != 0;
  int reason = errno;
  if (!output->standard && fclose(output->file) != 0 && !failed) {
    failed = 1;
    reason = errno;
  }
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

void flitlock_output_abort(struct flitlock_output *output) {
  if (!output->standard) fclose(output->file);
  if (output->temporary != NULL) unlink(output->temporary);
  release(output);
}
