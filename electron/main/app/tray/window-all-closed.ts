import type { App } from 'electron'

/** Unless `outcome` keeps it running. */
export function setUpWindowAllClosed(app: Pick<App, 'on' | 'quit'>, outcome: () => 'quit' | 'stay'): void {
  app.on('window-all-closed', () => {
    if (outcome() === 'quit') app.quit()
  })
}
