import type { App } from 'electron'

interface LastWindowOptions {
  readonly app: Pick<App, 'on' | 'quit'>
  /** Asked each time the last window of any kind has closed. */
  readonly onLastClosed: () => 'quit' | 'stay'
}

/** What closing the last window does: it ends the app, unless something keeps it running without one. */
export function setUpLastWindow({ app, onLastClosed }: LastWindowOptions): void {
  app.on('window-all-closed', () => {
    if (onLastClosed() === 'quit') app.quit()
  })
}
