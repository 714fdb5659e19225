import type { Clock } from '../../base/clock'
import type { SavedMarkets } from '../../market/saved-markets'
import type { Chunk } from '../../recording/chunk'
import type { ItemKind } from '../../recording/log/lines'
import type { SharedNews } from '../../recording/replay/logged-event'
import { Outbox } from '../../recording/outbox'
import { formatBody } from '../wire/keyframe-body'
import { formatBatch, formatBeat, formatKeyframe, type Keyframe } from '../wire/messages'
import type { FeedSubjects } from '../wire/subjects'
import type { Term } from './lease'

/** Of a message in the stream: it is kept only if the stream ends with the message before it. */
export interface StreamPlace {
  readonly id: string
  /** The number of the message before it. */
  readonly after: number
  /** The ID of the message before it; null for the first one after the number was read. */
  readonly afterId: string | null
}

/** The server, as a leader uses it. */
export interface LeaderBus {
  /** To the seats that listen. */
  send(subject: string, bytes: Uint8Array): void
  /** Also into the stream; the server does not answer. */
  keep(subject: string, bytes: Uint8Array, place: StreamPlace): void
  /** The same, but fails if it was not kept. If it was, so were those before it. */
  confirm(subject: string, bytes: Uint8Array, place: StreamPlace): Promise<void>
  /** Of the stream. */
  lastNumber(): Promise<number>
}

interface PublisherPorts {
  readonly clock: Clock
  readonly bus: LeaderBus
  readonly subjects: Pick<FeedSubjects, 'frames' | 'beat' | 'keyOf'>
  readonly term: Pick<Term, 'epoch' | 'isHeld' | 'renew'>
  readonly staleAfter: number
  /** If the connection is read in batches: calls once all of one was recorded. */
  readonly soon?: (call: () => void) => () => void
  /** The connection brings data. */
  readonly isLive: () => boolean
  /** Null before there is a stream. */
  readonly save: () => SavedMarkets | null
  /** The number in the desk's recordings of what is received next; null while that is not known. */
  readonly recorded?: () => number | null
  /** What can be fetched of them; null if nothing is shared. */
  readonly shared?: () => SharedNews | null
}

interface PublisherCounts {
  batches: number
  items: number
  bytes: number
  keyframes: number
  /** Messages that the stream did not keep, or may not have kept. */
  notKept: number
}

/** What a message waits for others at most. */
const sendEvery = 10
const beatEvery = 250
const roundEvery = 5000
/** Between two markets of a round, so that nothing waits for all of them. */
const keyframeEvery = 5
/** An answer of the server costs as much as some messages. */
const confirmEvery = 100
/** After the stream failed. */
const retryEvery = 250

/** The markets as they were after the same item, and what their keyframes have in common. */
interface Round {
  readonly saved: SavedMarkets
  readonly head: Omit<Keyframe, 'kind' | 'index' | 'body'>
}

/** Sends what one leader records, until its lease is lost. Each message is kept only if it follows the one before. */
export class FeedPublisher {
  readonly counts: PublisherCounts = { batches: 0, items: 0, bytes: 0, keyframes: 0, notKept: 0 }
  readonly #outbox: Outbox
  /** Of the last message in the stream; null while that is not known. */
  #last: number | null = null
  #lastId: string | null = null
  /** All messages up to this number are in the stream. */
  #confirmed = 0
  /** When the server was last asked, and when a message was last sent to the stream; monotonic. */
  #askedAt = -Infinity
  #keptAt = -Infinity
  #ids = 0
  /** Rises when the numbers were read again: answers of before do not count. */
  #reading = 0
  /** Of which keyframes are still to be sent. */
  #round: Round | null = null
  /** Where the last round begins in the stream. */
  #roundBegins = 0
  #isOver = false
  readonly #cancels = new Map<string, () => void>()

