// SPDX-License-Identifier: Apache-2.0
// A list flitlock_*_parameters.svh that comes after this tells C of the parameters. What C does not take is the status
// of flitlock_dpi_complete.
`undef FLITLOCK_PARAMETER
`define FLITLOCK_PARAMETER(type_, name_, default_) \
  void'(flitlock_dpi_parameter(handle, `"name_`", $bits(name_), ParameterBits'(unsigned'(name_))));
