# SPDX-License-Identifier: Apache-2.0
# cmake -DNAME=.. -DIN=.. -DOUT=.. -P embed.cmake
# A file as a terminated text in C: const char NAME[].
file(READ "${IN}" hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE "${OUT}" "// SPDX-License-Identifier: Apache-2.0\n// Made by embed.cmake; do not edit.\nextern const char ${NAME}[];\nconst char ${NAME}[] = {${bytes}0};\n")
