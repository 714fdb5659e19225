import { conversionText } from '#shared/messages/conversions'
import type { LookedUp } from '#shared/contract/records/conversions'
import { fail, toProblem, type Problem } from '#shared/domain/base/problem'
import { abandonable } from '../../base/http'
import { isRefusal } from '../../connection/tokens'
import { maxAtOnce } from './asking'

/** One lookup at a time, of any number of IDs. */
export class LookUps {
  #current: { readonly stop: AbortController; readonly of: number; done: number } | null = null

  constructor(private readonly changed: () => void) {}

  get progress(): { readonly done: number; readonly of: number } | null {
    return this.#current && { done: this.#current.done, of: this.#current.of }
  }

  async run(
    ids: readonly string[],
    ask: (id: string, signal: AbortSignal) => Promise<LookedUp>
  ): Promise<readonly LookedUp[]> {
    if (this.#current) throw fail('conversions.busy', conversionText.lookUp.busy)
    const mine = { stop: new AbortController(), of: ids.length, done: 0 }
    const { signal } = mine.stop
    this.#current = mine
    this.changed()
    try {
      return await lookUpAll(ids, {
        signal,
        progress: (done) => {
          mine.done = done
          this.changed()
        },
        ask: (id) => ask(id, signal)
      })
    } finally {
      this.#current = null
      this.changed()
    }
  }

  stop(): void {
    this.#current?.stop.abort()
  }
}

interface LookUpPorts {
  readonly signal: AbortSignal
  readonly ask: (id: string) => Promise<LookedUp>
  readonly progress: (done: number) => void
}

/** Errors that apply to all IDs end the lookup. */
const isForAll = ({ code }: Problem) =>
  code === 'rest.scope' || code === 'rest.unauthorised' || isRefusal(code)

/** A few at a time, each with its own result. */
async function lookUpAll(ids: readonly string[], ports: LookUpPorts): Promise<readonly LookedUp[]> {
  const results = new Map<string, LookedUp>()
  const waiting = [...ids]
  let refusal: Problem | null = null
  const one = async (id: string): Promise<LookedUp> => {
    if (refusal) return failed(id, refusal)
    try {
      ports.signal.throwIfAborted()
      return await abandonable(ports.ask(id), ports.signal)
    } catch (thrown) {
      const problem = ports.signal.aborted ? stopped().problem : toProblem(thrown)
      if (isForAll(problem)) refusal ??= problem
      return failed(id, problem)
    }
  }
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      results.set(id, await one(id))
      ports.progress(results.size)
    }
  }
  await Promise.all(Array.from({ length: maxAtOnce }, worker))
  return ids.map((id) => results.get(id)!)
}

const stopped = () => fail('conversions.stopped', conversionText.lookUp.stopped, { retryable: true })

const failed = (id: string, { sentence, retryable }: Problem): LookedUp => ({
  id,
  ok: false,
  sentence,
  retryable
})
