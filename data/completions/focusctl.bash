# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
#
# Completion of focusctl in bash. Modes and filters are asked of the agent, if one is running.

_focusctl_ids() {
    # The first column of a list, without its heading.
    focusctl modes 2>/dev/null | sed -n '2,$s/ .*//p'
}

_focusctl_filters() {
    focusctl filters 2>/dev/null | grep '^[^ ]*/[^ ]*$'
}

_focusctl() {
    local verbs="status why modes filters sources problems doctor report next preview history on off auto hold show set unset options resolve describe suggest policy create delete validate watch reload help"
    local options="--json --color --help"
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb= place=0 index
    for ((index = 1; index < COMP_CWORD; index++)); do
        case ${COMP_WORDS[index]} in
        --for | --until | --none | --default | --preset | --kind | --search | --reason | --color | --count | --at | --fact) ((index++)) ;;
        -*) ;;
        *)
            [ -n "$verb" ] || verb=${COMP_WORDS[index]}
            ((place++))
            ;;
        esac
    done
    local wanted=
    case $before in
    --color) wanted="auto always never" ;;
    --kind) wanted="mode agent filters condition schedule" ;;
    --for) wanted="45min 1h 2h" ;;
    --until | --at | --count | --none | --default | --preset | --search | --reason) ;;
    --fact) wanted="do-not-disturb=true locked=true idle=true on-battery=true" ;;
    *)
        case $verb in
        on | off) options="$options --for --until --until-resumed" ;;
        set) options="$options --none --default" ;;
        next | history) options="$options --count" ;;
        preview) options="$options --at --fact" ;;
        options) options="$options --search" ;;
        create) options="$options --preset" ;;
        validate) options="$options --kind" ;;
        doctor) options="$options --watch" ;;
        hold) options="$options --reason" ;;
        esac
        case $word in
        -*) wanted="$options --version" ;;
        *)
            case $verb:$place in
            :0) wanted=$verbs ;;
            help:1) wanted=$verbs ;;
            on:1 | hold:1 | show:1 | delete:1 | set:1 | unset:1) wanted=$(_focusctl_ids) ;;
            set:2 | unset:2 | options:1 | resolve:1 | describe:1 | suggest:1) wanted=$(_focusctl_filters) ;;
            policy:1) wanted=$(_focusctl_filters | sed 's,/.*,,' | sort -u) ;;
            policy:*) wanted="share-mode=yes share-mode=no activate=yes activate=no" ;;
            validate:1)
                mapfile -t COMPREPLY < <(compgen -f -- "$word")
                return
                ;;
            esac
            ;;
        esac
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$wanted" -- "$word")
}

complete -F _focusctl focusctl
