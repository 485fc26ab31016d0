#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The library has no mutable file-scope or function-static data: no symbol in .data, .bss, thread
# storage or common storage. Constant tables with pointers in them lie in .data.rel.ro, which is
# read-only once the program is loaded; nm's letters cannot tell it from .data, its sections can.
set -euo pipefail

# mutable_symbols LIBRARY: one line "symbol section" for each.
mutable_symbols() {
    nm --format=sysv "$1" | awk -F'|' '
        NF == 7 {
            gsub(/ /, "", $1); gsub(/ /, "", $3); gsub(/ /, "", $7)
            if ($3 ~ /^[Cc]$/ || $7 ~ /^\*COM\*/ || $7 ~ /^\.(bss|tbss|tdata|sbss|lbss|sdata|ldata)/ ||
                ($7 ~ /^\.data/ && $7 !~ /^\.data\.rel\.ro/))
                print $1, $7
        }'
}

# The check finds what it looks for, or it proves nothing.
cat >probe.c <<'END'
int probe_common;
static int probe_static = 1;
static _Thread_local int probe_thread;
static const char *const probe_constant[] = {"a", "b"};
int probe(int i);
int probe(int i)
{
    static int probe_function;
    return probe_common + ++probe_static + ++probe_thread + ++probe_function + *probe_constant[i];
}
END
cc -fPIC -fcommon -c probe.c -o probe.o
found=$(mutable_symbols probe.o | cut -d' ' -f1 | sed 's/\.[0-9]*$//' | sort | tr '\n' ' ')
if [ "$found" != "probe_common probe_function probe_static probe_thread " ]; then
    echo "in a file with four mutable objects this test sees: $found"
    exit 1
fi

# No pipe into grep -q: it ends at the first match, and nm would die of that.
nm "$FLITLOCK_LIBRARY" >symbols
grep -q ' T flitlock_version_string$' symbols || {
    echo "$FLITLOCK_LIBRARY does not define flitlock_version_string: is it the library?"
    exit 1
}

symbols=$(mutable_symbols "$FLITLOCK_LIBRARY")
if [ -n "$symbols" ]; then
    echo "mutable data in $(basename "$FLITLOCK_LIBRARY") (symbol, section):"
    echo "$symbols"
    exit 1
fi
