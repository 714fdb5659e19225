import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect as connectSocket, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freshFolder } from '../support/folder'

/** Below those that a system gives to others before it is used. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000)
  const server = createServer()
  const isFree = await new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}

const isListening = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectSocket(port, host)
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const maxOutput = 2000

/** Where a server runs. */
interface Home {
  /** Its address, seen from here. */
  readonly host: string
  /** Starts a program there. */
  readonly command: readonly string[]
}

/** Debian's server with JetStream, and with more of its configuration, and of that of JetStream. */
export async function startNats(more = '', jetstream = '', given?: number, home?: Home) {
  const host = home?.host ?? '127.0.0.1'
  const folder = await freshFolder()
  const port = given ?? (await freePort())
  const file = path.join(folder, 'nats.conf')
  const store = path.join(folder, 'js')
  const text = `listen: ${home ? '0.0.0.0' : host}:${port}\nmax_payload: 9MB\njetstream { store_dir: "${store}", ${jetstream} }\n${more}\n`
  await writeFile(file, text)
  const output = { text: '' }
  let child: ChildProcess
  let [isStopping, problem] = [false, null as string | null]
  const start = async (): Promise<void> => {
    // Debian has it where not everybody's search path leads.
    const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
    const [program = '', ...args] = [...(home?.command ?? []), 'nats-server', '-c', file]
    child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    isStopping = false
    child.once('exit', (code, signal) => {
      if (!isStopping) problem = `nats-server ended with ${code ?? signal}: ${output.text.slice(-maxOutput)}`
    })
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (part: Buffer) => (output.text += part.toString()))
    while (!(await isListening(port, host))) {
      if (child.exitCode !== null) throw new Error(output.text)
      await pause(20)
    }
  }
  await start()
  const stop = async () => {
    isStopping = true
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  return {
    url: `nats://${host}:${port}`,
    host,
    port,
    output,
    get pid() {
      return child.pid
    },
    /** Why it does not run, although it was not stopped; or null. */
    get problem() {
      return problem
    },
    /** The folder of JetStream. */
    store,
    stop,
    kill() {
      isStopping = true
      child.kill('SIGKILL')
    },
    start,
    async restart() {
      await stop()
      await start()
    }
  }
}

export type NatsServer = Awaited<ReturnType<typeof startNats>>
