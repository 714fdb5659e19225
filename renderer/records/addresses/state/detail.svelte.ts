import type {
  AddressConfirmation,
  AddressDetail,
  CopyOutcome
} from '#shared/contract/records/addresses/index'
import { ProblemError, toProblem } from '#shared/domain/base/problem'
import { valueOf } from '#renderer/lib/client'
import type { Desk } from '#renderer/lib/desk'

type CopyKind = 'address' | 'uri' | 'json'

/** Delays requests while moving through rows by keys. */
const openFor = 800

/** The open address. */
export class Detail {
  id = $state<string | null>(null)
  shown = $state.raw<AddressDetail | null>(null)
  problem = $state<string | null>(null)
  /** The QR code contains a payment request instead of the address. */
  asRequest = $state(false)
  copied = $state.raw<CopyOutcome | null>(null)
  /** The service's answer for an address loaded from disk. */
  confirmation = $state.raw<AddressConfirmation | null>(null)
  /** Shown despite the warning. */
  isForced = $state(false)
  #canAsk = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly desk: Desk) {}

  /** Why the address is not shown directly, or null. */
  get warning(): 'checksum' | 'previous' | 'gone' | null {
    if (this.shown?.verification.state === 'wrong') return 'checksum'
    if (this.shown?.previous) return 'previous'
    return this.confirmation?.state === 'gone' || this.shown?.isUnlisted ? 'gone' : null
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

  /** The open address may have changed. */
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

  /** Reports the result beside the button, or in a toast without a drawer. */
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
      // The saved version stays.
    }
  }
}
