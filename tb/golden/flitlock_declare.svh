// SPDX-License-Identifier: Apache-2.0
// A list flitlock_*_parameters.svh that comes after this declares the parameters in a module's header; a list
// flitlock_*_static.svh declares static inputs.
`undef FLITLOCK_PARAMETER
`undef FLITLOCK_STATIC
`define FLITLOCK_PARAMETER(type_, name_, default_) parameter type_ name_ = default_,
`define FLITLOCK_STATIC(range_, name_) input wire range_ name_,
