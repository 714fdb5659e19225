import { addressText } from '#shared/messages/addresses'
import { setImmediate as turn } from 'node:timers/promises'
import type { AddressLoad, LoadPhase } from '#shared/contract/records/addresses'
import { fail, toProblem, type Problem } from '#shared/domain/base/problem'
import type { DepositAddress, DepositAddresses } from '#shared/wire/address-decoder'
import type { Rest } from '#engine/connection/rest/index'
import type { AddOutcome } from '../worker/core-types'
import type { Errand } from './errand'

const { load: text } = addressText

/** Handed over in parts, so that nothing else waits for a whole page of them. */
const recordsAtOnce = 200

interface LoaderPorts {
  /** What the service is asked through, or the sentence that says why it cannot be asked. */
  readonly rest: () => Rest | string
  readonly add: (records: readonly DepositAddress[]) => Promise<AddOutcome>
  /** Of the addresses on one page. */
  readonly limit: number
  /** Before an end is told: what is said of the store is said of all that came. */
  readonly settle: () => Promise<void>
  readonly changed: () => void
}

interface Counts {
  pages: number
  received: number
  added: number
  unreadable: number
  replaced: number
}

/** Runs one errand at a time; it can be stopped, and goes on from where it was. */
export class Loader {
  #errand: Errand | null = null
  #runs = 0
  #request = 0
  #wasPaused = false
  #counts: Counts = { pages: 0, received: 0, added: 0, unreadable: 0, replaced: 0 }
  #phase: LoadPhase = 'done'
  #sentence = ''
  #stop: AbortController | null = null
  #running: Promise<void> | null = null

  constructor(private readonly ports: LoaderPorts) {}

  get state(): AddressLoad | null {
    if (!this.#errand) return null
    const { kind, requests } = this.#errand
    const { replaced: _, ...counts } = this.#counts
    return {
      run: this.#runs,
      kind,
      phase: this.#phase,
      sentence: this.#sentence,
      requests,
      requestsDone: this.#request,
      ...counts,
      resumable: this.#phase === 'stopped' || this.#phase === 'interrupted'
    }
  }

  /** What ran before is stopped. */
  async start(errand: Errand): Promise<void> {
    await this.stop()
    this.#errand = errand
    this.#runs += 1
    this.#request = 0
    this.#wasPaused = errand.begunBefore ?? false
    this.#counts = { pages: 0, received: 0, added: 0, unreadable: 0, replaced: 0 }
    this.#run(errand)
  }

  resume(): void {
    if (!this.#errand || !this.state?.resumable) return
    this.#wasPaused = true
    this.#run(this.#errand)
  }

  /** What has come stays. */
  async stop(): Promise<void> {
    // Another may have begun while the one before came to its end.
    while (this.#running) {
      this.#stop?.abort()
      await this.#running
    }
  }

  /** Nothing is left to go on with. */
  async forget(): Promise<void> {
    await this.stop()
    this.#errand = null
  }

  #run(errand: Errand): void {
    const stop = new AbortController()
    this.#stop = stop
    this.#tell('running', text.running)
    this.#running = this.#toEnd(errand, stop.signal)
  }

  async #toEnd(errand: Errand, signal: AbortSignal): Promise<void> {
    let end: [LoadPhase, string]
    try {
      await this.#work(errand, signal)
      end = ['done', this.#summary()]
    } catch (thrown) {
      end = signal.aborted
        ? ['stopped', text.stopped(this.#received())]
        : ['interrupted', text.interrupted(ended(toProblem(thrown).sentence), this.#received())]
    }
    await this.ports.settle()
    this.#running = null
    this.#tell(...end)
  }

  async #work(errand: Errand, signal: AbortSignal): Promise<void> {
    for (; this.#request < errand.requests; this.#request += 1)
      await this.#whole(errand, this.#request, signal)
    const meanwhile = this.#wasPaused ? errand.meanwhile?.() : undefined
    if (meanwhile) await this.#whole(meanwhile, 0, signal)
  }

  /** All pages of a request. Where it has to begin again and comes no further, the service's refusal stands. */
  async #whole(errand: Errand, request: number, signal: AbortSignal): Promise<void> {
    let begunAgainWith: number | null = null
    for (;;) {
      try {
        return await this.#pages(errand, request, signal)
      } catch (thrown) {
        const { added } = this.#counts
        const lostPlace = refusesPlace(toProblem(thrown)) && !signal.aborted && begunAgainWith !== added
        if (!lostPlace || !errand.forgetPlace(request)) throw thrown
        begunAgainWith = added
      }
    }
  }

  async #pages(errand: Errand, request: number, signal: AbortSignal): Promise<void> {
    const rest = this.ports.rest()
    if (typeof rest === 'string') throw fail('addresses.not-loadable', rest, { retryable: true })
    const query = { ...errand.query(request), limit: this.ports.limit }
    for await (const page of rest.addresses.pages(query, { signal })) {
      await this.#take(page)
      await errand.taken(request, page)
      this.#counts.pages += 1
      this.ports.changed()
      // After the last page there is nothing left to stop.
      if (page.nextCursor !== null) signal.throwIfAborted()
    }
  }

  async #take({ items, unreadable }: DepositAddresses): Promise<void> {
    for (let from = 0; from < items.length; from += recordsAtOnce) {
      const { added, replaced } = await this.ports.add(items.slice(from, from + recordsAtOnce))
      this.#counts.added += added
      this.#counts.replaced += replaced
      await turn()
    }
    this.#counts.received += items.length
    this.#counts.unreadable += unreadable.length
  }

  #tell(phase: LoadPhase, sentence: string): void {
    this.#phase = phase
    this.#sentence = sentence
    this.ports.changed()
  }

  #received(): string {
    const { received } = this.#counts
    return received === 0 ? text.nothing : text.received(received)
  }

  #summary(): string {
    const { received, added, unreadable, replaced } = this.#counts
    const sentences = [text.done(received, added)]
    if (unreadable > 0) sentences.push(text.unreadable(unreadable))
    if (replaced > 0) sentences.push(text.changed(replaced))
    return sentences.join(' ')
  }
}

/** What a service says ends as it likes. */
const ended = (sentence: string) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)

/** An old cursor is an ordinary refusal: its status is all that says so. */
const refusesPlace = ({ code }: Problem) => code === 'rest.refused'
