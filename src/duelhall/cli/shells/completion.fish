# Completion of duelhall in fish: the command itself says what can be typed.
function __duelhall_complete
    set -l typed (commandline -opc) (commandline -ct)
    set -lx CYCLOPTS_COMPLETION_WORDS (string join \x1f -- $typed[2..] "")
    set -l records ($typed[1] __complete 2>/dev/null)
    set -l prefix (string replace -rf '^\x1fprefix\t' '' -- $records)
    set -l offered (string match -rv '^(\x1f|$)' -- $records)
    # Where it says nothing, files are offered.
    if test (count $offered) -gt 0
        printf "$prefix%s\n" $offered
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c duelhall -f -a '(__duelhall_complete)'
