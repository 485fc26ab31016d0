// SPDX-License-Identifier: Apache-2.0
// The library's version.
#ifndef FLITLOCK_VERSION_H
#define FLITLOCK_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

// "MAJOR.MINOR.PATCH" of the library that is linked, by https://semver.org. Static storage.
const char *flitlock_version_string(void);

#ifdef __cplusplus
}
#endif

#endif
