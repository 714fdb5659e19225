import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OwnService } from './own-service'

type Answer = (response: ServerResponse) => void

export interface FrontService {
  /** As reached through the proxy. */
  readonly service: Pick<OwnService, 'description'>
  /** Replaces the service's record. */
  readonly say: (id: string, record: object) => void
  readonly sayBytes: (id: string, body: string, type: string) => void
  /** Drops connections until it returns. */
  readonly goAway: () => void
  readonly comeBack: () => void
  readonly asked: (id: string) => number
  readonly close: () => Promise<void>
}

/** A proxy that can change single answers. */
export async function startFrontService({ description }: OwnService): Promise<FrontService> {
  const answers = new Map<string, Answer>()
  const asked = new Map<string, number>()
  let away = false
  const server = createServer((request, response) => {
    const id = request.url?.split('/').at(-1) ?? ''
    asked.set(id, (asked.get(id) ?? 0) + 1)
    if (away) return void request.socket.destroy()
    const own = answers.get(id)
    if (own) return own(response)
    passOn(request, response, description.auth_url).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const own = `http://127.0.0.1:${port}`
  const sayBytes = (id: string, body: string, type: string) =>
    void answers.set(id, (response) => response.writeHead(200, { 'content-type': type }).end(body))
  return {
    service: { description: { ...description, base_url: `${own}/v2`, auth_url: own } },
    say: (id, record) => sayBytes(id, JSON.stringify(record), 'application/json'),
    sayBytes,
    goAway: () => (away = true),
    comeBack: () => (away = false),
    asked: (id) => asked.get(id) ?? 0,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
  }
}

async function passOn(request: IncomingMessage, response: ServerResponse, origin: string) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { authorization, 'content-type': type } = request.headers
  const answer = await fetch(origin + request.url, {
    method: request.method ?? 'GET',
    headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
    ...(parts.length > 0 && { body: Buffer.concat(parts) })
  })
  const body = Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(body)
}
