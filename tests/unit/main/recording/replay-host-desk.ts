import { expect } from 'vitest'
import {
  firstOptions,
  type ReplayOptions,
  type ReplayReply,
  type ReplayRequest
} from '#engine/recording/replay/messages'
import { ReplayHost } from '#main/recording/replay/host'
import type { FeedFrame } from '#shared/contract/market/feed'
import { readMarketFrame } from '#shared/contract/market/market-frame'
import type { MarketNews } from '#shared/contract/market/market-news'
import { HandClock } from '../../engine/hand-clock'
import { RecordedLog } from '../../engine/recording/replay/recorded-log'

export const parts = {
  book: { levels: 5, grouping: null },
  trades: { max: 5 },
  candles: null,
  statistics: true
}
export const conditions = { visible: true, interval: 0, staleAfter: 10_000 }
const named = { profileId: 'desk', connection: 'Desk', environment: 'local' }

type Method = Extract<ReplayRequest, { kind: 'call' }>['method']

/** A replay's process without the process, and its window. */
export class ReplayHostDesk {
  readonly clock = new HandClock()
  readonly replies: ReplayReply[] = []
  readonly frames: FeedFrame[] = []
  readonly host = new ReplayHost({
    clock: this.clock,
    reply: (reply) => this.replies.push(structuredClone(reply))
  })
  closed = 0
  drawn = 0
  #lastId = 0
  acknowledge: (message: unknown) => void = () => undefined

  open({ folder }: { readonly folder: string }, at: number | null, options: ReplayOptions = firstOptions) {
    return this.#ask((id) => ({ kind: 'open', id, folder, ...named, at, options, conditions }))
  }

  call(method: Method, payload: unknown = undefined) {
    return this.#ask((id) => ({ kind: 'call', id, method, payload }))
  }

  /** Draws every frame for a fifth of a second. */
  draw(): MarketNews[] {
    const news: MarketNews[] = []
    for (let passed = 0; passed < 200; passed += 20) {
      this.clock.advance(20)
      for (; this.drawn < this.frames.length; this.drawn++) {
        const { sequence, markets } = this.frames[this.drawn]!
        this.acknowledge({ kind: 'drawn', sequence })
        if (markets) news.push(...readMarketFrame(markets).news)
      }
    }
    return news
  }

  async #ask(request: (id: number) => ReplayRequest) {
    const id = ++this.#lastId
    const port = {
      send: (frame: FeedFrame) => void this.frames.push(structuredClone(frame)),
      onMessage: (listener: (message: unknown) => void) => void (this.acknowledge = listener),
      close: () => void (this.closed += 1)
    }
    this.host.receive(request(id), port)
    const answer = () => this.replies.find((reply) => reply.kind === 'answer' && reply.id === id)
    await expect.poll(answer).toBeDefined()
    const found = answer()
    return found?.kind === 'answer' ? found : null
  }
}

export async function recording(): Promise<RecordedLog> {
  const log = (await RecordedLog.begin()).start(0)
  for (let at = 1000; at <= 9000; at += 1000) log.update(at).trade(at + 500)
  return log.write()
}
