# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Functions shared by the scripts in this folder. Source it; it runs nothing by itself:
#   source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

FLITLOCK_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# say MESSAGE...: a heading on standard error, so that standard output stays a script's result.
say() {
    printf '==> %s\n' "$*" >&2
}

# die MESSAGE...: says why on standard error and ends the script with code 1.
die() {
    printf '%s: error: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# usage_error MESSAGE...: as die, for a command line that cannot be understood; code 2.
usage_error() {
    printf '%s: error: %s (try --help)\n' "$(basename "$0")" "$*" >&2
    exit 2
}

# print_help: the comment block at the head of the calling script, between SPDX line and code.
print_help() {
    awk 'NR > 2 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"
}

# need COMMAND...: ends the script unless every command is there.
need() {
    local command
    for command in "$@"; do
        command -v "$command" >/dev/null || die "$command is not installed; run scripts/setup"
    done
}

# build_jobs: how many compilers to run at once (FLITLOCK_JOBS, else one per core).
build_jobs() {
    echo "${FLITLOCK_JOBS:-$(nproc)}"
}

# build_preset PRESET [CMAKE_ARGUMENT...]: configures and builds build/PRESET.
build_preset() {
    local preset=$1
    shift
    say "configure $preset"
    (cd "$FLITLOCK_ROOT" && cmake --preset "$preset" "$@" >&2)
    say "build $preset"
    (cd "$FLITLOCK_ROOT" && cmake --build --preset "$preset" -j "$(build_jobs)" >&2)
}

# build_flitlock [TARGET...]: builds the release program (or the named targets of the release
# preset) and prints the program's path.
build_flitlock() {
    local -a targets=("$@")
    [ ${#targets[@]} -gt 0 ] || targets=(flitlock)
    (cd "$FLITLOCK_ROOT" && cmake --preset release >&2)
    (cd "$FLITLOCK_ROOT" &&
        cmake --build --preset release -j "$(build_jobs)" --target "${targets[@]}" >&2)
    echo "$FLITLOCK_ROOT/build/release/flitlock"
}

# tracked_files PATHSPEC...: the repository's files that match ('.': all), new ones that are not
# ignored included, one a line relative to the root. Deleted files are left out.
tracked_files() {
    need git
    local file
    git -C "$FLITLOCK_ROOT" ls-files --cached --others --exclude-standard -- "$@" | sort -u |
        while IFS= read -r file; do
            if [ -e "$FLITLOCK_ROOT/$file" ]; then
                printf '%s\n' "$file"
            fi
        done
}

# find_clang_format: prints the name of clang-format 14. Other versions lay out differently.
find_clang_format() {
    local name
    for name in clang-format-14 clang-format; do
        if command -v "$name" >/dev/null && [[ $("$name" --version) == *'version 14.'* ]]; then
            echo "$name"
            return
        fi
    done
    die "clang-format 14 is needed (Debian 12 has it; run scripts/setup)"
}

# run_tests PRESET [FOLDER]: runs the test preset; its output is shown, and kept in
# build/FOLDER/ctest-PRESET.log (FOLDER is PRESET unless given).
run_tests() {
    local preset=$1
    local log=$FLITLOCK_ROOT/build/${2:-$1}/ctest-$1.log
    say "test $preset"
    (cd "$FLITLOCK_ROOT" && ctest --preset "$preset" -j "$(build_jobs)" </dev/null) 2>&1 |
        tee "$log"
}
