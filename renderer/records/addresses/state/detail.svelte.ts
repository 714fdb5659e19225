import type { AddressConfirmation, AddressDetail, CopyOutcome } from '#shared/contract/records/addresses'
import { ProblemError, toProblem } from '#shared/domain/base/problem'
import { valueOf } from '#renderer/lib/client'
import type { Desk } from '#renderer/lib/desk'

type CopyKind = 'address' | 'uri' | 'json'

/** Whoever only walks past it with the keys does not ask the service. */
const openFor = 800

/** The address that is looked at. */
export class Detail {
  id = $state<string | null>(null)
  shown = $state.raw<AddressDetail | null>(null)
  problem = $state<string | null>(null)
  /** The QR code holds a payment request instead of the bare address. */
  asRequest = $state(false)
  copied = $state.raw<CopyOutcome | null>(null)
  /** What the service said of an address that was found on the disk. */
  confirmation = $state.raw<AddressConfirmation | null>(null)
  /** The user wants to see it in spite of the warning. */
  isForced = $state(false)
  #canAsk = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly desk: Desk) {}

  /** Why it is not simply shown to be copied, as a heading; null where nothing speaks against it. */
  get warning(): 'checksum' | 'previous' | 'gone' | null {
    if (this.shown?.verification.state === 'wrong') return 'checksum'
    if (this.shown?.previous) return 'previous'
    return this.confirmation?.state === 'gone' ? 'gone' : null
  }

  async open(id: string): Promise<void> {
    if (this.id !== id) this.#begin(id)
    await this.refresh()
    this.#confirmSoon()
  }

  async refresh(): Promise<void> {
    const { id } = this
    if (id === null) return
    try {
      const detail = await valueOf(this.desk.bridge.call.addresses.detail({ id }))
      if (this.id !== id) return
      this.shown = detail
      this.problem = null
    } catch (thrown) {
      if (this.id === id) this.problem = toProblem(thrown).sentence
    }
  }

  /** What is open may be another one than it was. */
  async storeChanged(): Promise<void> {
    if (this.shown !== null) await this.refresh()
  }

  take(canAsk: boolean): void {
    const couldAsk = this.#canAsk
    this.#canAsk = canAsk
    if (canAsk && !couldAsk) this.#confirmSoon()
  }

  close(): void {
    this.#begin(null)
  }

  clipboardMoved(): void {
    if (this.copied?.matches) this.copied = null
  }

  /** What came of it stands beside the button, or is told where no drawer is open. */
  async copy(id: string, what: CopyKind): Promise<void> {
    const { toasts, announcer, bridge } = this.desk
    const force = this.id === id && this.isForced
    try {
      const outcome = await valueOf(bridge.call.addresses.copy({ id, what, force }))
      if (this.id === id) {
        this.copied = outcome
        announcer.say(outcome.sentence)
      } else toasts.show(outcome.matches ? 'success' : 'error', outcome.sentence)
    } catch (thrown) {
      toasts.show('error', toProblem(thrown).sentence)
      const isAsked = thrown instanceof ProblemError && thrown.problem.code === 'addresses.second-step'
      if (isAsked && this.id === null) await this.open(id)
    }
  }

  #begin(id: string | null): void {
    clearTimeout(this.#timer)
    this.id = id
    this.shown = null
    this.copied = null
    this.problem = null
    this.confirmation = null
    this.isForced = false
  }

  #confirmSoon(): void {
    clearTimeout(this.#timer)
    const { id } = this
    if (!this.#canAsk || id === null || !this.shown || this.shown.receivedAt !== null) return
    this.#timer = setTimeout(() => void this.#confirm(id), openFor)
  }

  async #confirm(id: string): Promise<void> {
    try {
      const confirmation = await valueOf(this.desk.bridge.call.addresses.confirm({ id }))
      if (this.id !== id) return
      this.confirmation = confirmation
      await this.refresh()
    } catch {
      // It stays as it was kept, which is what stands there.
    }
  }
}
