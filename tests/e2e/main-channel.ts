import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { deserialize, serialize } from 'node:v8'
import type { ElectronApplication } from '@playwright/test'

interface Request {
  readonly id: number
  readonly source: string
  readonly argument: unknown
}

interface Response {
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}

type Settle = (response: Response) => void

/** Runs `app.evaluate` functions in main as tasks, because the inspector occasionally loses results. */
export async function openMainChannel(app: ElectronApplication): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-main-'))
  const server = createServer().listen(path.join(folder, 'socket'))
  try {
    const socket = await accept(app, server)
    app.evaluate = callsOver(socket) as typeof app.evaluate
  } finally {
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function accept(app: ElectronApplication, server: Server): Promise<Socket> {
  const ended = once(app.process(), 'exit').then(() => Promise.reject(new Error('The app has ended.')))
  const connected = once(server, 'connection', { signal: AbortSignal.timeout(30_000) })
  // The connection shows that it ran.
  app.evaluate(answerRequests, String(server.address())).catch(() => {})
  const [socket] = (await Promise.race([connected, ended])) as [Socket]
  return socket
}

function answerRequests(electron: typeof Electron.CrossProcessExports, address: string): void {
  // As a task: the inspector may interrupt main while it loads one of these modules, which is then incomplete.
  setImmediate(() => {
    const { createConnection } = process.getBuiltinModule('node:net')
    const { createInterface: readLines } = process.getBuiltinModule('node:readline')
    const v8 = process.getBuiltinModule('node:v8')
    const { runInThisContext } = process.getBuiltinModule('node:vm')
    const socket = createConnection(address).on('error', () => {})
    const answer = async ({ id, source, argument }: Request) => {
      try {
        const run: (module: object, value: unknown) => unknown = runInThisContext(`(${source})`)
        return v8.serialize({ id, result: await run(electron, argument) })
      } catch (error) {
        return v8.serialize({ id, error: error instanceof Error ? String(error.stack) : String(error) })
      }
    }
    readLines(socket).on('line', (line) => {
      void answer(v8.deserialize(Buffer.from(line, 'base64')) as Request).then((response) =>
        socket.write(`${response.toString('base64')}\n`)
      )
    })
  })
}

function callsOver(socket: Socket) {
  const pending = new Map<number, Settle>()
  let count = 0
  createInterface(socket).on('line', (line) => {
    const response = deserialize(Buffer.from(line, 'base64')) as Response
    pending.get(response.id)?.(response)
    pending.delete(response.id)
  })
  const fail = () => {
    for (const [id, settle] of pending) settle({ id, error: 'The app has ended.' })
    pending.clear()
  }
  socket.on('error', fail).on('close', fail)
  return async (run: unknown, argument: unknown): Promise<unknown> => {
    const id = (count += 1)
    const response = await new Promise<Response>((settle) => {
      if (socket.destroyed) return settle({ id, error: 'The app has ended.' })
      pending.set(id, settle)
      socket.write(
        `${serialize({ id, source: String(run), argument } satisfies Request).toString('base64')}\n`
      )
    })
    if (response.error !== undefined) throw new Error(response.error)
    return response.result
  }
}
