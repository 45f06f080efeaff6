#!/bin/sh
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
#
# Links the picture that the mode asks for where a wallpaper program looks for it. The values are in the environment, and on
# standard input as one line of JSON. Exit status 0 acknowledges; what is printed is in the agent's log.
set -eu

link="${XDG_DATA_HOME:-$HOME/.local/share}/focus-wallpaper"
mkdir -p "$(dirname "$link")"

if [ -z "${FOCUS_VALUE_picture-}" ]; then
    # No value: the defaults, which is what the end of a mode brings too.
    rm -f "$link"
elif [ -r "$FOCUS_VALUE_picture" ]; then
    ln -sfn "$FOCUS_VALUE_picture" "$link"
else
    echo "$FOCUS_VALUE_picture cannot be read" >&2
    exit 1
fi

read -r values
echo "$FOCUS_REASON: $values"
