// SPDX-License-Identifier: Apache-2.0
// A list flitlock_*_parameters.svh that comes after this hands the parameters on to an instance, under their names; so
// does a list flitlock_*_static.svh with static inputs.
`undef FLITLOCK_PARAMETER
`undef FLITLOCK_STATIC
`define FLITLOCK_PARAMETER(type_, name_, default_) .name_(name_),
`define FLITLOCK_STATIC(range_, name_) .name_(name_),
