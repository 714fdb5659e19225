import type { App } from 'electron'
import type { Disposable } from '#shared/domain/base/emitter'

/** Leadline exits after this time even if something has not ended. */
const maxWait = 3000
/**
 * Chromium releases a child process shortly after its exit event; exiting in between crashed about one in forty
 * starts on a busy machine.
 */
const afterChildren = 150

export interface Shutdown {
  /** Disposed on quit, in order; separate calls are disposed in parallel. */
  readonly register: (...inOrder: readonly Disposable[]) => void
  readonly exit: (code: number) => void
}

type Quitting = Pick<App, 'exit' | 'quit'> & {
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown
}

/** Disposes everything before the app exits: a child process that outlives main can crash it. */
export function setUpShutdown(app: Quitting): Shutdown {
  const registered: (readonly Disposable[])[] = []
  let code = 0
  let begun = false
  app.on('will-quit', (event) => {
    if (begun) return
    begun = true
    event.preventDefault()
    const ended = Promise.allSettled(registered.map(disposeInOrder))
    const tooLong = new Promise((resolve) => setTimeout(resolve, maxWait))
    void Promise.race([ended, tooLong]).then(() => setTimeout(() => app.exit(code), afterChildren))
  })
  return {
    register: (...inOrder) => void registered.push(inOrder),
    exit(wanted) {
      code = wanted
      app.quit()
    }
  }
}

async function disposeInOrder(all: readonly Disposable[]): Promise<void> {
  for (const each of all) await each.dispose()
}
