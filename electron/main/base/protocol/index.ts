import { readFile } from 'node:fs/promises'
import { protocol, type Session } from 'electron'
import type { Log } from '#engine/base/log/index'
import { confine } from './confine'
import { headersFor, securityHeaders } from './headers'
import { isOwnAddress, scheme } from './origin'

/** Kept in memory, for pages that show a picture first. */
interface Pictures {
  addTo(html: string, page: URL): string
  take(address: URL): Buffer | null
  /** Resolves once they are, or after a while. */
  readonly taken: Promise<void>
}

/** Before the app is ready: gives app:// an origin like https. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } }
  ])
}

/** For the body of an answer, which is read later, in milliseconds. */
const readTime = 10

/** Serves only the built renderer, and pictures to the windows' session. Resolves once a page has its scripts. */
export async function setUpProtocol(
  session: Session,
  root: string,
  log: Log,
  pictures?: Pictures
): Promise<void> {
  await new Promise((resolve) =>
    session.protocol.handle(scheme, async (request) => {
      const answer = await serve(root, request, pictures)
      if (answer.status !== 200) log.warn(`Refused app:// with ${answer.status}`, { address: request.url })
      if (isScript(request.url)) setTimeout(resolve, readTime)
      return answer
    })
  )
}

const isScript = (name: string) => name.endsWith('.js')

async function serve(root: string, request: Request, pictures?: Pictures): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405)
  const picture = isOwnAddress(request.url) && pictures?.take(new URL(request.url))
  if (picture) return success(picture, '.jpg')
  const found = await confine(root, request.url)
  if (found.status !== 200) return refusal(found.status)
  // Scripts would delay the picture of their page.
  if (isScript(found.file)) await pictures?.taken
  try {
    if (request.method === 'HEAD') return success(null, found.file)
    const body = await readFile(found.file)
    const isPage = pictures && found.file.endsWith('index.html')
    return success(isPage ? pictures.addTo(body.toString(), new URL(request.url)) : body, found.file)
  } catch {
    return refusal(404)
  }
}

const success = (body: Buffer | string | null, file: string) =>
  new Response(body, { status: 200, headers: headersFor(file) })
const refusal = (status: number) => new Response(null, { status, headers: { ...securityHeaders } })
