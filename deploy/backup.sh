#!/bin/sh
# Backs up the installation, checks that backup, and only then deletes backups older than KEEP_DAYS (14).
# Usage: deploy/backup.sh FOLDER, in the product's folder and with its settings in the environment.
set -eu
new="$1/$(date +%Y-%m-%d-%H%M%S)"
"${NODE:-node}" apps/api/dist/cli.js backup "$new"
"${NODE:-node}" apps/api/dist/cli.js restore --check "$new"
find "$1" -mindepth 1 -maxdepth 1 -type d -name '20[0-9][0-9]-[01][0-9]-[0-3][0-9]-[0-9]*' \
  -mtime "+${KEEP_DAYS:-14}" -exec rm -rf {} +
