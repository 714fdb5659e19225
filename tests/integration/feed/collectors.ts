import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { startSandbox } from '#sandbox/index'
import { freshFolder } from '../support/folder'

export const clientSecret = 'canary-client-secret-1f0c'
export const clientId = 'desk'
/** Tests and soaks run in the project's folder. */
const script = path.resolve('scripts/collect.mjs')

type Sandbox = Pick<Awaited<ReturnType<typeof startSandbox>>, 'description'>

/** What its connection is called on the bus. */
export const serviceOf = ({ description }: Sandbox) =>
  ({ environment: 'local', restBase: description.base_url, clientId }) as const

type Settings = Readonly<Record<string, unknown>>

/** The configuration of a collector, in a folder of its own. */
export async function writeCollector({ description }: Sandbox, feed: Settings, more: Settings = {}) {
  const folder = await freshFolder()
  const secretFile = path.join(folder, 'client-secret')
  await writeFile(secretFile, clientSecret)
  await chmod(secretFile, 0o600)
  const file = path.join(folder, 'collector.json')
  const connection = {
    environment: 'local',
    restBase: description.base_url,
    tokenHost: description.auth_url,
    streamAddress: description.ws_url,
    clientId,
    clientSecret: { file: 'client-secret' }
  }
  await writeFile(file, JSON.stringify({ feed, connection, markets: ['BTCUSD', 'ETHUSD'], ...more }))
  return { folder, file }
}

/** A collector in a process of its own, by default as `npm run collect` starts it. */
export async function startCollector(
  sandbox: Sandbox,
  feed: Settings,
  more: Settings = {},
  command: readonly string[] = [process.execPath, script]
) {
  const { folder, file } = await writeCollector(sandbox, feed, more)
  const [program = '', ...args] = command
  const child = spawn(program, [...args, '--config', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output.text += part.toString()))
  const exit = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    folder,
    output,
    exit,
    async kill() {
      child.kill('SIGKILL')
      await exit
    }
  }
}

export type Collector = Awaited<ReturnType<typeof startCollector>>
