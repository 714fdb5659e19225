import { Emitter } from '#shared/domain/base/emitter'

/** The error of requests whose process died. */
const broken = /net::ERR_FAILED/
/** The error arrives slightly before the event. */
const newsMilliseconds = 1000
const maxTries = 3

interface Generation<T> {
  readonly resource: T
  readonly ended: Promise<typeof gone>
  readonly end: () => void
}
const gone = Symbol('gone')

/** Replaced when it dies; pending work is repeated with its successor. */
export class Renewable<T> {
  #count = 0
  #generation: Generation<T>
  readonly #renewed = new Emitter()
  readonly onRenew = this.#renewed.on

  constructor(private readonly open: (count: number) => T) {
    this.#generation = this.#next()
  }

  get current(): T {
    return this.#generation.resource
  }

  renew(): void {
    const old = this.#generation
    this.#generation = this.#next()
    old.end()
    this.#renewed.fire()
  }

  async use<R>(work: (resource: T) => Promise<R>): Promise<R> {
    for (let tries = 1; ; tries += 1) {
      const { resource, ended } = this.#generation
      const attempt = work(resource).then(
        (value) => ({ value }),
        (problem: unknown) => ({ problem })
      )
      const outcome = await Promise.race([attempt, ended])
      if (outcome === gone) {
        if (tries < maxTries) continue
        throw new Error('The network process ended during every attempt')
      }
      if ('value' in outcome) return outcome.value
      const { problem } = outcome
      const mayBeBroken = problem instanceof Error && broken.test(problem.message)
      if (!mayBeBroken || tries === maxTries || !(await endsSoon(ended))) throw problem
    }
  }

  #next(): Generation<T> {
    let end = () => {}
    const ended = new Promise<typeof gone>((resolve) => (end = () => resolve(gone)))
    return { resource: this.open(this.#count++), ended, end }
  }
}

function endsSoon(ended: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve(false), newsMilliseconds)
    void ended.then(() => {
      clearTimeout(limit)
      resolve(true)
    })
  })
}
