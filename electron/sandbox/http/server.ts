import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest
} from 'fastify'
import type { Clock } from '../control/clock'
import { HttpProblem, problemType } from './problem'

const maxBody = 64 * 1024

export const pathOf = (request: Pick<IncomingMessage, 'url'>) => (request.url ?? '/').split('?', 1)[0]!

function answer(reply: FastifyReply, problem: HttpProblem, path: string): FastifyReply {
  return reply
    .code(problem.status)
    .headers(problem.more.headers ?? {})
    .type(problemType)
    .send(JSON.stringify(problem.body(path)))
}

/** The framework's errors keep their status, but not their text. */
function translate(error: FastifyError | HttpProblem): HttpProblem {
  if (error instanceof HttpProblem) return error
  const status = error.statusCode ?? 500
  if (status === 413) return new HttpProblem(413, `a body may have ${maxBody} bytes at most`)
  if (status === 415) return new HttpProblem(415, 'this content type is not understood here')
  if (status >= 400 && status < 500) return new HttpProblem(status, 'the request cannot be understood')
  return new HttpProblem(500, 'something unexpected went wrong')
}

function endWith(socket: Duplex, problem: HttpProblem): void {
  const body = JSON.stringify(problem.body())
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nContent-Type: ${problemType}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}

/** Invalid HTTP on the socket. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  endWith(socket, new HttpProblem(status, 'the request cannot be understood'))
}

export function refuseUpgrade(
  socket: Duplex,
  problem = new HttpProblem(404, 'there is no stream here')
): void {
  socket.on('error', () => socket.destroy())
  endWith(socket, problem)
}

const localHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i

/** Prevents DNS rebinding by web pages. */
export function wrongHost({ headers }: Pick<IncomingMessage, 'headers'>): HttpProblem | null {
  return localHost.test(headers.host ?? '') ? null : new HttpProblem(421, 'this host is not served here')
}

const noSchemas = () => {
  throw new Error('No route of the sandbox describes its data by a schema.')
}

/** Unexpected errors are logged and not sent to the client. */
export function createServer(clock: Clock, log: (text: string) => void): FastifyInstance {
  const server = fastify({
    // Schemas are not used, so their compilers are not loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    logger: false,
    bodyLimit: maxBody,
    forceCloseConnections: true,
    return503OnClosing: false,
    // Routes parse the raw query, to keep repeated parameters.
    routerOptions: { maxParamLength: 300, querystringParser: () => ({}) },
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => answer(reply, translate(error), pathOf(request.raw))
  })
  server.removeAllContentTypeParsers()
  server.setErrorHandler<FastifyError | HttpProblem>((error, request, reply) => {
    const problem = translate(error)
    if (problem !== error && problem.status >= 500) log(error.stack ?? error.message)
    return answer(reply, problem, pathOf(request.raw))
  })
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('date', new Date(clock.now()).toUTCString())
    done(wrongHost(request.raw) ?? undefined)
  })
  const methods = rememberRoutes(server)
  server.setNotFoundHandler((request, reply) =>
    answer(reply, unrouted(request, methods), pathOf(request.raw))
  )
  return server
}

interface Route {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/** The router cannot distinguish unknown paths from wrong methods. */
function rememberRoutes(server: FastifyInstance): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route>()
  server.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/[.]/g, '\\.').replace(/:[a-z]+/g, '[^/]+')}$`)
    const route = routes.get(url) ?? { pattern, methods: new Set<string>() }
    for (const name of [method].flat()) route.methods.add(name)
    routes.set(url, route)
  })
  return routes
}

function unrouted(request: FastifyRequest, routes: ReadonlyMap<string, Route>): HttpProblem {
  const path = pathOf(request.raw)
  const allowed = [...routes.values()]
    .filter(({ pattern }) => pattern.test(path))
    .flatMap(({ methods }) => [...methods])
  if (allowed.length === 0 || allowed.includes(request.method))
    return new HttpProblem(404, 'there is nothing here')
  const allow = [...new Set(allowed)].sort().join(', ')
  return new HttpProblem(405, `${request.method} is not possible here, only ${allow}`, { headers: { allow } })
}
