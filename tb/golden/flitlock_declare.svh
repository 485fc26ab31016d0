// SPDX-License-Identifier: Apache-2.0
// A list flitlock_*_parameters.svh that comes after this declares the parameters in a module's header.
`undef FLITLOCK_PARAMETER
`define FLITLOCK_PARAMETER(type_, name_, default_) parameter type_ name_ = default_,
