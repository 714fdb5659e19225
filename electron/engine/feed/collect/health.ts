import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fail } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import { diskReason } from '../../base/files'

/** Figures by name, with the sentence that explains them. */
export type Metrics = Readonly<Record<string, { readonly help: string; readonly value: number }>>

interface HealthPorts {
  readonly port: number
  /** Healthy if it leads and its data is live, or if it stands by. */
  readonly health: () => { readonly isHealthy: boolean } & Readonly<Record<string, unknown>>
  readonly metrics: () => Metrics
}

const host = '127.0.0.1'
/** A page in a browser on this computer may use another name for it. */
const ownHost = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/

/** Health and Prometheus metrics, for programs on this computer. */
export async function serveHealth({ port, health, metrics }: HealthPorts) {
  const server = createServer({ requestTimeout: 5000, maxHeaderSize: 8192 }, (request, response) => {
    const answer = (status: number, type: string, text: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    if (!ownHost.test(request.headers.host ?? '')) return answer(421, 'text/plain', '')
    if (request.method !== 'GET') return answer(405, 'text/plain', '')
    if (request.url === '/health') {
      const state = health()
      return answer(state.isHealthy ? 200 : 503, 'application/json', JSON.stringify(state))
    }
    if (request.url === '/metrics') return answer(200, 'text/plain;version=0.0.4', textOf(metrics()))
    return answer(404, 'text/plain', '')
  })
  server.maxConnections = 20
  await new Promise<void>((resolve, reject) => {
    server.once('error', (problem) =>
      reject(
        fail('feed.port', feedText.collector.notListening(`${host}:${port}`, diskReason(problem)), {
          cause: problem
        })
      )
    )
    server.listen(port, host, resolve)
  })
  const { port: used } = server.address() as AddressInfo
  return {
    address: `http://${host}:${used}`,
    close() {
      server.close()
      server.closeAllConnections()
    }
  }
}

const textOf = (metrics: Metrics): string =>
  Object.entries(metrics)
    .map(
      ([name, { help, value }]) =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${typeOf(name)}\n${name} ${value}\n`
    )
    .join('')

const typeOf = (name: string): string => (name.endsWith('_total') ? 'counter' : 'gauge')
