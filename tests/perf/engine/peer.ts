import { PerformanceObserver } from 'node:perf_hooks'
import type { Touch } from '../feed/feed'
import { readFrames, Times } from '../feed/frames'
import { sinkTotal } from './sink'
import { serve } from './serve'
import { timed } from './stopwatch'

export interface Peer {
  take(frame: Buffer): void
  touches(): Record<string, Touch>
}

export interface Load {
  readonly markets: readonly string[]
  readonly snapshots: string
  readonly messages: string
  /** The folder of third-party packages. */
  readonly packages: string
}

interface Work {
  readonly peer: Peer
  readonly snapshots: readonly Buffer[]
  readonly messages: readonly Buffer[]
  readonly times: Times
  readonly seconds: number
}

/** Counts garbage collections. */
class Collections {
  count = 0
  readonly #observer = new PerformanceObserver((list) => {
    this.count += list.getEntries().length
  })

  start(): void {
    this.count = 0
    this.#observer.observe({ entryTypes: ['gc'] })
  }

  async stop(): Promise<number> {
    // Entries are delivered later.
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    this.#observer.disconnect()
    return this.count
  }
}

/** Iterators allocate. */
function feed(peer: Peer, frames: readonly Buffer[]): void {
  for (let index = 0; index < frames.length; index += 1) peer.take(frames[index]!)
}

/** The same messages each round, shifted in time. */
export function servePeer(create: (load: Load) => Promise<Peer> | Peer): void {
  const collections = new Collections()
  let work: Work | null = null
  let turns = 0

  const begin = (): Work => {
    if (!work) throw new Error('Nothing was loaded.')
    work.times.shift(turns * work.seconds)
    turns += 1
    feed(work.peer, work.snapshots)
    return work
  }

  const handlers = {
    async load(load: Load) {
      const snapshots = readFrames(load.snapshots)
      const messages = readFrames(load.messages)
      const times = new Times([...snapshots, ...messages])
      work = { peer: await create(load), snapshots, messages, times, seconds: times.seconds }
      return messages.length
    },
    /** In nanoseconds. */
    round() {
      const { peer, messages } = begin()
      return timed(() => feed(peer, messages))
    },
    touches: () => work?.peer.touches() ?? {},
    total: sinkTotal,
    /** Garbage collections when warm. */
    async collections(wanted: number) {
      let counted = 0
      let done = 0
      while (done < wanted) {
        const { peer, messages } = begin()
        collections.start()
        feed(peer, messages)
        counted += await collections.stop()
        done += messages.length
      }
      return { collections: counted, messages: done }
    }
  }
  serve(handlers)
}
