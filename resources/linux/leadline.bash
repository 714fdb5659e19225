_leadline() {
  local current=${COMP_WORDS[COMP_CWORD]}
  if [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
    case ${COMP_WORDS[COMP_CWORD - 2]} in
      --user-data) compopt -o dirnames ;;
      --shot | --marks) compopt -o default ;;
    esac
    COMPREPLY=()
    return
  fi
  COMPREPLY=($(compgen -W '--new-window --user-data= --shot= --view= --panel= --size= --after= --marks=
    --sandbox-rate= --version --help' -- "$current"))
  [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
complete -F _leadline leadline
