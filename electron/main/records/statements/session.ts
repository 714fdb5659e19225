import { session, type Session } from 'electron'
import type { Archive } from '#engine/records/statements/index'
import type { Log } from '#engine/base/log/index'
import { archiveText } from '#shared/messages/archive'
import { isOwnAddress, scheme, viewerAddress } from '../../base/protocol/origin'
import { answerDocument, isDocument } from './documents'

const partsOfTheViewer = [viewerAddress, 'chrome://resources/']
/** Nothing can listen at port 0. */
const deadProxy = '127.0.0.1:0'

/** A document is shown, runs nothing and reaches nothing; the viewer needs its style and its frame. */
const documentHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store'
}

const isOwnDocument = (address: string) => isOwnAddress(address) && isDocument(new URL(address).pathname)

/**
 * The session of document windows: it serves files of the archive and nothing else, and has no way to the
 * network. It has a folder, since Chromium has no viewer where there is none; no document is written there.
 */
export async function openDocumentSession(
  folder: string,
  view: Pick<Archive['view'], 'document'>,
  log: Pick<Log, 'warn'>
): Promise<Session> {
  const own = session.fromPath(folder, { cache: false })
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  own.setPermissionCheckHandler(() => false)
  own.setDevicePermissionHandler(() => false)
  own.setSpellCheckerEnabled(false)
  own.on('will-download', (event, item) => {
    if (isOwnDocument(item.getURL())) item.setSaveDialogOptions({ title: archiveText.document.saveCopy })
    else event.preventDefault()
  })
  own.webRequest.onBeforeRequest(({ url }, answer) => {
    const known = isOwnDocument(url) || partsOfTheViewer.some((part) => url.startsWith(part))
    if (!known) log.warn('A document asked for the network and was refused', { address: url })
    answer({ cancel: !known })
  })
  await own.setProxy({ mode: 'fixed_servers', proxyRules: deadProxy, proxyBypassRules: '<-loopback>' })
  own.protocol.handle(scheme, ({ url, method }) =>
    isOwnDocument(url) && method === 'GET'
      ? answerDocument(view, new URL(url).pathname, documentHeaders)
      : new Response(null, { status: 403, headers: { ...documentHeaders } })
  )
  return own
}
