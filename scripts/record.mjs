import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { callerFolder } from './setup/options.mjs'
import { runScript, say, SetupProblem } from './setup/say.mjs'

const usage = `Usage: npm run --silent record -- [options]

Records the stream of a connection into files that Leadline and zcat can read, until it is stopped (Ctrl+C).

  --markets A,B          what to record
  --folder DIR           where to (default: recordings)
  --days N               delete what is older (default 14)
  --gigabytes N          delete the oldest beyond this size (default 10)
  --stale-after N        seconds without data before it asks whether the service is there (default 10)
  --verify               verify what was recorded instead, and exit with 1 if it is damaged
  --seal                 write what was recorded into Parquet files instead; needs no connection

The connection, from a Leadline:
  --connections FILE     its connections.json
  --connection NAME      which one, if there are several

or written out:
  --environment NAME     production, sandbox or local
  --rest-base URL        --token-host URL     --stream URL     --client-id ID

The client secret is read from the file in --secret-file, from LEADLINE_CLIENT_SECRET, or from the systemd credential
"client-secret". It is never stored.
`

const text = /** @type {const} */ ({ type: 'string' })
const known = {
  markets: text,
  folder: text,
  days: text,
  gigabytes: text,
  'stale-after': text,
  connections: text,
  connection: text,
  environment: text,
  'rest-base': text,
  'token-host': text,
  stream: text,
  'client-id': text,
  'secret-file': text,
  verify: /** @type {const} */ ({ type: 'boolean' }),
  seal: /** @type {const} */ ({ type: 'boolean' }),
  help: /** @type {const} */ ({ type: 'boolean' })
}

/** @param {string} sentence */
const wrong = (sentence) => new SetupProblem(`${sentence} Try --help.`, 2)

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({ args, options: known, allowPositionals: false }).values
  } catch (error) {
    throw wrong(error instanceof Error ? `${error.message.split(/\.\s/)[0]}.` : 'The options are wrong.')
  }
}
/** @typedef {ReturnType<typeof parse>} Values */

/**
 * @param {Values} values
 * @param {'days' | 'gigabytes' | 'stale-after'} name
 * @param {number} usual
 */
function whole(values, name, usual) {
  const value = values[name]
  if (value === undefined) return usual
  if (!/^[1-9]\d{0,5}$/.test(value)) throw wrong(`--${name} needs a whole number, not "${value}".`)
  return Number(value)
}

/** @param {Values} values */
function draftOf(values) {
  const { connections, connection } = values
  if (connections !== undefined) return storedDraft(path.resolve(callerFolder(), connections), connection)
  /** @param {'environment' | 'rest-base' | 'token-host' | 'stream' | 'client-id'} name */
  const needed = (name) => {
    const value = values[name]
    if (value === undefined) throw wrong(`--${name} or --connections is missing.`)
    return value
  }
  return {
    name: 'Recorded',
    environment: needed('environment'),
    restBase: needed('rest-base'),
    tokenHost: needed('token-host'),
    streamAddress: needed('stream'),
    clientId: needed('client-id')
  }
}

/**
 * @param {string} file
 * @param {string | undefined} wanted
 */
function storedDraft(file, wanted) {
  /** @type {{ profiles?: { name: string }[] }} */
  let content
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw wrong(`${file} cannot be read: ${error instanceof Error ? error.message : error}.`)
  }
  const profiles = content.profiles ?? []
  const found = profiles.filter(({ name }) => wanted === undefined || name === wanted)
  const names = profiles.map(({ name }) => `"${name}"`).join(', ') || 'none'
  if (found.length !== 1) throw wrong(`--connection must name one of the connections in ${file}: ${names}.`)
  return /** @type {object} */ (found[0])
}

/** @param {Values} values */
function takeSecret(values) {
  const fromEnvironment = process.env['LEADLINE_CLIENT_SECRET']
  delete process.env['LEADLINE_CLIENT_SECRET']
  const credentials = process.env['CREDENTIALS_DIRECTORY']
  const file = values['secret-file'] ?? (credentials && path.join(credentials, 'client-secret'))
  if (values['secret-file'] === undefined && fromEnvironment) return fromEnvironment
  if (!file) throw wrong('The client secret is missing: --secret-file or LEADLINE_CLIENT_SECRET.')
  try {
    return readFileSync(path.resolve(callerFolder(), file), 'utf8').trim()
  } catch (error) {
    throw wrong(`The client secret cannot be read: ${error instanceof Error ? error.message : error}.`)
  }
}

await runScript(async () => {
  // Certificates are verified, whatever the environment says.
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  const values = parse(process.argv.slice(2))
  if (values.help) {
    say(usage)
    return 0
  }
  const features = { markets: true, addresses: false, conversions: false, statements: false }
  const folder = path.resolve(callerFolder(), values.folder ?? 'recordings')
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort())
  const { record, seal, verify, sentenceOf } = await import(
    pathToFileURL(await bundle('electron/engine/recording/headless/index.ts', 'record')).href
  )
  try {
    const staleAfter = whole(values, 'stale-after', 10) * 1000
    if (values.seal) {
      await seal({ folder, staleAfter, say, signal: stop.signal })
      return 0
    }
    const draft = { ...draftOf(values), features }
    if (values.verify) return (await verify({ draft, folder, say })) ? 0 : 1
    const markets = (values.markets ?? '').split(',').filter((market) => market.trim() !== '')
    if (markets.length === 0) throw wrong('--markets is missing, for example --markets BTCUSD,ETHUSD.')
    const days = whole(values, 'days', 14)
    const gigabytes = whole(values, 'gigabytes', 10)
    const budget = { days, bytes: gigabytes * 1e9, freeBytes: 1e9, sealedFirst: false }
    const clientSecret = takeSecret(values)
    await record({ draft, clientSecret, markets, folder, budget, staleAfter, say, signal: stop.signal })
    return 0
  } catch (error) {
    throw error instanceof SetupProblem ? error : new SetupProblem(sentenceOf(error))
  }
})
