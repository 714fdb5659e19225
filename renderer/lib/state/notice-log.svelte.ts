export type NoticeKind = 'information' | 'success' | 'warning' | 'error'

export interface NoticeAction {
  readonly label: string
  readonly run: () => unknown
}

/** A notice of this window that was shown, or had no room. */
export interface LoggedNotice {
  readonly id: number
  readonly kind: NoticeKind
  readonly sentence: string
  readonly detail: string | null
  readonly action: NoticeAction | null
  /** Milliseconds since the epoch, of the latest. */
  readonly at: number
  /** How many times in a row. */
  readonly times: number
  readonly isSeen: boolean
}

const maxKept = 200

/** The last notices, newest first. */
export class NoticeLog {
  entries = $state.raw<readonly LoggedNotice[]>([])
  /** Notices that were dropped since there were too many. */
  dropped = $state(0)
  #next = 1

  constructor(private readonly now: () => number = Date.now) {}

  get unseen(): number {
    return this.entries.filter(({ isSeen }) => !isSeen).length
  }

  add(notice: Omit<LoggedNotice, 'id' | 'at' | 'times' | 'isSeen'>): number {
    const [latest] = this.entries
    const isAgain = latest?.kind === notice.kind && latest.sentence === notice.sentence
    const others = isAgain ? this.entries.slice(1) : this.entries
    const id = this.#next++
    const times = isAgain ? latest.times + 1 : 1
    this.dropped += Math.max(0, others.length + 1 - maxKept)
    this.entries = [{ ...notice, id, at: this.now(), times, isSeen: false }, ...others].slice(0, maxKept)
    return id
  }

  seen(id: number): void {
    this.entries = this.entries.map((entry) => (entry.id === id ? { ...entry, isSeen: true } : entry))
  }

  allSeen(): void {
    if (this.unseen > 0) this.entries = this.entries.map((entry) => ({ ...entry, isSeen: true }))
  }

  remove(id: number): void {
    this.entries = this.entries.filter((entry) => entry.id !== id)
  }

  clear(): void {
    this.entries = []
    this.dropped = 0
  }
}
