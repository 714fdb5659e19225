import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Scenarios } from '../control/scenarios'
import { statementFormats, type Statement, type StatementFormat } from '../data/statements'
import { sendAndHangUp } from '../http/faults'
import { HttpProblem, notFound } from '../http/problem'
import { pathOf } from '../http/server'
import { makeCsv } from './csv'
import { fileName, filePath, type PresignedUrls } from './presigned'
import { readRange } from './range'

/** Loaded on demand, because the library and fonts are as large as the rest of the service. */
const pdfOf = async (statement: Statement) => (await import('./pdf')).makePdf(statement)

interface StoredFile {
  readonly body: Buffer
  readonly etag: string
}

const types: Readonly<Record<StatementFormat, string>> = {
  PDF: 'application/pdf',
  CSV: 'text/csv; charset=utf-8'
}
/** A small cache; creating a file takes milliseconds. */
const maxKept = 64

class Files {
  readonly #kept = new Map<string, Promise<StoredFile>>()

  get(path: string, statement: Statement, format: StatementFormat): Promise<StoredFile> {
    const known = this.#kept.get(path)
    if (known) return known
    const made = this.#make(statement, format)
    this.#kept.set(path, made)
    if (this.#kept.size > maxKept) this.#kept.delete(this.#kept.keys().next().value!)
    return made
  }

  async #make(statement: Statement, format: StatementFormat): Promise<StoredFile> {
    const body = format === 'CSV' ? makeCsv(statement) : await pdfOf(statement)
    return { body, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"` }
  }
}

interface FileDependencies {
  readonly scenarios: Scenarios
  readonly statements: ReadonlyMap<string, Statement>
  readonly presigned: PresignedUrls
}

export function addFileRoutes(server: FastifyInstance, deps: FileDependencies): void {
  const files = new Files()
  server.get('/files/statements/:id/:name', async (request, reply) => {
    if (request.headers.authorization !== undefined) {
      throw new HttpProblem(400, 'only one way to authenticate is allowed: the signed address needs no token')
    }
    const path = pathOf(request.raw)
    deps.presigned.judge(path, (request.raw.url ?? '').slice(path.length + 1))
    const { id } = request.params as { id: string }
    const statement = deps.statements.get(id)
    const format = statementFormats.find((each) => statement && filePath(statement, each) === path)
    if (!statement || !format) throw notFound('there is no such file')
    const file = await files.get(path, statement, format)
    void reply.headers({
      'content-type': types[format],
      'content-disposition': `attachment; filename="${fileName(statement, format)}"`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      etag: file.etag
    })
    return answer(request, reply, file, deps.scenarios)
  })
}

const names = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  scenarios: Scenarios
): FastifyReply {
  const { headers } = request
  if (names(headers['if-none-match'], file.etag)) return reply.code(304).send()
  // A range of another version is useless.
  const current = headers['if-range'] === undefined || headers['if-range'] === file.etag
  const range = readRange(current ? headers.range : undefined, file.body.length)
  if (range === 'unsatisfiable') {
    throw new HttpProblem(416, 'the file has no such range', {
      headers: { 'content-range': `bytes */${file.body.length}` }
    })
  }
  const body = range === 'whole' ? file.body : file.body.subarray(range.start, range.end)
  if (range !== 'whole') {
    void reply.code(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${file.body.length}`)
  }
  return request.method === 'HEAD' ? reply.send(body) : spoil(reply, body, scenarios)
}

/** Bytes that `download-wrong-length` adds to the length. */
const overstated = 64

/** Download faults: a connection that drops half-way, or a complete file with a wrong length. */
function spoil(reply: FastifyReply, body: Buffer, scenarios: Scenarios): FastifyReply {
  const cut = scenarios.on('download-cut')
  if (!cut && !scenarios.on('download-wrong-length')) return reply.send(body)
  const headers = Object.fromEntries(
    Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])
  )
  if (cut) {
    const sent = Math.floor(body.length / 2)
    return sendAndHangUp(reply, { status: reply.statusCode, headers, body, announced: body.length, sent })
  }
  reply.hijack()
  const length = String(body.length + overstated)
  reply.raw.writeHead(reply.statusCode, { ...headers, 'content-length': length, connection: 'close' })
  reply.raw.end(body)
  return reply
}
