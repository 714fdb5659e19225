import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SandboxDescription } from '#sandbox/index'

export type Give = (response: ServerResponse) => void

export interface HostileFile {
  readonly format: string
  /** Responds at the file’s URL, or is a URL elsewhere. */
  readonly give: Give | string
}

export interface HostileStatement {
  readonly asset: string
  readonly files: readonly HostileFile[]
  readonly more?: Readonly<Record<string, unknown>>
}

export interface HostileService {
  /** The sandbox’s service with these records instead of its own. */
  readonly description: SandboxDescription
  readonly idOf: (name: string) => string
  /** All requested paths. */
  readonly asked: readonly string[]
  readonly origin: string
  readonly close: () => Promise<void>
}

/** Serves hostile records and files; tokens come from the sandbox. */
export async function startHostileService(
  sandbox: SandboxDescription,
  statements: (origin: string) => Readonly<Record<string, HostileStatement>>
): Promise<HostileService> {
  const asked: string[] = []
  let all: Readonly<Record<string, HostileStatement>> = {}
  let origin = ''
  const names = () => Object.keys(all)
  const idOf = (name: string) => `66666666-6666-4666-8666-${String(names().indexOf(name)).padStart(12, '0')}`
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    asked.push(pathname)
    request.resume()
    const wanted = /\/rewards\/statements\/([^/]+)$/.exec(pathname)?.[1]
    const file = /^\/files\/(\d+)\/(\d+)$/.exec(pathname)
    if (wanted !== undefined) {
      const index = names().findIndex((name) => idOf(name) === wanted)
      const statement = all[names()[index] ?? '']
      if (!statement) return void response.writeHead(404).end()
      response.setHeader('content-type', 'application/json')
      return void response.end(
        JSON.stringify({ statement: recordOf(statement, wanted, `${origin}/files/${index}`) })
      )
    }
    const give = all[names()[Number(file?.[1])] ?? '']?.files[Number(file?.[2])]?.give
    if (typeof give === 'function') return give(response)
    response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  all = statements(origin)
  return {
    description: { ...sandbox, base_url: `${origin}/v2` },
    idOf,
    asked,
    origin,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
  }
}

const recordOf = ({ asset, files, more = {} }: HostileStatement, id: string, address: string) => ({
  id,
  asset_type: asset,
  period_start: '2026-10-01T00:00:00Z',
  period_end: '2026-10-31T23:59:59Z',
  status: 'STATEMENT_STATUS_COMPLETED',
  type: 'STATEMENT_TYPE_MONTHLY_REWARDS',
  total_accrued: '1.500000',
  avg_daily_balance: '100.000000',
  created_at: '2026-11-02T00:00:00Z',
  files: files.map(({ format, give }, index) => ({
    format,
    download_url: typeof give === 'string' ? give : `${address}/${index}?signature=secret`,
    generated_at: '2026-11-02T00:00:42Z'
  })),
  ...more
})

export const whole =
  (body: string | Buffer): Give =>
  (response) =>
    void response.writeHead(200, { 'content-length': String(Buffer.byteLength(body)) }).end(body)

/** Sends until the connection is closed. */
export const endless =
  (piece: string): Give =>
  (response) => {
    response.writeHead(200)
    const body = Buffer.from(piece.repeat(Math.ceil(262_144 / piece.length)))
    const more = () => {
      while (response.write(body));
    }
    response.on('drain', more)
    more()
  }

export const sendOn =
  (location: string): Give =>
  (response) =>
    void response.writeHead(307, { location }).end()

/** Tries to run a script when opened, and is one large link. */
export function restlessPdf(address: string): string {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/OpenAction 4 0 R/AA<</WC 4 0 R>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 600 800]/A<</S/URI/URI(${address}/link)>>>>]>>`,
    `<</S/JavaScript/JS(app.launchURL\\("${address}/script", true\\);this.submitForm\\("${address}/form"\\);)>>`
  ]
  let text = '%PDF-1.7\n'
  const starts = objects.map((body, index) => {
    const start = text.length
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}`
  return `${text}${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
}
