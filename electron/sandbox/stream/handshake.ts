import type { Duplex } from 'node:stream'

export type Authentication =
  | {
      readonly ok: true
      readonly scopes: readonly string[]
      readonly clientId: string
    }
  | { readonly ok: false; readonly status: 401 | 403; readonly problem: unknown }

export const simulatedRefusals = {
  401: { type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'The access token is not valid.' },
  403: {
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
    detail:
      "insufficient scopes: found '', required one of '[exchange:read_aggregated_marketdata_stream]', " +
      'or the client is not on the allow list'
  }
} as const

/** A refused handshake is an ordinary HTTP response. */
export function refuseHandshake(stream: Duplex, status: 401 | 403, problem: unknown): void {
  const body = Buffer.from(JSON.stringify(problem))
  const head = [
    `HTTP/1.1 ${status} ${status === 401 ? 'Unauthorized' : 'Forbidden'}`,
    'content-type: application/problem+json',
    `content-length: ${body.length}`,
    ...(status === 401 ? ['www-authenticate: Bearer'] : []),
    'connection: close'
  ]
  stream.end(Buffer.concat([Buffer.from(head.join('\r\n') + '\r\n\r\n'), body]))
}