  constructor(private readonly ports: PublisherPorts) {
    const none = () => undefined
    this.#outbox = new Outbox({
      clock: ports.clock,
      soon: ports.soon,
      sendEvery,
      post: (chunk) => this.#post(chunk),
      changed: none,
      gap: none,
      lost: 0
    })
    this.recordEvent({ event: 'settings', staleAfter: ports.staleAfter })
    this.#beatAgain()
    this.#every('round', roundEvery, () => this.#beginRound())
  }

  /** The first messages are then kept after those of the leader before. */
  async start(): Promise<void> {
    await this.#readLast()
    this.#repairUnlessRead()
    // Seats have to know two, and how far they are apart.
    this.#beat()
    this.#beatAgain()
  }

  /** Copies `content`. `at` is monotonic. */
  record(kind: ItemKind, at: number, content: Uint8Array): void {
    if (!this.#isOver) this.#outbox.record(kind, at, content)
  }

  recordEvent(event: Readonly<Record<string, unknown>>): void {
    if (!this.#isOver) this.#outbox.recordEvent(event)
  }

  /** Keyframes of all markets soon, for seats that join. */
  sendRoundSoon(): void {
    this.#later('soon', 100, () => this.#beginRound())
  }

  /** Up to where the desk's recordings are now, and can be fetched. */
  sendRecorded(): void {
    const next = this.ports.recorded?.() ?? null
    const shared = this.ports.shared?.() ?? null
    if (next !== null) this.recordEvent({ event: 'recorded', next, ...(shared && { shared }) })
  }

  /** Sends the rest. */
  end(): void {
    if (this.#isOver) return
    this.#outbox.close()
    if (this.ports.term.isHeld) this.#sendBeat(false)
    this.#isOver = true
    for (const cancel of this.#cancels.values()) cancel()
  }

  #post(chunk: Chunk): void {
    this.#outbox.release(chunk.first + chunk.count)
    const { frames } = this.ports.subjects
    this.counts.batches += 1
    this.counts.items += chunk.count
    this.counts.bytes += chunk.bytes.length
    this.#keep(frames, formatBatch(this.ports.term.epoch, chunk))
  }

  #beatAgain(): void {
    this.#every('beat', beatEvery, () => this.#beat())
  }

  #beat(): void {
    this.#outbox.send()
    this.#sendBeat(this.ports.isLive())
    const now = this.ports.clock.monotonic()
    const isQuiet = now - Math.max(this.#keptAt, this.#askedAt) >= confirmEvery
    if (isQuiet && this.#last !== null && this.#last > this.#confirmed) void this.#confirmLast(this.#last)
  }

  #sendBeat(isLive: boolean): void {
    const { bus, clock, subjects, term } = this.ports
    if (this.#isOver || !term.isHeld) return
    const { epoch } = term
    bus.send(subjects.beat, formatBeat({ epoch, position: this.#outbox.next, at: clock.monotonic(), isLive }))
  }

  #beginRound(): void {
    if (this.#round) return this.sendRoundSoon()
    const { clock, staleAfter, term } = this.ports
    const saved = this.#isOver ? null : this.ports.save()
    if (!saved || saved.markets.length === 0) return
    this.#outbox.send()
    const { next: position, epoch } = this.#outbox
    const previous = this.#roundBegins
    const begins = (this.#roundBegins = this.#last === null ? 0 : this.#last + 1)
    const count = saved.markets.length
    const of = { epoch: term.epoch, position, clock: epoch, at: clock.monotonic() }
    this.#round = { saved, head: { ...of, staleAfter, begins, previous, count } }
    this.#sendKeyframe(this.#round, 0)
    this.sendRecorded()
  }

  #sendKeyframe(round: Round, index: number): void {
    if (round !== this.#round) return
    const { saved, head } = round
    const bytes = formatKeyframe({ ...head, index, body: formatBody(saved, index) })
    this.#keep(this.ports.subjects.keyOf(saved.markets[index]!.name), bytes)
    this.counts.keyframes += 1
    if (index + 1 === head.count) this.#round = null
    else this.#later('keyframe', keyframeEvery, () => this.#sendKeyframe(round, index + 1))
  }

  /** A leader that was replaced sends nothing more: the stream refuses it, and it ends when the lease is asked. */
  #keep(subject: string, bytes: Uint8Array): void {
    const { bus, clock, term } = this.ports
    if (this.#isOver || !term.isHeld) return
    if (this.#last === null) {
      this.counts.notKept += 1
      return bus.send(subject, bytes)
    }
    const place = { id: `${term.epoch}.${this.#ids++}`, after: this.#last, afterId: this.#lastId }
    this.#last += 1
    this.#lastId = place.id
    this.#keptAt = clock.monotonic()
    if (this.#keptAt - this.#askedAt < confirmEvery) return bus.keep(subject, bytes, place)
    this.#askedAt = this.#keptAt
    void this.#confirm(this.#last, bus.confirm(subject, bytes, place))
  }

  async #confirm(number: number, answer: Promise<void>): Promise<void> {
    const reading = this.#reading
    const isKept = await answer.then(
      () => true,
      () => false
    )
    if (reading !== this.#reading) return
    if (isKept) this.#confirmed = Math.max(this.#confirmed, number)
    else await this.#repair()
  }

  /** No message follows that would be refused if the last one was. */
  async #confirmLast(last: number): Promise<void> {
    this.#askedAt = this.ports.clock.monotonic()
    const reading = this.#reading
    const found = await this.ports.bus.lastNumber().catch(() => null)
    if (reading !== this.#reading || last !== this.#last) return
    if (found === last) this.#confirmed = last
    else await this.#repair()
  }

  /** Something was not kept: another leader, or a stream that is full or lost. */
  async #repair(): Promise<void> {
    if (this.#last !== null) this.counts.notKept += this.#last - this.#confirmed
    this.#last = null
    this.#roundBegins = 0
    // Numbers of keyframes that were kept do not continue.
    if (this.#round?.head.begins) this.#round = null
    this.#reading += 1
    await this.ports.term.renew()
    if (this.#isOver || !this.ports.term.isHeld) return
    await this.#readLast()
    if (this.#repairUnlessRead()) return
    this.#round = null
    this.sendRoundSoon()
  }

  #repairUnlessRead(): boolean {
    if (this.#last !== null) return false
    this.#later('repair', retryEvery, () => void this.#repair())
    return true
  }

  async #readLast(): Promise<void> {
    const reading = ++this.#reading
    const last = await this.ports.bus.lastNumber().catch(() => null)
    if (reading !== this.#reading) return
    this.#last = last
    this.#lastId = null
    this.#confirmed = last ?? 0
    this.#askedAt = -Infinity
  }

  #every(name: string, milliseconds: number, call: () => void): void {
    this.#later(name, milliseconds, () => {
      this.#every(name, milliseconds, call)
      call()
    })
  }

  #later(name: string, milliseconds: number, call: () => void): void {
    if (this.#isOver) return
    this.#cancels.get(name)?.()
    this.#cancels.set(name, this.ports.clock.later(milliseconds, call))
  }
}
