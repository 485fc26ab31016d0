// SPDX-License-Identifier: Apache-2.0
// The parameters of flitlock_l2_slice. What becomes of them says the file that is included before this one:
// flitlock_declare.svh, flitlock_connect.svh, flitlock_give.svh.
`FLITLOCK_PARAMETER(integer, LowBits, 1)
`FLITLOCK_PARAMETER(integer, SetBits, 4)
`FLITLOCK_PARAMETER(integer, Residue, 1)
`FLITLOCK_PARAMETER([511:0], Ms, {448'd0, 64'hffffffff})
`FLITLOCK_PARAMETER([511:0], Mh, {256'd0, 64'h26bc4d7, 64'h35e26bc, 64'h9af135e, 64'h4d789af})
`FLITLOCK_PARAMETER(integer, Ways, 16)
`FLITLOCK_PARAMETER(integer, Mshrs, 16)
`FLITLOCK_PARAMETER(integer, List, 4)
`FLITLOCK_PARAMETER(integer, ReqDepth, 8)
`FLITLOCK_PARAMETER(integer, RspDepth, 8)
`FLITLOCK_PARAMETER(integer, OrderDepth, 8)
`FLITLOCK_PARAMETER(integer, FillDepth, 4)
`FLITLOCK_PARAMETER(integer, RspCredits, 8)
`FLITLOCK_PARAMETER(integer, MemReqCredits, 8)
`FLITLOCK_PARAMETER(integer, Events, 0)
