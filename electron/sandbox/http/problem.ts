import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { ProblemMessage } from '#shared/wire/problem'

/** Thrown in routes and sent to the client, so it must not contain internals. */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly more: {
      readonly meta?: Readonly<Record<string, unknown>>
      readonly headers?: Readonly<Record<string, string>>
    } = {}
  ) {
    super(detail)
    this.name = 'HttpProblem'
  }

  body(instance?: string): ProblemMessage {
    return {
      type: 'about:blank',
      title: STATUS_CODES[this.status] ?? 'Error',
      status: this.status,
      detail: this.detail,
      ...(this.more.meta && { meta: this.more.meta }),
      ...(instance !== undefined && { instance }),
      request_id: randomUUID()
    }
  }
}

export const problemType = 'application/problem+json; charset=utf-8'

export const badParameter = (parameter: string, detail: string) =>
  new HttpProblem(400, `${parameter}: ${detail}`, { meta: { parameter } })

export const notFound = (detail: string) => new HttpProblem(404, detail)
