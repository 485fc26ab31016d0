// SPDX-License-Identifier: Apache-2.0
// Where a test finds the repository's files, and the version they are of.
#ifndef FLITLOCK_TESTS_SUPPORT_PATHS_H
#define FLITLOCK_TESTS_SUPPORT_PATHS_H

#include <string>

namespace flitlock_test {

// The repository, absolute, without a slash at the end.
std::string source_dir();

// A file of the repository: repository_file("configs/mesh8x8.yaml").
std::string repository_file(const std::string &relative);

// The project's version as CMake knows it.
std::string project_version();

}  // namespace flitlock_test

#endif
