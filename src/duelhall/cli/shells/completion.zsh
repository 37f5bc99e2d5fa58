#compdef duelhall
# Completion of duelhall in zsh: the command itself says what can be typed.
_duelhall() {
    local record value prefix=""
    local -a offered
    local typed="${(pj:\037:)words[2,CURRENT]}"$'\037'
    while IFS= read -r record; do
        case $record in
            $'\037'prefix*) prefix=${record#*$'\t'} ;;
            "" | $'\037'*) ;;
            *)
                value=$prefix${record%%$'\t'*}
                value=${value//:/\\:}
                [[ $record == *$'\t'* ]] && value+=:${record#*$'\t'}
                offered+=("$value")
                ;;
        esac
    done < <(CYCLOPTS_COMPLETION_WORDS=$typed ${words[1]} __complete 2>/dev/null)
    # Where it says nothing, files are offered.
    if (( $#offered )); then
        _describe -V duelhall offered
    else
        _files
    fi
}
if [[ $funcstack[1] == _duelhall ]]; then
    _duelhall "$@"
else
    compdef _duelhall duelhall
fi
