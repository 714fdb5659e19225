import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { SeededRandom } from '../chaos/random'
import { listAddresses, Wrong } from './address-query'
import type { Faults } from './faults'
import type { StoredFile } from './files'
import type { ConversionRecord, Records, StatementRecord } from './records'
import type { Spelling } from './spelling'
import type { Tokens } from './tokens'
import type { Variants } from './variants'

export interface RestPorts {
  readonly variants: Variants
  readonly random: SeededRandom
  readonly spelling: Spelling
  readonly records: Records
  readonly tokens: Tokens
  readonly faults: Faults
  readonly origin: () => string
}

interface Reply {
  readonly status: number
  readonly type: string
  readonly body: Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** Encoded regardless of the client. */
  readonly stored?: boolean
}

export class Rest {
  readonly #presigned = new Map<string, StoredFile>()
  readonly requests: { readonly path: string; readonly authorization: boolean }[] = []

  constructor(private readonly ports: RestPorts) {}

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.ports.origin())
    const { authorization } = request.headers
    this.requests.push({ path: url.pathname, authorization: authorization !== undefined })
    if (url.pathname === '/oauth2/token') {
      if (this.ports.faults.has('token-down')) return void request.socket.destroy()
      const { status, body, headers } = this.ports.tokens.grant(new URLSearchParams(await text(request)))
      return this.#write(request, response, { ...this.#json(status, body), headers })
    }
    request.resume()
    this.#write(
      request,
      response,
      url.pathname.startsWith('/files/') ? this.#file(url) : this.#read(url, authorization)
    )
  }

  #read(url: URL, authorization: string | undefined): Reply {
    const [, operation = '', id = ''] = route.exec(url.pathname) ?? []
    const { tokens, records, spelling, variants } = this.ports
    const scope = scopes[operation]
    if (scope === undefined) return this.#problem(404, 'There is no such route.')
    const refusal = tokens.refusal(authorization, scope)
    if (refusal === 401) return this.#problem(401, 'The access token is missing or no longer valid.')
    if (refusal === 403)
      return this.#problem(403, `insufficient scopes: found '', required one of '[${scope}]'`)
    try {
      if (operation === 'transfer/deposit-addresses')
        return this.#json(200, listAddresses(url.searchParams, records.addresses, variants, spelling))
      const same = (record: { readonly id: string }) => record.id.toLowerCase() === id.toLowerCase()
      const statement = records.statements.find(same)
      if (operation === 'rewards/statements' && statement)
        return this.#json(200, { statement: this.#statement(statement) })
      const conversion = records.conversions.find(same)
      if (operation === 'conversion/stablecoins' && conversion)
        return this.#json(200, this.#conversion(conversion))
      return this.#problem(404, 'There is no such record.')
    } catch (problem) {
      if (problem instanceof Wrong) return this.#problem(400, problem.message)
      throw problem
    }
  }

  #statement(record: StatementRecord): unknown {
    const { spelling } = this.ports
    const times = (['period_start', 'period_end', 'created_at'] as const).map((name) => [
      name,
      spelling.time(record[name])
    ])
    const files = record.files.map((file) => ({
      format: file.format,
      download_url: this.#presign(file),
      generated_at: spelling.time(record.created_at)
    }))
    return { ...record, ...Object.fromEntries(times), files }
  }

  #conversion(record: ConversionRecord): unknown {
    const { spelling } = this.ports
    const times = (['created_at', 'updated_at', 'settled_at', 'cancelled_at'] as const).map((name) => {
      const time = record[name]
      return [name, time === undefined ? undefined : spelling.time(time)]
    })
    return { ...record, ...Object.fromEntries(times), amount: spelling.decimal(record.amount) }
  }

  #presign(file: StoredFile): string {
    const key = `${this.#presigned.size}-${this.ports.random.whole(1e6, 9e6)}`
    this.#presigned.set(key, file)
    return `${this.ports.origin()}/files/${key}/statement%20file?X-Signature=a%2Bb%2F%3D&hops=${this.ports.variants.redirects}`
  }

  #file(url: URL): Reply {
    const file = this.#presigned.get(url.pathname.split('/')[2] ?? '')
    if (!file) return this.#problem(403, 'Request has expired.')
    const hops = Number(url.searchParams.get('hops'))
    if (hops === 0) return { status: 200, type: file.type, body: file.bytes, stored: true }
    const next = new URL(url)
    next.searchParams.set('hops', String(hops - 1))
    // Relative redirects are valid.
    const location = hops % 2 === 0 ? next.pathname + next.search : next.href
    return { status: hops % 2 === 0 ? 307 : 302, type: '', body: Buffer.alloc(0), headers: { location } }
  }

  #json(status: number, body: unknown): Reply {
    return { status, type: 'application/json', body: Buffer.from(this.ports.spelling.json(body)) }
  }

  #problem(status: number, detail: string): Reply {
    const { problems } = this.ports.variants
    if (problems === 'text') return { status, type: 'text/plain', body: Buffer.from(`${detail}\n`) }
    const title = 'The request was refused.'
    const reply = this.#json(status, { type: 'about:blank', title, status, detail, request_id: 'req/1' })
    return problems === 'json' ? reply : { ...reply, type: 'application/problem+json' }
  }

  #write(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
    const { gzip, chunked } = this.ports.variants
    const accepted = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    const zipped = gzip && reply.body.length > 0 && (accepted || reply.stored === true)
    const body = zipped ? gzipSync(reply.body) : reply.body
    response.writeHead(reply.status, {
      ...(reply.type && { 'content-type': reply.type }),
      ...(zipped && { 'content-encoding': 'gzip' }),
      ...(!chunked && { 'content-length': body.length }),
      ...reply.headers
    })
    const half = Math.floor(body.length / 2)
    response.write(body.subarray(0, half))
    response.end(body.subarray(half))
  }
}

const route = /^\/v2\/(\w+\/[\w-]+)(?:\/([^/]+))?$/
const scopes: Readonly<Record<string, string>> = {
  'transfer/deposit-addresses': 'transfer:read_deposit_address',
  'rewards/statements': 'rewards:read_statements',
  'conversion/stablecoins': 'conversion:read_conversion_stablecoin'
}
