#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# No file of the repository names a folder of somebody's machine or the host of a package registry.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/scripts/lib.sh"

# Put together from pieces, so that this file does not match itself. A path begins where no name,
# dot, brace or star goes before its slash: build/tmp/x and ../root are fine.
folders='work|root|home|tmp|Users'
path="(^|[^A-Za-z0-9_.}*/)-])/($folders)(/|[^A-Za-z0-9_]|$)"
hosts='registry\.(npm|yarn)|npmjs\.(org|com)|(deb|security)\.debian|files\.python''hosted|pypi\.''org'
hosts+='|proxy\.golang|crates\.''io/api'

matches() {
    grep -nEI "$path|$hosts" "$@"
}

# The check finds what it looks for, or it proves nothing.
slash=/
printf '%s\n' "cd ${slash}work/main" "\"${slash}root\"" "x=${slash}tmp${slash}y" \
    "https:${slash}${slash}registry.""npm""js.org/a" >bad.txt
printf '%s\n' 'build/tmp/x' '../root' 'network/home' >good.txt
if [ "$(matches bad.txt | wc -l)" -ne 4 ] || matches good.txt; then
    echo "the patterns of this test do not match what they should"
    exit 1
fi

mapfile -t files < <(tracked_files .)
if [ ${#files[@]} -lt 10 ]; then
    echo "only ${#files[@]} files found: is $FLITLOCK_ROOT a git work tree?"
    exit 1
fi
cd "$FLITLOCK_ROOT"
if matches "${files[@]}"; then
    exit 1
fi
