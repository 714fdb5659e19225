import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { callerFolder } from './setup/options.mjs'
import { runScript, say, SetupProblem } from './setup/say.mjs'

const usage = `Usage: npm run --silent desk -- COMMAND --folder DIR [options]

Sets up a desk: one collector, a NATS server, and seats that need no API client of their own (docs/feed.md).

  init                   makes keys, the configurations of the server and the collector, and a page of next steps
    --name NAME            of the desk
    --server URL           tls://host:port, or nats://127.0.0.1:port for this computer alone; may be repeated
    --market NAME          what the collector follows; may be repeated
    --environment NAME     production, sandbox or local
    --rest-base URL        --token-host URL     --stream URL     --client-id ID

  add-seat NAME          makes the file of one seat, which is handed over to its user
    --days N               until its key expires (default: never)
    --shares               for a connection of Leadline that shares its data, instead of a seat
  remove-seat NAME       revokes the key of a seat
  seats                  lists them
`

const text = /** @type {const} */ ({ type: 'string' })
const several = /** @type {const} */ ({ type: 'string', multiple: true })
const known = {
  folder: text,
  name: text,
  server: several,
  market: several,
  environment: text,
  'rest-base': text,
  'token-host': text,
  stream: text,
  'client-id': text,
  days: text,
  shares: /** @type {const} */ ({ type: 'boolean' }),
  help: /** @type {const} */ ({ type: 'boolean' })
}

/** @param {string} sentence */
const wrong = (sentence) => new SetupProblem(`${sentence} Try --help.`, 2)

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({ args, options: known, allowPositionals: true })
  } catch (error) {
    const sentence = error instanceof Error ? error.message.split(/\.\s/)[0] : 'The options are wrong'
    throw wrong(`${sentence}.`)
  }
}

/** @param {string | undefined} days */
function daysIn(days) {
  if (days === undefined) return undefined
  if (!/^[1-9]\d{0,4}$/.test(days)) throw wrong('--days is a number of days, e.g. 365.')
  return Number(days)
}

await runScript(async () => {
  const { values, positionals } = parse(process.argv.slice(2))
  const [command, name = '', ...more] = positionals
  if (values.help || command === undefined) {
    say(usage)
    return values.help ? 0 : 2
  }
  if (more.length > 0) throw wrong('A name with spaces needs quotation marks.')
  if (values.folder === undefined) throw wrong('--folder is missing.')
  const folder = path.resolve(callerFolder(), values.folder)
  const days = daysIn(values.days)
  const environment = values.environment ?? 'production'
  if (environment !== 'production' && environment !== 'sandbox' && environment !== 'local')
    throw wrong('--environment is production, sandbox or local.')
  const desk = await import(pathToFileURL(await bundle('electron/engine/feed/desk/index.ts', 'desk')).href)
  const commands = {
    init: () =>
      desk.initDesk({
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
        }
      }),
    'add-seat': () => desk.addSeat({ folder, name, days, shares: values.shares }),
    'remove-seat': () => desk.removeSeat({ folder, name }),
    seats: () => desk.listSeats(folder)
  }
  if (!Object.hasOwn(commands, command)) throw wrong(`There is no command “${command}”.`)
  try {
    say(await commands[/** @type {keyof typeof commands} */ (command)]())
    return 0
  } catch (error) {
    throw error instanceof SetupProblem ? error : new SetupProblem(desk.sentenceOf(error))
  }
})
