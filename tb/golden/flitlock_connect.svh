// SPDX-License-Identifier: Apache-2.0
// A list flitlock_*_parameters.svh that comes after this hands the parameters on to an instance, under their names.
`undef FLITLOCK_PARAMETER
`define FLITLOCK_PARAMETER(type_, name_, default_) .name_(name_),
