import { BrowserWindow, Menu, screen, type Session } from 'electron'
import type { Archive } from '#engine/records/statements/index'
import type { Log } from '#engine/base/log/index'
import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import { origin } from '../../base/protocol/origin'
import { webPreferences } from '../../base/security/web-preferences'
import { iconFile } from '../../base/startup/folders'
import { documentAddress } from './documents'
import { openDocumentSession } from './session'

interface DocumentPorts {
  /** Of the session that documents are shown in. */
  readonly folder: string
  readonly view: Pick<Archive['view'], 'document'>
  readonly log: Pick<Log, 'warn'>
}

const text = archiveText.document
const widest = 1000
const highest = 1180

/**
 * Windows that show one document each, in Chromium's own viewer. They are not windows of the desk: they can ask main
 * nothing, are not remembered, and go when the last window of the desk goes.
 */
export class DocumentWindows {
  readonly #open = new Map<string, BrowserWindow>()
  #session: Promise<Session> | null = null

  constructor(private readonly ports: DocumentPorts) {}

  /** Shows only unchanged documents. */
  async show(key: string, name: string, from?: BrowserWindow): Promise<void> {
    const { view, folder, log } = this.ports
    if (!/\.pdf$/i.test(name)) {
      throw fail('statements.not-shown', text.notPdf(name))
    }
    await view.document(key, name)
    this.#session ??= openDocumentSession(folder, view, log)
    const session = await this.#session
    const address = `${origin}${documentAddress(key, name)}`
    const open = this.#open.get(address)
    if (open && !open.isDestroyed()) {
      if (open.isMinimized()) open.restore()
      open.focus()
      return
    }
    const browser = this.#make(session, name)
    returnTo(from, browser)
    this.#open.set(address, browser)
    browser.once('closed', () => this.#open.delete(address))
    try {
      await browser.loadURL(address)
    } catch (problem) {
      if (browser.isDestroyed()) return
      browser.destroy()
      throw fail('statements.not-shown', text.notShown(name), {
        cause: problem
      })
    }
  }

  close(): void {
    for (const browser of [...this.#open.values()]) browser.destroy()
  }

  async clear(): Promise<void> {
    this.close()
    const { folder, view, log } = this.ports
    this.#session ??= openDocumentSession(folder, view, log)
    const session = await this.#session
    await session.clearStorageData()
    await session.clearCache()
    await session.clearCodeCaches({})
  }

  #make(session: Session, name: string): BrowserWindow {
    const { workAreaSize } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
    const browser = new BrowserWindow({
      width: Math.min(widest, workAreaSize.width),
      height: Math.min(highest, workAreaSize.height),
      title: text.title(name),
      icon: iconFile(),
      backgroundColor: '#323639',
      webPreferences: webPreferences(session, { plugins: true })
    })
    browser.on('page-title-updated', (event) => event.preventDefault())
    closeByKey(browser)
    return browser
  }
}

/** Closing a focused document returns the focus to the window that opened it. */
function returnTo(from: BrowserWindow | undefined, browser: BrowserWindow): void {
  let wasFocused = false
  browser.on('close', () => (wasFocused = browser.isFocused()))
  browser.once('closed', () => {
    if (wasFocused && from && !from.isDestroyed()) from.focus()
  })
}

/**
 * The viewer is a page within the page, whose keys this window hears of only when nothing there wanted them: then its
 * menu does, which stays hidden.
 */
function closeByKey(browser: BrowserWindow): void {
  const click = () => {
    if (!browser.isDestroyed()) browser.close()
  }
  const keys = ['Escape', 'CommandOrControl+W']
  const submenu = keys.map((accelerator) => ({ label: text.close, accelerator, click }))
  browser.setMenu(Menu.buildFromTemplate([{ label: text.menu, submenu }]))
  browser.setMenuBarVisibility(false)
  browser.webContents.on('before-input-event', (event, { type, key, control, meta }) => {
    const isWish = key === 'Escape' || (key.toLowerCase() === 'w' && (control || meta))
    if (type !== 'keyDown' || !isWish) return
    event.preventDefault()
    click()
  })
}
