// SPDX-License-Identifier: Apache-2.0
// The static inputs of flitlock_l2_slice; used as flitlock_l2_slice_parameters.svh is.
`FLITLOCK_STATIC([15:0], cfg_slice_i)
`FLITLOCK_STATIC([31:0], cfg_self_i)
`FLITLOCK_STATIC([31:0], cfg_memory_i)
`FLITLOCK_STATIC([5:0], cfg_reserved_i)
`FLITLOCK_STATIC([8:0], cfg_p_rand_i)
`FLITLOCK_STATIC([7:0], cfg_fetch_bytes_i)
