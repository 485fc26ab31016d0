# SPDX-License-Identifier: Apache-2.0

# flitlock_warnings(TARGET): the warnings of hand-written code. Generated code (Verilated models)
# does not get them.
function(flitlock_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wparentheses -Wshadow -Wconversion
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes;-Wmissing-prototypes;-Wvla>
    $<$<BOOL:${FLITLOCK_WERROR}>:-Werror>)
endfunction()
