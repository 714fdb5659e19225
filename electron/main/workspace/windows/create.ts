import { BrowserWindow, type Session } from 'electron'
import { webPreferences } from '../../base/security/web-preferences'
import { iconFile, preloadFile } from '../../base/startup/folders'
import { minSizeOf } from './content'
import type { MadeWindow } from './registry'

/** A window that can do nothing but show our page and ask main. */
export function createWindow(
  { content, place, onTop, fullScreen }: MadeWindow,
  session: Session
): BrowserWindow {
  const smallest = minSizeOf(content)
  const browser = new BrowserWindow({
    ...place.bounds,
    minWidth: Math.min(smallest.width, place.bounds.width),
    minHeight: Math.min(smallest.height, place.bounds.height),
    title: 'Leadline',
    icon: iconFile(),
    show: false,
    alwaysOnTop: onTop,
    // The colour of the page: no white flash before its first paint.
    backgroundColor: '#0b0e12',
    autoHideMenuBar: true,
    webPreferences: webPreferences(session, { preload: preloadFile(), devTools: import.meta.env.DEV })
  })
  if (place.maximised) browser.maximize()
  if (fullScreen) browser.setFullScreen(true)
  return browser
}
