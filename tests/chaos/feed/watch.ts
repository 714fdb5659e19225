import { staleAfter, type FeedDesk, type Seat } from './desk'
import type { AppliedFrame, SeatReport } from './reports'
import { steadyNow } from './steady-time'

const beat = 250
const lease = 3000
const failOver = 5000
/** A client notices that its server is cut off, and moves to another one; the servers choose which one writes. */
const movingInCluster = 8000 + lease
/** A book is compared once its truth is certainly known. */
const compareAfter = 700
const tickEvery = 50
/** Faults that no seat noticed by then are not timed. */
const noticedWithin = 3000
/** Lateness of the processes of the test counts for so long. */
const lateFor = 10_000

interface Pending {
  readonly kind: string
  readonly at: number
  /** Only a later leader counts. */
  readonly before: number
  isAlone: boolean
  /** A seat was not live since. */
  isNoticed: boolean
}

/** Compares what seats show with the platform's books, and says what is wrong. */
export class FeedWatch {
  readonly faults: string[] = []
  compared = 0
  leasesLost = 0
  maxLate = 0
  /** The longest that a book was shown as live after it had ceased to be the true one. */
  maxWrong = 0
  /** From a fault, or its repair, until all seats were live; of those that no other fault overlapped. */
  readonly times: { readonly kind: string; readonly milliseconds: number }[] = []
  readonly #waiting: { readonly seat: number; readonly report: SeatReport }[] = []
  readonly #frames = new Map<string, string>()
  readonly #seats = new Map<number, { epoch: number | null; number: number; readonly left: Set<number> }>()
  #isOver = false
  #active = 0
  #disturbedAt = steadyNow()
  #pending: Pending[] = []
  #lates: { readonly at: number; readonly late: number }[] = []
  #dueAt = steadyNow() + tickEvery
  readonly #reported = new Set<string>()
  readonly #timer = setInterval(() => this.#tick(), tickEvery)

  constructor(
    private readonly desk: () => FeedDesk,
    private readonly began: number,
    private readonly isCluster: boolean
  ) {}

