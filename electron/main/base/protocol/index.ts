import { readFile } from 'node:fs/promises'
import { protocol, type Session } from 'electron'
import type { Log } from '#engine/base/log/index'
import { confine } from './confine'
import { headersFor, securityHeaders } from './headers'
import { scheme } from './origin'

/** Before the app is ready: gives app:// an origin like https. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } }
  ])
}

/** Serves only the built renderer, to the windows' session. */
export function setUpProtocol(session: Session, root: string, log: Log): void {
  session.protocol.handle(scheme, async (request) => {
    const answer = await serve(root, request)
    if (answer.status !== 200) log.warn(`Refused app:// with ${answer.status}`, { address: request.url })
    return answer
  })
}

async function serve(root: string, request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405)
  const found = await confine(root, request.url)
  if (found.status !== 200) return refusal(found.status)
  try {
    const body = request.method === 'HEAD' ? null : await readFile(found.file)
    return new Response(body, { status: 200, headers: headersFor(found.file) })
  } catch {
    return refusal(404)
  }
}

const refusal = (status: number) => new Response(null, { status, headers: { ...securityHeaders } })
