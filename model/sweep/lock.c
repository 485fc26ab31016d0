// SPDX-License-Identifier: Apache-2.0
// One writer for a folder. The lock belongs to the process (not to its children), so it is free as soon as the process
// is gone.
#define _POSIX_C_SOURCE 200809L  // O_CLOEXEC
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sweep/sql.h"

static int fail_locked(int lock, const char *folder, const char *what, struct flitlock_error *error) {
  struct flock holder = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  char text[48] = "another process";
  if (fcntl(lock, F_GETLK, &holder) == 0 && holder.l_type != F_UNLCK && holder.l_pid > 0)
    snprintf(text, sizeof(text), "process %ld", (long)holder.l_pid);
  return flitlock_fail(error, FLITLOCK_E_USAGE,
                       "%s writes to the %s in '%s'; wait for it, or give each %s and each shard a folder of its own",
                       text, what, folder, what);
}

int sql_lock(const char *folder, const char *name, const char *what, int *lock, struct flitlock_error *error) {
  size_t size = strlen(folder) + strlen(name) + 2;
  char *path = malloc(size);
  if (path == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the lock of '%s'", folder);
  snprintf(path, size, "%s/%s", folder, name);
  int status = FLITLOCK_OK;
  struct flock wanted = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (*lock < 0) {
    status = flitlock_fail(error, FLITLOCK_E_OUTPUT, "cannot write '%s': %s", path, strerror(errno));
  } else if (fcntl(*lock, F_SETLK, &wanted) != 0) {
    status = errno == EACCES || errno == EAGAIN
                 ? fail_locked(*lock, folder, what, error)
                 : flitlock_fail(error, FLITLOCK_E_OUTPUT, "cannot lock '%s': %s", path, strerror(errno));
  }
  free(path);
  return status;
}
