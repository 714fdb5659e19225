_leadline() {
  local connection='--environment --rest-base --token-host --stream --client-id'
  local -A command_options=(
    [collect]='--config --help'
    [desk]="--folder --name --server --market $connection --days --shares --help"
    [record]="--markets --folder --days --gigabytes --stale-after --stamp-authority --verify --seal --connections --connection $connection
      --secret-file --help"
  )
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
  local commands='collect desk record' command=${COMP_WORDS[1]}
  if ((COMP_CWORD > 1)) && [[ " $commands " == *" $command "* ]]; then
    case ${COMP_WORDS[COMP_CWORD - 1]} in
      --config | --connections | --secret-file) COMPREPLY=($(compgen -f -- "$current")) ;;
      --folder) COMPREPLY=($(compgen -d -- "$current")) ;;
      --environment) COMPREPLY=($(compgen -W 'production sandbox local' -- "$current")) ;;
      desk) COMPREPLY=($(compgen -W 'init add-seat remove-seat seats --help' -- "$current")) ;;
      *) COMPREPLY=($(compgen -W "${command_options[$command]}" -- "$current")) ;;
    esac
    return
  fi
  if [[ $current != -* ]]; then
    local matching=()
    ((COMP_CWORD == 1)) && matching=($(compgen -W "$commands" -- "$current"))
    compopt -o filenames
    local IFS=$'\n'
    COMPREPLY=("${matching[@]}" $(compgen -f -X '!*.leadline[-.]*' -- "$current") $(compgen -d -- "$current"))
    return
  fi
  COMPREPLY=($(compgen -W '--new-window --start-in-tray --user-data= --shot= --view= --panel= --size= --after= --marks=
    --sandbox-rate= --version --help' -- "$current"))
  [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
complete -F _leadline leadline
