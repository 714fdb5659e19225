import type { LiveMarket } from '#engine/market/types'
import { Publisher, type PublishedHub } from '#engine/market/publish/index'
import { shownMarket, isQuiet } from '#renderer/panels/shell/state'
import { readMarketFrame } from '#shared/contract/market/market-frame'
import type { MarketNews } from '#shared/contract/market/market-news'
import type { MarketParts, StreamStatus } from '#shared/contract/market/markets'
import { sessionStatus, type SessionStatus } from '#shared/domain/connection/session-status'
import type { replayedStates, ShownMarket } from '#shared/domain/market/market-status'

type Replayed = (typeof replayedStates)[number]

interface Shown {
  /** Monotonic milliseconds. */
  readonly at: number
  readonly state: ShownMarket['state']
  readonly muted: boolean
  readonly book: MarketNews['state']
  readonly reason: string | null
}

interface ShownHub extends Pick<PublishedHub, 'market'> {
  readonly onChange: (listener: (market: LiveMarket) => void) => () => void
}

const window = 'window'
const nothing: MarketParts = { book: null, trades: null, candles: null, statistics: false }
const noTimer = () => () => undefined

/** What a panel of each market shows, with a frame of the publisher after each change. */
export class ShownStates {
  readonly #publisher: Publisher
  readonly #news = new Map<number, MarketNews>()
  readonly #shown: Map<string, Shown[]>
  #session: SessionStatus | null = null

  /** @param live null in a replay */
  constructor(
    hub: ShownHub,
    private readonly names: readonly string[],
    private readonly now: () => number,
    live: StreamStatus | null
  ) {
    const clock = { monotonic: now, wall: now, later: noTimer }
    this.#shown = new Map(names.map((name) => [name, []]))
    this.#publisher = new Publisher({ clock, clearsUnknown: live === null })
    this.#publisher.open(window, { free: false, send: () => undefined }, true)
    this.#publisher.use({ market: (name) => hub.market(name), onChange: hub.onChange, hold: noTimer })
    for (const [id, market] of names.entries())
      this.#publisher.subscribe(window, { id, market, parts: nothing })
    if (live) this.#session = sessionOf(live)
    hub.onChange(() => this.#draw())
  }

  connectionChanged(status: StreamStatus): void {
    this.#session = sessionOf(status)
    this.#draw()
    for (const id of this.#news.keys()) this.#show(id)
  }

  of(name: string): readonly Shown[] {
    return this.#shown.get(name)!
  }

  #draw(): void {
    const frame = this.#publisher.nextFrame(window)
    if (!frame) return
    for (const news of readMarketFrame(frame).news) {
      this.#news.set(news.interest, news)
      this.#show(news.interest)
    }
  }

  #show(id: number): void {
    const { state: book, bookAge, tradeAge, reason, crossed } = this.#news.get(id)!
    const received = bookAge !== null || tradeAge !== null
    const status = this.#session
    const { state, muted } = shownMarket(
      { state: book, since: null, reason, problem: null, received, crossed },
      { session: { status: status ?? sessionOf(null) }, replay: { active: status === null } },
      { quiet: isQuiet({ bookAge, tradeAge }) }
    )
    const list = this.#shown.get(this.names[id]!)!
    const last = list.at(-1)
    if (last?.state === state && last.book === book && last.reason === reason) return
    list.push({ at: this.now(), state, muted, book, reason })
  }
}

/** Null if a replay shows each state of a market that the live desk showed, at the same time, and nothing as better. */
export function shownDiffers(live: ShownStates, replayed: ShownStates, name: string): string | null {
  const wanted = changesOf(live.of(name).map((shown) => ({ ...shown, state: inReplay(shown) })))
  const found = changesOf(replayed.of(name))
  const first = wanted.findIndex((change, index) => change !== found[index])
  if (first !== -1 || wanted.length !== found.length) {
    const at = first === -1 ? wanted.length : first
    const part = (list: readonly string[]) => list.slice(Math.max(0, at - 2), at + 3).join('; ')
    return `${name} shows ${part(wanted)} live, ${part(found)} in the replay`
  }
  return betterThanLive(live.of(name), replayed.of(name), name)
}

/** What a replay calls what the live desk showed; while there is no connection, it has the state of the book. */
function inReplay({ state, book, reason }: Shown): Replayed {
  switch (state) {
    case 'live':
    case 'clock-off':
    case 'token-late':
      return 'replay'
    case 'unsubscribed':
      return 'unrecorded'
    case 'unavailable':
    case 'declined':
    case 'awaiting':
    case 'overdue':
    case 'rebuilding':
    case 'stale':
    case 'trades-declined':
    case 'paused':
    case 'crossed':
    case 'quiet':
      return state
    default:
      return withoutConnection(book, reason)
  }
}

function withoutConnection(book: Shown['book'], reason: string | null): Replayed {
  if (book === 'awaiting') return reason === null ? 'awaiting' : 'overdue'
  const states = {
    idle: 'unrecorded',
    refused: 'declined',
    rebuilding: 'rebuilding',
    stale: 'stale'
  } as const
  return book === 'live' ? 'replay' : states[book]
}

/** From the first subscription on. */
const changesOf = (list: readonly Shown[]): string[] =>
  list
    .slice(list.findIndex(({ state }) => state !== 'unsubscribed' && state !== 'unrecorded'))
    .map(({ at, state, reason }) => ({ at, text: [state, reason].filter(Boolean).join(': ') }))
    .filter(({ text }, index, all) => text !== all[index - 1]?.text)
    .map(({ at, text }) => `${at.toFixed(3)} ${text}`)

/** The live figures were muted, those of the replay are not, for any time. */
function betterThanLive(live: readonly Shown[], replayed: readonly Shown[], name: string): string | null {
  const times = [...live, ...replayed].map(({ at }) => at).sort((one, other) => one - other)
  const at = (list: readonly Shown[], time: number) => list.findLast((shown) => shown.at <= time)
  let since: number | null = null
  let states = ''
  for (const time of times) {
    const [own, again] = [at(live, time), at(replayed, time)]
    const isBetter = own?.muted === true && again?.muted === false
    if (since !== null && time > since)
      return `${name} is ${states} for ${time - since} ms from ${since.toFixed(3)} on`
    since = isBetter ? (since ?? time) : null
    states = `${own?.state} live and ${again?.state} in the replay`
  }
  return null
}

/** Of a connection that is in order itself. */
function sessionOf(stream: StreamStatus | null): SessionStatus {
  const connection = { phase: 'connected', sentence: '', problem: null, retryAt: null, since: 0 } as const
  const idle = { phase: 'idle', stage: null, host: '', problem: null, retryAt: null, since: 0 } as const
  return sessionStatus({
    connection,
    marketsEnabled: true,
    scopeGranted: true,
    stream: stream ?? { ...idle, channels: { wanted: 0, confirmed: 0, markets: 0 } },
    clockOff: false
  })
}
