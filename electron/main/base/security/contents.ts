import { app, type WebContents } from 'electron'
import type { Log } from '#engine/base/log/index'
import { viewerAddress } from '../protocol/origin'

/** Otherwise Electron's object of a document viewer is garbage collected, and its listeners with it. */
const held = new Set<WebContents>()

/** No page can navigate away or open other pages. */
export function setUpContentsSecurity(log: Log, mayLoad: (address: string) => boolean): void {
  app.on('web-contents-created', (_event, contents) => {
    held.add(contents)
    contents.once('destroyed', () => held.delete(contents))
    confineContents(contents, log, mayLoad)
  })
}

function confineContents(contents: WebContents, log: Log, mayLoad: (address: string) => boolean) {
  const refuse = (what: string, address: string) => log.warn(`${what} was refused`, { address })
  contents.on('will-frame-navigate', (event) => {
    // Reloading navigates to the same page.
    if (event.isMainFrame && event.url === contents.getURL() && mayLoad(event.url)) return
    // Chromium's viewer uses a frame for the page; desk windows cannot have a viewer.
    if (!event.isMainFrame && contents.getType() === 'remote' && event.url.startsWith(viewerAddress)) return
    event.preventDefault()
    refuse('A navigation', event.url)
  })
  contents.on('will-redirect', (event) => {
    event.preventDefault()
    refuse('A redirect', event.url)
  })
  contents.setWindowOpenHandler(({ url }) => {
    refuse('A new window', url)
    return { action: 'deny' }
  })
  contents.on('will-attach-webview', (event, _preferences, parameters) => {
    event.preventDefault()
    refuse('A webview', parameters['src'] ?? '')
  })
  contents.on('select-bluetooth-device', (event, _devices, answer) => {
    event.preventDefault()
    answer('')
  })
  contents.on('will-prevent-unload', (event) => event.preventDefault())
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}
