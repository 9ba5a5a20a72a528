import FlowScenarios

/// Extends the parser's completion script by the parts of the command line that the parser does not know.
///
/// These are lines without a command: `flowviz pace` shows a scenario, `flowviz run.fvz` a trace, and `flowviz --frozen` has an
/// option of `show`. The script inserts the command before the parser's part reads the words.
enum CompletionScript {
    /// - Parameter script: The parser's script for bash, zsh or fish; any other text is returned unchanged.
    static func whole(_ script: String) -> String {
        let ids = Catalogue.scenarios.map(\.id).joined(separator: " ")
        let pairs = Completions.scenariosWithVariants.joined(separator: " ")
        if script.hasPrefix("#!/bin/bash") { return script.replacing(first, with: bash(ids, pairs)) }
        if script.hasPrefix("#compdef") { return script.replacing(first, with: zsh(ids, pairs)) }
        return script.hasPrefix("function ") ? script + fish(ids, pairs) : script
    }

    /// The start of the function that the shell calls. The parser's function is renamed, and the script's own function takes its
    /// name.
    private static let first = "\n_flowviz() {\n"

    private static func bash(_ ids: String, _ pairs: String) -> String {
        """

        __flowviz_is_scenario() {
            [[ " \(ids) " = *" ${1} "* && -n "${1}" ]]
        }

        _flowviz() {
            local -i index="${COMP_CWORD}"
            local word
            # A colon is a word of its own here, and what is completed begins behind it.
            [[ "${COMP_WORDS[index]}" = : ]] || index+=-1
            if [[ "${index}" -gt 1 && "${COMP_WORDS[index]}" = : ]] && __flowviz_is_scenario "${COMP_WORDS[index - 1]}"; then
                for word in \(pairs); do
                    [[ "${word}" = "${COMP_WORDS[index - 1]}:${2}"* ]] && COMPREPLY+=("${word#*:}")
                done
                return
            fi
            if [[ "${COMP_CWORD}" -eq 1 && "${2}" != -* ]]; then
                _flowviz_whole "${@}"
                COMPREPLY+=($(compgen -W '\(ids)' -- "${2}"))
                while IFS='' read -r word; do
                    COMPREPLY+=("${word}")
                done < <(compgen -o plusdirs -fX '!*.fvz' -- "${2}")
                return
            fi
            case "${COMP_WORDS[1]}" in
            -*)
                COMP_WORDS=("${COMP_WORDS[0]}" show "${COMP_WORDS[@]:1}")
                COMP_CWORD+=1
                ;;
            *.fvz)
                COMP_WORDS=("${COMP_WORDS[0]}" replay "${COMP_WORDS[@]:1}")
                COMP_CWORD+=1
                ;;
            *)
                if __flowviz_is_scenario "${COMP_WORDS[1]}"; then
                    if [[ "${COMP_WORDS[2]}" = : ]]; then
                        COMP_WORDS=("${COMP_WORDS[@]:0:2}" "${COMP_WORDS[@]:4}")
                        COMP_CWORD=$((COMP_CWORD - 2))
                    fi
                    COMP_WORDS=("${COMP_WORDS[0]}" show --scenario "${COMP_WORDS[@]:1}")
                    COMP_CWORD=$((COMP_CWORD + 2))
                fi
                ;;
            esac
            _flowviz_whole "${@}"
        }

        _flowviz_whole() {

        """
    }

    private static func zsh(_ ids: String, _ pairs: String) -> String {
        """

        _flowviz() {
            local -i ret=1
            local -a scenarios=(\(ids)) pairs=(\(pairs))
            if (( CURRENT == 2 )) && [[ "${words[2]}" != -* ]]; then
                _flowviz_whole && ret=0
                [[ "${words[2]}" = *:* ]] && scenarios=("${pairs[@]}")
                compadd -X scenario -a scenarios && ret=0
                _files -g '*.fvz' && ret=0
                return "${ret}"
            fi
            if [[ "${words[2]}" = -* ]]; then
                words=("${words[1]}" show "${(@)words[2,-1]}")
                (( CURRENT += 1 ))
            elif [[ "${words[2]}" = *.fvz ]]; then
                words=("${words[1]}" replay "${(@)words[2,-1]}")
                (( CURRENT += 1 ))
            elif [[ " ${scenarios[*]} " = *" ${words[2]%%:*} "* ]]; then
                words=("${words[1]}" show --scenario "${(@)words[2,-1]}")
                (( CURRENT += 2 ))
            fi
            _flowviz_whole
        }

        _flowviz_whole() {

        """
    }

    private static func fish(_ ids: String, _ pairs: String) -> String {
        """


        functions -e __flowviz_written_tokens
        functions -c __flowviz_tokens __flowviz_written_tokens

        function __flowviz_tokens
            # How far into the word the cursor is; the parser's own question is one that fish 3 does not understand.
            if test "$argv" = -tC
                string length -- (commandline -ct)
                return
            end
            set -l tokens (__flowviz_written_tokens $argv)
            if test "$argv" = -pc
                set -l first "$tokens[2]"
                test (count $tokens) -eq 1; and set first (commandline -t)
                switch $first
                case '-*'
                    set tokens $tokens[1] show $tokens[2..]
                case '*.fvz'
                    test (count $tokens) -gt 1; and set tokens $tokens[1] replay $tokens[2..]
                case \(ids) '*:*'
                    test (count $tokens) -gt 1; and set tokens $tokens[1] show --scenario $tokens[2..]
                end
            end
            test (count $tokens) -gt 0; and printf '%s\\n' $tokens
        end

        complete -c 'flowviz' -n '__flowviz_should_offer_completions_for_positional "flowviz" -eq 1' -fa '\(ids)' -d 'Scenario'
        complete -c 'flowviz' -n '__flowviz_should_offer_completions_for_positional "flowviz" -eq 1' -fa '(string match -q "*:*" -- (commandline -t); and printf "%s\\n" \(pairs))'
        complete -c 'flowviz' -n '__flowviz_should_offer_completions_for_positional "flowviz" -eq 1' -fa '(for p in (commandline -t)*.fvz;printf %s\\n $p;end;__fish_complete_directories (commandline -t) "")'
        """
    }
}
