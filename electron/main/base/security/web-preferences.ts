import type { Session, WebPreferences } from 'electron'

/** Options that a window may set without weakening the others. */
type Allowed = Pick<WebPreferences, 'preload' | 'plugins' | 'devTools' | 'backgroundThrottling'>

/** For every window: sandboxed, without Node and dialogs. */
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
