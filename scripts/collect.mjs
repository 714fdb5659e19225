import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { callerFolder } from './setup/options.mjs'
import { runScript, say, SetupProblem } from './setup/say.mjs'

const usage = `Usage: npm run --silent collect -- --config FILE

Holds one connection to the platform and shares its market data with the seats of a desk over a NATS server, until it is
stopped (Ctrl+C). Of several collectors, one leads and the others stand by. docs/feed.md describes the file.
`

/** A prompt of the keychain may stay unseen. */
const keychainMilliseconds = 10_000

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: { config: { type: 'string' }, help: { type: 'boolean' } },
      allowPositionals: false
    }).values
  } catch (error) {
    const sentence = error instanceof Error ? error.message.split(/\.\s/)[0] : 'The options are wrong'
    throw new SetupProblem(`${sentence}. Try --help.`, 2)
  }
}

/** @param {string} account */
async function readKeychain(account) {
  const { default: keytar } = await import('keytar')
  const late = new Promise((_resolve, reject) => {
    setTimeout(
      () => reject(new Error('The keychain does not answer. Is it locked?')),
      keychainMilliseconds
    ).unref()
  })
  return /** @type {string | null} */ (await Promise.race([keytar.getPassword('Leadline', account), late]))
}

await runScript(async () => {
  // Certificates are verified, whatever the environment says.
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  const { config, help } = parse(process.argv.slice(2))
  if (help) {
    say(usage)
    return 0
  }
  if (config === undefined) throw new SetupProblem('--config is missing. Try --help.', 2)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort())
  const { collect, sentenceOf } = await import(
    pathToFileURL(await bundle('electron/engine/feed/collect/index.ts', 'collect')).href
  )
  try {
    await collect({
      configuration: path.resolve(callerFolder(), config),
      credentials: process.env['CREDENTIALS_DIRECTORY'],
      keychain: readKeychain,
      say,
      signal: stop.signal
    })
    return 0
  } catch (error) {
    throw error instanceof SetupProblem ? error : new SetupProblem(sentenceOf(error))
  }
})
