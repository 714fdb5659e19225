import type { Archive } from '#engine/records/statements/index'
import { toProblem } from '#shared/domain/base/problem'

/** `/archive/KEY/NAME`, with the slashes of the key encoded. */
const place = /^\/archive\/([^/]{1,1200})\/([^/]{1,480})$/
const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  csv: 'text/plain; charset=utf-8',
  txt: 'text/plain; charset=utf-8'
}

export const documentAddress = (key: string, name: string) =>
  `/archive/${encodeURIComponent(key)}/${encodeURIComponent(name)}`

export const isDocument = (pathname: string) => pathname.startsWith('/archive/')

/** A file of the archive for the app's own viewer: only what the index knows, and only as it was fetched. */
export async function answerDocument(
  view: Pick<Archive['view'], 'document'>,
  pathname: string,
  headers: Readonly<Record<string, string>>
): Promise<Response> {
  const match = place.exec(pathname)
  const [key, name] = [match?.[1], match?.[2]].map((part) => decoded(part ?? ''))
  if (!key || !name) return new Response(null, { status: 404, headers })
  try {
    const bytes = await view.document(key, name)
    const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
    return new Response(new Uint8Array(bytes), { status: 200, headers: { ...headers, 'Content-Type': type } })
  } catch (thrown) {
    const { code } = toProblem(thrown)
    return new Response(null, { status: code === 'statements.altered' ? 409 : 404, headers })
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
