import { parseArgs } from 'node:util'
import { fail } from '#shared/domain/base/problem'
import { maxAddresses } from '../control/routes'
import { isScenarioName, type ScenarioName } from '#shared/domain/connection/scenarios'
import { parseMonth } from '../data/months'
import type { SandboxOptions } from '../options'

export interface Command {
  readonly options: SandboxOptions
  readonly json: boolean
  readonly help: boolean
}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const known = {
  port: text,
  seed: text,
  rate: text,
  'execution-lag': text,
  addresses: text,
  anchor: text,
  'token-ttl': text,
  'url-ttl': text,
  'client-id': text,
  'client-secret': text,
  scenario: { type: 'string', multiple: true },
  json: flag,
  help: flag
} as const

const wrong = (sentence: string) => fail('sandbox.arguments', sentence)

export const usage = `npm run --silent sandbox -- [options]

  --port N             0 (the default) takes a free one
  --seed N             the same seed gives the same data and the same markets
  --rate N             messages a second over all markets, 1 to 50000 (default 1000)
  --execution-lag N    updates of the book that come before each trade, 0 to 1000; a few trades have one by default
  --addresses N        deposit addresses, 0 to ${maxAddresses} (default 25000)
  --anchor YYYY-MM     the last full month of the data (default 2026-10)
  --token-ttl S        seconds that an access token lives (default 3600)
  --url-ttl S          seconds that a download address lives (default 300)
  --client-id X        with --client-secret Y; random unless given
  --scenario A[,B…]    faults and variants that are on from the start
  --json               one line of JSON for programs
`

function whole(name: string, value: string | undefined, min: number, max: number): number | undefined {
  if (value === undefined) return undefined
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max)) {
    throw wrong(`--${name} must be a whole number from ${min} to ${max}, not "${value}".`)
  }
  return number
}

function scenariosOf(values: readonly string[] | undefined): ScenarioName[] | undefined {
  return values
    ?.flatMap((value) => value.split(','))
    .map((name) => {
      if (!isScenarioName(name)) throw wrong(`There is no scenario "${name}".`)
      return name
    })
}

function filled(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !/^[\x21-\x7e]{1,300}$/.test(value)) {
    throw wrong(`--${name} must be 1 to 300 plain characters without spaces.`)
  }
  return value
}

function read(list: readonly string[]) {
  try {
    return parseArgs({ args: [...list], options: known, allowPositionals: false }).values
  } catch (error) {
    // The first sentence of the parser's message.
    const said = error instanceof Error ? error.message.split(/\.\s/)[0]! : 'The options are wrong'
    throw wrong(`${said.replace(/\.?$/, '.')} Try --help.`)
  }
}

/** Throws one sentence about the first invalid argument. */
export function readArguments(list: readonly string[]): Command {
  const values = read(list)
  const { anchor, json = false, help = false } = values
  if (anchor !== undefined && parseMonth(anchor) === null) {
    throw wrong(`--anchor must be a month such as 2026-10, not "${anchor}".`)
  }
  const clientId = filled('client-id', values['client-id'])
  const clientSecret = filled('client-secret', values['client-secret'])
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    throw wrong('--client-id and --client-secret go together.')
  }
  const options = {
    port: whole('port', values.port, 0, 65_535),
    seed: whole('seed', values.seed, 0, 0xffff_ffff),
    rate: whole('rate', values.rate, 1, 50_000),
    executionLag: whole('execution-lag', values['execution-lag'], 0, 1000),
    addresses: whole('addresses', values.addresses, 0, maxAddresses),
    anchor,
    tokenTtlSeconds: whole('token-ttl', values['token-ttl'], 1, 31_536_000),
    urlTtlSeconds: whole('url-ttl', values['url-ttl'], 1, 31_536_000),
    clientId,
    clientSecret,
    scenarios: scenariosOf(values.scenario)
  }
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return { options: Object.fromEntries(given) as SandboxOptions, json, help }
}
