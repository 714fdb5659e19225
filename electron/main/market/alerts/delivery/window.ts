import { BrowserWindow, type Session } from 'electron'
import { deliveryTransport } from '#shared/contract/market/delivery-channel'
import { deliveryText } from '#shared/messages/delivery'
import { webPreferences } from '../../../base/security/web-preferences'
import { iconFile, targetsPreloadFile } from '../../../base/startup/folders'
import type { Sender } from '../../../base/ipc/answer'

interface TargetsWindowPorts {
  readonly page: string
  /** One that no other window has. */
  readonly openSession: () => Promise<Session>
  readonly answer: (sender: Sender, channel: unknown, payload: readonly unknown[]) => Promise<unknown>
  readonly zoom: () => number
}

const size = { width: 760, height: 720, minWidth: 480, minHeight: 420 }

/**
 * The only window that can change targets. It has a session of its own, hence a process of its own, and its handler
 * belongs to its contents, so that calls of other windows reach none.
 */
export class TargetsWindow {
  #browser: BrowserWindow | null = null
  #session: Promise<Session> | null = null

  constructor(private readonly ports: TargetsWindowPorts) {}

  get browser(): BrowserWindow | undefined {
    return this.#browser ?? undefined
  }

  async show(parent: BrowserWindow | undefined): Promise<void> {
    this.#session ??= this.ports.openSession()
    const session = await this.#session
    const open = this.#browser
    if (open) {
      if (open.isMinimized()) open.restore()
      open.focus()
      return
    }
    const browser = this.#open(session, parent)
    await browser.loadURL(this.ports.page).catch((problem: unknown) => {
      if (browser.isDestroyed()) return
      browser.destroy()
      throw problem
    })
    // Not once it was painted: a hidden window may never be.
    if (!browser.isDestroyed()) browser.show()
  }

  close(): void {
    this.#browser?.destroy()
  }

  #open(session: Session, parent: BrowserWindow | undefined): BrowserWindow {
    const browser = new BrowserWindow({
      ...size,
      title: deliveryText.window.title,
      icon: iconFile(),
      show: false,
      backgroundColor: '#0b0e12',
      autoHideMenuBar: true,
      // Closes with the window that opened it.
      ...(parent && { parent }),
      webPreferences: webPreferences(session, { preload: targetsPreloadFile() })
    })
    this.#browser = browser
    const { webContents } = browser
    browser.removeMenu()
    browser.once('closed', () => (this.#browser = null))
    browser.on('page-title-updated', (event) => event.preventDefault())
    webContents.on('did-finish-load', () => webContents.setZoomFactor(this.ports.zoom() / 100))
    webContents.on('before-input-event', (event, { type, key, control, meta }) => {
      if (type !== 'keyDown' || key.toLowerCase() !== 'w' || !(control || meta)) return
      event.preventDefault()
      browser.close()
    })
    webContents.ipc.handle(deliveryTransport, (event, method: unknown, ...payload: unknown[]) => {
      const frame = event.senderFrame
      const sender = {
        windowId: event.sender === webContents ? 'targets' : null,
        topFrame: frame !== null && frame === webContents.mainFrame,
        ownPage: frame?.url === this.ports.page,
        address: frame?.url ?? '(gone)'
      }
      return this.ports.answer(sender, typeof method === 'string' ? `targets.${method}` : method, payload)
    })
    return browser
  }
}
