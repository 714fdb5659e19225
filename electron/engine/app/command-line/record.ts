import path from 'node:path'
import { parseArgs } from 'node:util'
import { isStampAuthority } from '#shared/contract/app/settings'
import { commandLineText, typedAs } from '#shared/messages/command-line'
import { record, seal, verify } from '../../recording/headless'
import { parsed, runCommand, say, wrong, type CommandCall } from './command'
import { readConnection, takeSecret } from './recorded-connection'

const string = { type: 'string' } as const
const boolean = { type: 'boolean' } as const
const options = {
  markets: string,
  folder: string,
  days: string,
  gigabytes: string,
  'stale-after': string,
  'stamp-authority': string,
  connections: string,
  connection: string,
  environment: string,
  'rest-base': string,
  'token-host': string,
  stream: string,
  'client-id': string,
  'secret-file': string,
  verify: boolean,
  seal: boolean,
  help: boolean
} as const
const text = commandLineText.record

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

function whole(values: Values, name: 'days' | 'gigabytes' | 'stale-after', usual: number): number {
  const value = values[name]
  if (value === undefined) return usual
  if (!/^[1-9]\d{0,5}$/.test(value)) throw wrong(text.notWhole(name, value))
  return Number(value)
}

export const run = ({ args, folder: caller, isInstalled }: CommandCall): Promise<number> =>
  runCommand(async (signal) => {
    const { values } = parsed(() => parseArgs({ args: [...args], options }))
    if (values.help) {
      say(text.usage(typedAs('record', isInstalled)))
      return 0
    }
    const folder = path.resolve(caller, values.folder ?? 'recordings')
    const staleAfter = whole(values, 'stale-after', 10) * 1000
    if (values.seal) {
      await seal({ folder, staleAfter, say, signal })
      return 0
    }
    const draft = await readConnection(values, caller)
    if (values.verify) return (await verify({ draft, folder, say })) ? 0 : 1
    const markets = (values.markets ?? '').split(',').filter((market) => market.trim() !== '')
    if (markets.length === 0) throw wrong(text.noMarkets)
    const days = whole(values, 'days', 14)
    const gigabytes = whole(values, 'gigabytes', 10)
    const budget = { days, bytes: gigabytes * 1e9, freeBytes: 1e9, sealedFirst: false }
    const stampAuthority = values['stamp-authority'] ?? ''
    if (!isStampAuthority(stampAuthority)) throw wrong(text.notAuthority(stampAuthority))
    const clientSecret = await takeSecret(values, caller)
    const limits = { budget, staleAfter, stampAuthority }
    await record({ draft, clientSecret, markets, folder, ...limits, say, signal })
    return 0
  })
