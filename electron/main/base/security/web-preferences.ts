import type { Session, WebPreferences } from 'electron'

/** What an individual window may have besides; nothing in it opens what the others close. */
type Allowed = Pick<WebPreferences, 'preload' | 'plugins' | 'devTools' | 'backgroundThrottling'>

/** The preferences of every window: a sandboxed page without Node, dialogs or a way to anything else. */
export const webPreferences = (session: Session, allowed: Allowed = {}): WebPreferences => ({
  plugins: false,
  devTools: false,
  ...allowed,
  session,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  safeDialogs: true,
  disableDialogs: true
})
