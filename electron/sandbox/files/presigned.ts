import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../control/clock'
import type { Scenarios } from '../control/scenarios'
import { formatMonth } from '../data/months'
import type { Statement, StatementFormat } from '../data/statements'
import { HttpProblem } from '../http/problem'

export const fileName = (statement: Statement, format: StatementFormat) =>
  `rewards-${statement.asset}-${formatMonth(statement.month)}${statement.revises ? '-revised' : ''}.${format.toLowerCase()}`

export const filePath = (statement: Statement, format: StatementFormat) =>
  `/files/statements/${statement.id}/${fileName(statement, format)}`

/** Temporary URLs for one file, without a token. */
export class PresignedUrls {
  readonly #clock: Clock
  readonly #scenarios: Scenarios
  readonly #lifetime: number
  readonly #origin: () => string
  readonly #key = randomBytes(32)

  constructor(deps: { clock: Clock; scenarios: Scenarios; lifetimeSeconds: number; origin: () => string }) {
    this.#clock = deps.clock
    this.#scenarios = deps.scenarios
    this.#lifetime = deps.lifetimeSeconds
    this.#origin = deps.origin
  }

  make(statement: Statement, format: StatementFormat): string {
    const path = filePath(statement, format)
    const expires = Math.floor(this.#clock.now() / 1000) + this.#lifetime
    return `${this.#origin()}${path}?expires=${expires}&signature=${this.#sign(path, String(expires))}`
  }

  /** Signature first, so that the answer does not reveal whether a guess expired. */
  judge(path: string, query: string): void {
    const match = /^expires=(\d{1,12})&signature=([0-9a-f]{64})$/.exec(query)
    const right = match && this.#sign(path, match[1]!)
    if (!right || !timingSafeEqual(Buffer.from(right), Buffer.from(match[2]!))) {
      throw new HttpProblem(403, 'the signature of this address does not match')
    }
    const over = this.#clock.now() >= Number(match[1]) * 1000
    if (over || this.#scenarios.on('url-expired')) throw new HttpProblem(403, 'this address has expired')
  }

  #sign(path: string, expires: string): string {
    return createHmac('sha256', this.#key).update(`${path}\n${expires}`).digest('hex')
  }
}
