# Completion of duelhall in bash: the command itself says what can be typed.
_duelhall() {
    local word glued="" typed="" whole="" record value
    local current=${COMP_WORDS[COMP_CWORD]}
    # bash cuts words at "=", and replaces what is behind it only.
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ $word == "=" || -n $glued ]]; then
            whole+=$word
        else
            [[ -n $typed$whole ]] && typed+=$whole$'\037'
            whole=$word
        fi
        [[ $word == "=" ]] && glued=1 || glued=""
    done
    [[ $current == "=" ]] && current=""
    COMPREPLY=()
    while IFS= read -r record; do
        case $record in
            "" | $'\037'*) ;;
            *)
                value=${record%%$'\t'*}
                printf -v value %q "${value#"${whole%"$current"}"}"
                COMPREPLY+=("$value")
                ;;
        esac
    done < <(CYCLOPTS_COMPLETION_WORDS=$typed$whole$'\037' "${COMP_WORDS[0]}" __complete 2>/dev/null)
}
# Where it says nothing, files are offered.
complete -o default -F _duelhall duelhall
