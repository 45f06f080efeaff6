#!/bin/sh
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
#
# A focus filter in a dozen lines of shell: a word before the prompt while a mode is on. The agent runs this each time the
# values change, and takes the exit status for the acknowledgement. The values are in the environment, FOCUS_VALUE_NAME
# each, and as one line of JSON on standard input; what is printed goes to the agent's log. See focus-filters(5).
#
#   install prompt.sh /usr/local/bin/focus-prompt
#   cp org.example.Prompt.filters ~/.local/share/focus-filters/filters/
#   echo 'PS1="\$(cat ~/.cache/focus-prompt 2>/dev/null)$PS1"' >>~/.bashrc
set -eu

file=${XDG_CACHE_HOME:-$HOME/.cache}/focus-prompt
if [ -n "${FOCUS_VALUE_label:-}" ]; then
    case $FOCUS_VALUE_color in
    green) code=32 ;;
    yellow) code=33 ;;
    *) code=31 ;;
    esac
    mkdir -p "${file%/*}"
    # Renamed into place, so that no prompt shows half of it.
    printf '\033[%sm%s\033[0m ' "$code" "$FOCUS_VALUE_label" >"$file.new"
    mv "$file.new" "$file"
else
    rm -f "$file"
fi

read -r values
echo "$FOCUS_REASON: $values"
