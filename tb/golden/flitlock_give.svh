// SPDX-License-Identifier: Apache-2.0
// A list flitlock_*_parameters.svh that comes after this tells C of the parameters. What C does not take is the status
// of flitlock_dpi_complete. A list flitlock_*_static.svh tells C of static inputs; `status` is the first that is wrong.
`undef FLITLOCK_PARAMETER
`undef FLITLOCK_STATIC
`define FLITLOCK_PARAMETER(type_, name_, default_) \
  void'(flitlock_dpi_parameter(handle, `"name_`", $bits(name_), ParameterBits'(unsigned'(name_))));
`define FLITLOCK_STATIC(range_, name_) \
  if (status == StatusOk) \
    status = flitlock_dpi_parameter(handle, `"name_`", $bits(name_), ParameterBits'(name_));
