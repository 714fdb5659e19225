/** What it needs of a `BrowserWindow`. */
interface Showable {
  once(event: 'ready-to-show', listener: () => void): unknown
  isDestroyed(): boolean
  readonly webContents: { once(event: 'did-finish-load', listener: () => void): unknown }
}

/**
 * Calls back once the window has something to show. On Wayland a hidden window may never be painted, and then
 * `ready-to-show` is not sent (electron/electron#48859): there, a loaded page is enough.
 */
export function onReadyToShow(
  browser: Showable,
  environment: Readonly<Record<string, string | undefined>>,
  show: () => void
): void {
  let isShown = false
  const showOnce = () => {
    if (isShown || browser.isDestroyed()) return
    isShown = true
    show()
  }
  browser.once('ready-to-show', showOnce)
  if (environment['WAYLAND_DISPLAY'] || environment['XDG_SESSION_TYPE'] === 'wayland')
    browser.webContents.once('did-finish-load', showOnce)
}
