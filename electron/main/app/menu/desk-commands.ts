import { commands, type CommandId } from '#shared/contract/app/commands'

const everywhere: ReadonlySet<CommandId> = new Set(['palette.open', 'view.search'])
const ofTheDesk =
  /^(workspace\.(\d|new|load)|connections\.add|rehearse\.open|help\.(open|guide|privacy|licences)|settings\.reset)$/

/** What only a desk can show: its views and the tabs of all workspaces. */
export const needsDesk = (id: CommandId): boolean =>
  (commands[id].section === 'go' && !everywhere.has(id)) || ofTheDesk.test(id)
