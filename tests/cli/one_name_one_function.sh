#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# No two files of the library define the same function: the linker takes either from an archive, and says nothing.
set -euo pipefail

# twice LIBRARY: the names of functions and data that more than one member defines.
twice() {
    nm "$1" | awk 'NF == 3 && $2 ~ /^[TDBR]$/ { print $3 }' | sort | uniq -d
}

echo 'int probe(void); int probe(void) { return 1; }' >one.c
cp one.c two.c
cc -c one.c two.c
ar rc probe.a one.o two.o
if [ "$(twice probe.a)" != probe ]; then
    echo "in a library that defines probe twice this test sees: $(twice probe.a)"
    exit 1
fi

names=$(twice "$FLITLOCK_LIBRARY")
if [ -n "$names" ]; then
    echo "defined twice in $(basename "$FLITLOCK_LIBRARY"):"
    echo "$names"
    exit 1
fi