  /** Before the desk is ended. */
  close(): void {
    clearInterval(this.#timer)
    this.#isOver = true
  }

  /** The worst of late timers of this process and of the seats: nothing can be quicker. */
  get late(): number {
    return Math.max(0, ...this.#lates.map(({ late }) => late))
  }

  receive(seat: number, report: SeatReport): void {
    if (this.#isOver) return
    if (!this.desk().seats[seat]!.isHindered && report.late < 1000) this.#addLate(report.late)
    this.#checkFrames(seat, report)
    this.#checkLiveness(seat, report)
    if (report.books) this.#waiting.push({ seat, report })
  }

  /** Until the returned function is called. */
  disturb(kind: string): () => void {
    this.#active += 1
    for (const each of this.#pending) each.isAlone = false
    this.#disturbedAt = steadyNow()
    return () => {
      this.#active -= 1
      this.#disturbedAt = steadyNow()
      this.#expect(kind, 0)
    }
  }

  leaderLost(kind: string): void {
    const { collectors, leader } = this.desk()
    this.#disturbedAt = steadyNow()
    const epoch = collectors[leader]?.epoch
    if (epoch) this.#expect(kind, epoch)
    else for (const each of this.#pending) each.isAlone = false
  }

  /** By a leader that may be too slow on a busy computer. */
  leaseLost(): void {
    this.leasesLost += 1
    this.#disturbedAt = steadyNow()
    for (const each of this.#pending) each.isAlone = false
  }

  fault(text: string): void {
    const at = ((steadyNow() - this.began) / 1000).toFixed(1)
    this.faults.push(`${at} s: ${text}`)
  }

  #expect(kind: string, before: number): void {
    const isAlone = this.#active === 0 && this.#pending.length === 0
    for (const each of this.#pending) each.isAlone = false
    this.#pending.push({ kind, at: steadyNow(), before, isAlone, isNoticed: false })
  }

  #tick(): void {
    const now = steadyNow()
    this.#addLate(Math.max(0, now - this.#dueAt))
    this.#dueAt = now + tickEvery
    const { collectors, probe, seats, truth } = this.desk()
    if (!truth.isOpen) this.#once('The connection of the truth was lost')
    const isReady = collectors.some(
      ({ child, epoch, isStandingBy }) => child.isRunning && (epoch !== null || isStandingBy)
    )
    const isBroken = this.#active > 0 || !probe.isWritable || !isReady
    if (isBroken) {
      this.#disturbedAt = now
      for (const each of this.#pending) each.isAlone = false
    }
    for (const seat of seats) if (seat.isHindered) seat.hinderedAt = now
    this.#pending = this.#pending.filter((each) => this.#isPending(each, this.#healthy(seats), now))
    while (this.#waiting[0] && this.#waiting[0].report.at < now - compareAfter - this.late) {
      const { seat, report } = this.#waiting.shift()!
      this.#compare(seat, report)
    }
  }

  /** False once all seats are live again. */
  #isPending(pending: Pending, seats: readonly Seat[], now: number): boolean {
    const { kind, at, before, isAlone } = pending
    const reports = seats.flatMap(({ last }) => (last && last.at > at ? last : []))
    pending.isNoticed ||= reports.some(({ isLive }) => !isLive)
    if (!pending.isNoticed) return now - at < noticedWithin
    const isLive =
      reports.length === seats.length && reports.every((each) => each.isLive && each.epoch! > before)
    if (isLive && isAlone) this.times.push({ kind, milliseconds: now - at })
    return !isLive
  }

  #healthy(seats: readonly Seat[]): readonly Seat[] {
    return seats.filter(({ child, hinderedAt }) => child && steadyNow() - hinderedAt > failOver)
  }

  #compare(seat: number, { at, late, books }: SeatReport): void {
    const { truth } = this.desk()
    for (const [market, fingerprint] of Object.entries(books!)) {
      const until = truth.wasTrueUntil(market, fingerprint)
      this.compared += 1
      if (until === null) {
        this.fault(`Seat ${seat} showed a book of ${market} as live that was never true`)
        continue
      }
      // What a process shows while it is stopped is that of before.
      const wrong = Math.max(0, at - until - late)
      this.maxWrong = Math.max(this.maxWrong, wrong)
      if (wrong > staleAfter + beat + this.late)
        this.fault(`Seat ${seat} showed ${market} as live ${Math.round(wrong)} ms after it had changed`)
    }
  }

  /** Each frame once, in order, the same for all seats, and of one leader after the other. */
  #checkFrames(seat: number, { frames, epoch }: SeatReport): void {
    const seen = this.#seats.get(seat) ?? { epoch: null, number: -1, left: new Set<number>() }
    this.#seats.set(seat, seen)
    const follow = (next: number) => {
      if (next === seen.epoch) return
      if (seen.left.has(next)) this.fault(`Seat ${seat} returned to epoch ${next}`)
      if (seen.epoch !== null) seen.left.add(seen.epoch)
      Object.assign(seen, { epoch: next, number: -1 })
    }
    const check = ([of, number, hash]: AppliedFrame) => {
      follow(of)
      if (number <= seen.number)
        this.fault(`Seat ${seat} applied item ${number} of epoch ${of} after ${seen.number}`)
      seen.number = number
      const key = `${of} ${number}`
      const known = this.#frames.get(key)
      if (known !== undefined && known !== hash)
        this.fault(`Seat ${seat} has another item ${key} than others`)
      this.#frames.set(key, hash)
    }
    frames.forEach(check)
    if (epoch !== null) follow(epoch)
  }

  #checkLiveness(index: number, { at, isLive, state, phase, late }: SeatReport): void {
    const seat = this.desk().seats[index]!
    const since = Math.max(this.#disturbedAt, seat.hinderedAt)
    const allowed = failOver + (this.isCluster ? movingInCluster : 0) + 10 * this.late
    if (isLive || seat.isHindered || late > 1000 || at - since < allowed) return
    this.#once(
      `Seat ${index} was not live ${(allowed / 1000).toFixed(1)} s after all was repaired: ${state}, ${phase}`
    )
  }

  /** A fault that lasts is one fault. */
  #once(text: string): void {
    const about = text.replaceAll(/[\d.]+ s/g, '')
    if (this.#reported.has(about)) return
    this.#reported.add(about)
    this.fault(text)
  }

  #addLate(late: number): void {
    const at = steadyNow()
    this.maxLate = Math.max(this.maxLate, late)
    this.#lates = this.#lates.filter((each) => at - each.at < lateFor && each.late > late)
    this.#lates.push({ at, late })
  }
}
