import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { connectFeed } from '#engine/feed/server/connect'
import { readMessage } from '#engine/feed/wire/messages'
import { feedSubjects } from '#engine/feed/wire/subjects'
import { clientId, clientSecret, serviceOf, startCollector } from '../../integration/feed/collectors'
import { startNats } from '../../integration/feed/nats-server'

interface Request {
  readonly seats: number
  /** Messages a second. */
  readonly rate: number
  readonly seconds: number
  readonly rounds: number
  /** The built `seats.ts`. */
  readonly seatsProgram: string
}

interface Round {
  readonly messages: number
  /** Of a message on the way to a seat. */
  readonly bytes: number
  /** Milliseconds from the collector's socket to a subscriber. */
  readonly delays: { readonly p50: number; readonly p99: number }
  /** Microseconds of processor time a message. */
  readonly collector: number
  readonly server: number
  readonly seat: number
}

/** Linux counts processor time in these. */
const ticksPerSecond = 100

async function processorSeconds({ pid }: Pick<ChildProcess, 'pid'>): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

async function lineOf(child: ChildProcess, ends: (line: string) => boolean): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) if (ends(line)) return line
  throw new Error('A part of the desk ended early')
}

/** A collector, a server and seats, each in a process of its own; the platform is the sandbox. */
export async function measureDesk(
  { seats: count, rate, seconds, rounds, seatsProgram }: Request,
  report: (text: string) => void
): Promise<readonly Round[]> {
  const undo: (() => unknown)[] = []
  const begin = (args: readonly string[]) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    undo.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    })
    return child
  }
  try {
    const nats = await startNats()
    undo.push(() => nats.stop())
    const access = ['--client-id', clientId, '--client-secret', clientSecret]
    const sandbox = begin([
      path.resolve('scripts/sandbox.mjs'),
      ...['--json', '--rate', String(rate), '--addresses', '0', ...access]
    ])
    const description = JSON.parse(await lineOf(sandbox, (line) => line.startsWith('{'))) as Parameters<
      typeof startCollector
    >[0]['description']
    const { markets } = description
    const service = serviceOf({ description })
    const collector = await startCollector({ description }, { servers: [nats.url] }, { markets })
    undo.push(() => collector.kill())
    const subjects = feedSubjects(service)
    const seats = begin([seatsProgram, nats.url, subjects.lease, String(count), ...markets])
    const ended = collector.exit.then(() => {
      throw new Error(`The collector ended early: ${collector.output.text.trim()}`)
    })
    await Promise.race([lineOf(seats, (line) => line === 'live'), ended])
    ended.catch(() => undefined)
    const { connection } = await connectFeed({
      servers: [nats.url],
      identity: { open: true },
      name: 'listener'
    })
    undo.push(() => connection.close())
    let delays: number[] = []
    let bytes = 0
    connection.subscribe(subjects.frames, {
      callback(_error, { data }) {
        const message = readMessage(data)
        if (message?.kind !== 'batch') return
        bytes += data.length
        const now = performance.timeOrigin + performance.now()
        for (const { at, kind } of message.items) if (kind === 'f') delays.push(now - message.clock - at)
      }
    })
    const parts = [collector.child, nats, seats] as const
    const results: Round[] = []
    for (let round = 1; round <= rounds; round += 1) {
      report(`round ${round} of ${rounds}`)
      delays = []
      bytes = 0
      const before = await Promise.all(parts.map(processorSeconds))
      await pause(seconds * 1000)
      const after = await Promise.all(parts.map(processorSeconds))
      const sorted = delays.sort((one, other) => one - other)
      const messages = sorted.length
      const [ofCollector = 0, ofServer = 0, ofSeats = 0] = after.map(
        (used, index) => ((used - before[index]!) / messages) * 1e6
      )
      const share = (part: number) => sorted[Math.floor(messages * part)] ?? Number.NaN
      results.push({
        messages: messages / seconds,
        bytes: bytes / messages,
        delays: { p50: share(0.5), p99: share(0.99) },
        collector: ofCollector,
        server: ofServer,
        seat: ofSeats / count
      })
    }
    return results
  } finally {
    for (const each of undo.toReversed()) await each()
  }
}
