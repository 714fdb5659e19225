import { fail } from '#shared/domain/base/problem'
import { restText } from '#shared/messages/service'
import { parseJson } from '#shared/wire/parse-json'
import { exchange, type Answer, type ServiceError } from '../../base/http'
import type { Operation } from './operations'
import { restRefusal } from './refusal'
import { retrying } from './retrying'
import type { CallOptions, RestPorts } from './types'

const usual = { tryMilliseconds: 20_000, callMilliseconds: 75_000 }

/** Sends an operation with its token, limits and retries. */
export class Caller {
  readonly #base: URL

  constructor(private readonly ports: RestPorts) {
    this.#base = new URL(ports.restBase)
  }

  async get<T>(
    operation: Operation,
    path: string,
    options: CallOptions & { readonly decode: (body: unknown) => T }
  ): Promise<T> {
    const { tryMilliseconds, callMilliseconds } = this.ports.limits ?? usual
    const address = this.#address(path)
    const limits = { milliseconds: callMilliseconds, signal: options.signal }
    let renewed = false
    const answer = await retrying(this.ports, limits, async (signal) => {
      const one = { signal, milliseconds: tryMilliseconds }
      const first = await this.#send(operation, address, one)
      // The token may have been revoked, so a fresh one is tried once.
      if (first.status !== 401 || renewed) return this.#accepted(operation, first)
      renewed = true
      return this.#accepted(operation, await this.#send(operation, address, one))
    })
    this.ports.report?.(operation.feature, null)
    return options.decode(jsonOf(answer.text, this.#base.host))
  }

  async #send(
    operation: Operation,
    address: string,
    { signal, milliseconds }: { readonly signal: AbortSignal; readonly milliseconds: number }
  ): Promise<Answer> {
    const token = await this.ports.tokens.valid(signal)
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json, application/problem+json'
    }
    const { maxBytes } = operation
    const answer = await exchange(this.ports, address, { headers }, { signal, milliseconds, maxBytes })
    if (answer.status === 401) this.ports.tokens.drop(token)
    return answer
  }

  #accepted(operation: Operation, answer: Answer): Answer {
    const { backOff, clock, report, redact } = this.ports
    if (answer.status >= 200 && answer.status < 300) {
      backOff.relax()
      return answer
    }
    const error = restRefusal(answer, { host: this.#base.host, operation, clock, redact })
    if (error.slowsAll) backOff.slowDown(error.retryAfter)
    if (lasting(error)) report?.(operation.feature, error.problem)
    throw error
  }

  /** The token is only sent to the profile's host, whatever the path. */
  #address(path: string): string {
    const address = new URL(this.ports.restBase + path)
    const inside = address.pathname.startsWith(`${this.#base.pathname}/`)
    if (address.origin === this.#base.origin && inside) return address.href
    throw fail('rest.address', restText.otherAddress)
  }
}

const lasting = ({ status }: ServiceError) => status === 401 || status === 403

function jsonOf(text: string, host: string): unknown {
  try {
    return parseJson(text)
  } catch {
    const page = /^\s*<(!doctype|html|\?xml|head|body)/i.test(text)
    throw fail('rest.malformed', page ? restText.webPage(host) : restText.notData(host), {
      detail: `${text.length} characters that are not JSON`
    })
  }
}
