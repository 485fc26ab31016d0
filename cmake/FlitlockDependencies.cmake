# SPDX-License-Identifier: Apache-2.0
# Libraries that the sub-folders link by these target names:
#   PkgConfig::CYAML  PkgConfig::YAML  PkgConfig::JANSSON  PkgConfig::XML2
#   PkgConfig::ZSTD   PkgConfig::XXHASH  PkgConfig::SQLITE3
# scripts/setup installs them all.

find_package(PkgConfig REQUIRED)
pkg_check_modules(CYAML REQUIRED IMPORTED_TARGET libcyaml)
pkg_check_modules(YAML REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
pkg_check_modules(XML2 REQUIRED IMPORTED_TARGET libxml-2.0)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(SQLITE3 REQUIRED IMPORTED_TARGET sqlite3)
