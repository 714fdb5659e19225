import path from 'node:path'
import { parseArgs } from 'node:util'
import { commandLineText, typedAs } from '#shared/messages/command-line'
import { addSeat, initDesk, listSeats, removeSeat } from '../../feed/desk'
import { environmentIn, parsed, runCommand, say, wrong, type CommandCall } from './command'

const string = { type: 'string' } as const
const strings = { type: 'string', multiple: true } as const
const options = {
  folder: string,
  name: string,
  server: strings,
  market: strings,
  environment: string,
  'rest-base': string,
  'token-host': string,
  stream: string,
  'client-id': string,
  days: string,
  shares: { type: 'boolean' },
  help: { type: 'boolean' }
} as const
const text = commandLineText.desk

function daysIn(days: string | undefined): number | undefined {
  if (days === undefined) return undefined
  if (!/^[1-9]\d{0,4}$/.test(days)) throw wrong(text.days)
  return Number(days)
}

export const run = ({ args, folder: caller, isInstalled }: CommandCall): Promise<number> =>
  runCommand(async () => {
    const { values, positionals } = parsed(() =>
      parseArgs({ args: [...args], options, allowPositionals: true })
    )
    const [command, name = '', ...more] = positionals
    if (values.help || command === undefined) {
      say(text.usage(typedAs('desk', isInstalled)))
      return values.help ? 0 : 2
    }
    if (more.length > 0) throw wrong(text.quotation)
    if (values.folder === undefined) throw wrong(text.noFolder)
    const folder = path.resolve(caller, values.folder)
    const days = daysIn(values.days)
    const environment = environmentIn(values.environment ?? 'production')
    const commands: Readonly<Record<string, () => Promise<string>>> = {
      init: () =>
        initDesk({
          folder,
          servers: values.server ?? [],
          markets: values.market ?? [],
          draft: {
            name: values.name ?? '',
            environment,
            restBase: values['rest-base'] ?? '',
            tokenHost: values['token-host'] ?? '',
            streamAddress: values.stream ?? '',
            clientId: values['client-id'] ?? ''
          },
          isInstalled
        }),
      'add-seat': () => addSeat({ folder, name, days, shares: values.shares }),
      'remove-seat': () => removeSeat({ folder, name }),
      seats: () => listSeats(folder)
    }
    const chosen = Object.hasOwn(commands, command) ? commands[command] : undefined
    if (!chosen) throw wrong(commandLineText.unknownCommand(command))
    say(await chosen())
    return 0
  })
