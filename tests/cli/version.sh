#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The program, and the changelog, know the project's version.
set -euo pipefail

actual=$("$FLITLOCK" --version)
if [ "$actual" != "flitlock $FLITLOCK_VERSION" ]; then
    echo "flitlock --version printed '$actual', expected 'flitlock $FLITLOCK_VERSION'"
    exit 1
fi

if ! grep -qF "## [$FLITLOCK_VERSION]" "$FLITLOCK_SOURCE_DIR/CHANGELOG.md"; then
    echo "CHANGELOG.md has no section for $FLITLOCK_VERSION"
    exit 1
fi

# Output that cannot be written is an error, not a success.
if "$FLITLOCK" --version >/dev/full 2>errors; then
    echo "flitlock --version into a full device exited 0"
    exit 1
fi
