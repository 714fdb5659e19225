import { commands, type CommandId } from '#shared/contract/app/commands'

const everywhere: ReadonlySet<CommandId> = new Set(['palette.open', 'view.search'])
const ofTheDesk =
  /^(workspace\.(\d|new|load)|connections\.add|faults\.open|help\.(open|guide|privacy|licences)|settings\.reset)$/

/** Only a desk has views and workspace tabs. */
export const needsDesk = (id: CommandId): boolean =>
  (commands[id].section === 'go' && !everywhere.has(id)) || ofTheDesk.test(id)
