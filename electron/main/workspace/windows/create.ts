import { BrowserWindow, type Session } from 'electron'
import { webPreferences } from '../../base/security/web-preferences'
import { iconFile, preloadFile } from '../../base/startup/folders'
import { minSizeOf } from './content'
import type { MadeWindow } from './registry'

export function createWindow(
  { content, placement, onTop, fullScreen }: MadeWindow,
  session: Session
): BrowserWindow {
  const smallest = minSizeOf(content)
  const browser = new BrowserWindow({
    ...placement.bounds,
    minWidth: Math.min(smallest.width, placement.bounds.width),
    minHeight: Math.min(smallest.height, placement.bounds.height),
    title: 'Leadline',
    icon: iconFile(),
    show: false,
    alwaysOnTop: onTop,
    // Prevents a white flash before the first paint.
    backgroundColor: '#0b0e12',
    autoHideMenuBar: true,
    webPreferences: webPreferences(session, { preload: preloadFile(), devTools: import.meta.env.DEV })
  })
  if (placement.maximised) browser.maximize()
  if (fullScreen) browser.setFullScreen(true)
  return browser
}
