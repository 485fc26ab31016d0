// SPDX-License-Identifier: Apache-2.0
// The package in which the module beside it finds the number of its mutant (tests/mutate/generate.cpp adds that).
package flitlock_pkg;
endpackage
