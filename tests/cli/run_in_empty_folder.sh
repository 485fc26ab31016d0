#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: run_in_empty_folder.sh FOLDER SCRIPT: runs SCRIPT in FOLDER, emptied first.
set -euo pipefail
folder=$1
script=$2
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
exec bash "$script" </dev/null
