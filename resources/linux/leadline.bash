_leadline() {
  local current=${COMP_WORDS[COMP_CWORD]}
  local option=
  [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]] && option=${COMP_WORDS[COMP_CWORD - 2]}
  [[ $current == = ]] && option=${COMP_WORDS[COMP_CWORD - 1]} current=
  if [[ -n $option ]]; then
    case $option in
      --user-data) COMPREPLY=($(compgen -d -- "$current")) ;;
      --shot | --marks) COMPREPLY=($(compgen -f -- "$current")) ;;
      *) COMPREPLY=() ;;
    esac
    return
  fi
  if [[ $current != -* ]]; then
    compopt -o filenames
    local IFS=$'\n'
    COMPREPLY=($(compgen -f -X '!*.leadline[-.]*' -- "$current") $(compgen -d -- "$current"))
    return
  fi
  COMPREPLY=($(compgen -W '--new-window --start-in-tray --user-data= --shot= --view= --panel= --size= --after= --marks=
    --sandbox-rate= --version --help' -- "$current"))
  [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
complete -F _leadline leadline
