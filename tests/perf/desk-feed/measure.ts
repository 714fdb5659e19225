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
import type { SandboxDescription } from '#sandbox/index'
import { clientId, clientSecret, serviceOf, startCollector } from '../../integration/feed/collectors'
import { startNats } from '../../integration/feed/nats-server'
import { openDirect } from './direct-socket'

interface Request {
  readonly seats: number
  /** Messages a second. */
  readonly rate: number
  readonly seconds: number
  readonly rounds: number
  /** The built `seats.ts` and `direct.ts`. */
  readonly programs: { readonly seats: string; readonly direct: string }
}

interface Round {
  /** A second, of those that a listener got both ways. */
  readonly messages: number
  /** Of a message on the way to a seat. */
  readonly bytes: number
  /** Milliseconds from a direct socket to the feed, of the same message in the same process. */
  readonly added: { readonly p50: number; readonly p99: number }
  /** Microseconds of processor time a message; `direct` is a bare socket. */
  readonly collector: number
  readonly direct: number
  readonly server: number
  readonly seat: number
}

/** Milliseconds until programs are compiled and what waited at the start has arrived. */
const warmUp = 15_000
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

/** Pairs what arrives by the feed with what arrives by a direct socket. */
class BothWays {
  /** Milliseconds of each pair. */
  added: number[] = []
  /** Of frames that arrived one way. */
  #times = new Map<string, number>()

  clear(): void {
    this.added = []
    this.#times.clear()
  }

  arrived(frame: Buffer, sign: 1 | -1): void {
    const now = performance.now()
    const text = frame.toString('latin1')
    const other = this.#times.get(text)
    if (other === undefined) this.#times.set(text, now)
    else {
      this.#times.delete(text)
      this.added.push((now - other) * sign)
    }
  }
}

/** A collector, a server, seats and a bare socket, each in a process of its own; the platform is the sandbox. */
export async function measureDesk(
  { seats: count, rate, seconds, rounds, programs }: Request,
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
    const line = await lineOf(sandbox, (text) => text.startsWith('{'))
    const description = JSON.parse(line) as SandboxDescription
    const { markets } = description
    const service = serviceOf({ description })
    const collector = await startCollector({ description }, { servers: [nats.url] }, { markets })
    undo.push(() => collector.kill())
    const subjects = feedSubjects(service)
    // The one that is measured shares nothing with the others.
    const [seat, others] = [1, count - 1].map((each) =>
      begin([programs.seats, nats.url, subjects.lease, String(each), ...markets])
    ) as [ChildProcess, ChildProcess]
    const ended = collector.exit.then(() => {
      throw new Error(`The collector ended early: ${collector.output.text.trim()}`)
    })
    const areLive = [seat, others].map((each) => lineOf(each, (text) => text === 'live'))
    await Promise.race([Promise.all(areLive), ended])
    ended.catch(() => undefined)
    const direct = begin([programs.direct, line])
    await lineOf(direct, (text) => text === 'open')
    const { connection } = await connectFeed({
      servers: [nats.url],
      identity: { open: true },
      name: 'listener'
    })
    undo.push(() => connection.close())
    const both = new BothWays()
    let bytes = 0
    connection.subscribe(subjects.frames, {
      callback(_error, { data }) {
        const message = readMessage(data)
        if (message?.kind !== 'batch') return
        bytes += data.length
        for (const { kind, content } of message.items) if (kind === 'f') both.arrived(content, 1)
      }
    })
    const socket = await openDirect(description, (frame) => both.arrived(frame, -1))
    undo.push(() => socket.terminate())
    const parts = [collector.child, direct, nats, seat] as const
    report('warming up')
    await pause(warmUp)
    const results: Round[] = []
    for (let round = 1; round <= rounds; round += 1) {
      report(`round ${round} of ${rounds}`)
      both.clear()
      bytes = 0
      const before = await Promise.all(parts.map(processorSeconds))
      await pause(seconds * 1000)
      const after = await Promise.all(parts.map(processorSeconds))
      const sorted = both.added.toSorted((one, other) => one - other)
      const messages = sorted.length
      const [ofCollector = 0, ofDirect = 0, ofServer = 0, ofSeat = 0] = after.map(
        (used, index) => ((used - before[index]!) / messages) * 1e6
      )
      const share = (part: number) => sorted[Math.floor(messages * part)] ?? Number.NaN
      results.push({
        messages: messages / seconds,
        bytes: bytes / messages,
        added: { p50: share(0.5), p99: share(0.99) },
        collector: ofCollector,
        direct: ofDirect,
        server: ofServer,
        seat: ofSeat
      })
    }
    return results
  } finally {
    for (const each of undo.toReversed()) await each()
  }
}
