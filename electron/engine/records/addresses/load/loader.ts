import { addressText } from '#shared/messages/addresses'
import { setImmediate as turn } from 'node:timers/promises'
import type { AddressLoad, LoadPhase } from '#shared/contract/records/addresses/index'
import { fail, toProblem, type Problem } from '#shared/domain/base/problem'
import type { DepositAddress, DepositAddresses } from '#shared/wire/address-decoder'
import type { AddressRest } from '#engine/connection/rest/index'
import type { AddOutcome } from '../worker/core-types'
import type { LoadTask } from './load-task'

const { load: text } = addressText

/** Stores pages in parts, to yield. */
const recordsAtOnce = 200

interface LoaderPorts {
  /** Or why nothing can be loaded. */
  readonly rest: () => AddressRest | string
  readonly add: (records: readonly DepositAddress[]) => Promise<AddOutcome>
  /** Per page. */
  readonly limit: number
  /** Called before the end is reported, so that the state includes all rows. */
  readonly flush: () => Promise<void>
  readonly changed: () => void
}

interface Counts {
  pages: number
  received: number
  added: number
  unreadable: number
  replaced: number
}

/** Runs one task at a time; it can be stopped and resumed. */
export class Loader {
  #task: LoadTask | null = null
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
    if (!this.#task) return null
    const { kind, requests } = this.#task
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

  /** Stops the previous load. */
  async start(task: LoadTask): Promise<void> {
    await this.stop()
    this.#task = task
    this.#runs += 1
    this.#request = 0
    this.#wasPaused = task.begunBefore ?? false
    this.#counts = { pages: 0, received: 0, added: 0, unreadable: 0, replaced: 0 }
    this.#run(task)
  }

  resume(): void {
    if (!this.#task || !this.state?.resumable) return
    this.#wasPaused = true
    this.#run(this.#task)
  }

  async stop(): Promise<void> {
    // Another load may have started meanwhile.
    while (this.#running) {
      this.#stop?.abort()
      await this.#running
    }
  }

  async clear(): Promise<void> {
    await this.stop()
    this.#task = null
  }

  #run(task: LoadTask): void {
    const stop = new AbortController()
    this.#stop = stop
    this.#report('running', text.running)
    this.#running = this.#toEnd(task, stop.signal)
  }

  async #toEnd(task: LoadTask, signal: AbortSignal): Promise<void> {
    let end: [LoadPhase, string]
    try {
      await this.#work(task, signal)
      end = ['done', this.#summary()]
    } catch (thrown) {
      end = signal.aborted
        ? ['stopped', text.stopped(this.#received())]
        : ['interrupted', text.interrupted(ended(toProblem(thrown).sentence), this.#received())]
    }
    await this.ports.flush()
    this.#running = null
    this.#report(...end)
  }

  async #work(task: LoadTask, signal: AbortSignal): Promise<void> {
    for (; this.#request < task.requests; this.#request += 1) await this.#whole(task, this.#request, signal)
    const meanwhile = this.#wasPaused ? task.meanwhile?.() : undefined
    if (meanwhile) await this.#whole(meanwhile, 0, signal)
    await task.finish?.(signal)
  }

  /** Restarts the request once per progress if the service refuses its cursor. */
  async #whole(task: LoadTask, request: number, signal: AbortSignal): Promise<void> {
    let begunAgainWith: number | null = null
    for (;;) {
      try {
        return await this.#pages(task, request, signal)
      } catch (thrown) {
        const { added } = this.#counts
        const lostCursor = refusesCursor(toProblem(thrown)) && !signal.aborted && begunAgainWith !== added
        if (!lostCursor || !task.restart(request)) throw thrown
        begunAgainWith = added
      }
    }
  }

  async #pages(task: LoadTask, request: number, signal: AbortSignal): Promise<void> {
    const rest = this.ports.rest()
    if (typeof rest === 'string') throw fail('addresses.not-loadable', rest, { retryable: true })
    const query = { ...task.query(request), limit: this.ports.limit }
    for await (const page of rest.addresses.pages(query, { signal })) {
      await this.#take(page)
      await task.onPage(request, page)
      this.#counts.pages += 1
      this.ports.changed()
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

  #report(phase: LoadPhase, sentence: string): void {
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
    const sentences = [this.#task?.kind === 'compare' ? text.compared(received) : text.done(received, added)]
    if (unreadable > 0) sentences.push(text.unreadable(unreadable))
    if (replaced > 0) sentences.push(text.changed(replaced))
    return sentences.join(' ')
  }
}

/** Adds a period where the service sent none. */
const ended = (sentence: string) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)

/** An expired cursor is refused like any other request. */
const refusesCursor = ({ code }: Problem) => code === 'rest.refused'
