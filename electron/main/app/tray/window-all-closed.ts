import type { App } from 'electron'

/** Quits the app when the last window of any kind has closed, unless `outcome` says that it stays. */
export function setUpWindowAllClosed(app: Pick<App, 'on' | 'quit'>, outcome: () => 'quit' | 'stay'): void {
  app.on('window-all-closed', () => {
    if (outcome() === 'quit') app.quit()
  })
}
