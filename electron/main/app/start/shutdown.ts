import type { App } from 'electron'
import type { Disposable } from '#shared/domain/base/emitter'

/** Leadline exits after this time even if something has not ended. */
const maxWait = 3000
/** For the last step, which may read a large file. */
const maxLastWait = 10_000
/**
 * Chromium releases a child process shortly after its exit event; exiting in between crashed about one in forty
 * starts on a busy machine.
 */
const afterChildren = 150

export interface Shutdown {
  /** Disposed on quit, in order; separate calls are disposed in parallel. */
  readonly register: (...inOrder: readonly Disposable[]) => void
  /** Runs directly before the exit, once everything else is saved. */
  readonly last: (step: () => Promise<void> | void) => void
  readonly exit: (code: number) => void
}

type Quitting = Pick<App, 'exit' | 'quit'> & {
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown
}

/** Disposes everything before the app exits: a child process that outlives main can crash it. */
export function setUpShutdown(app: Quitting): Shutdown {
  const registered: (readonly Disposable[])[] = []
  let lastStep: (() => Promise<void> | void) | null = null
  let code = 0
  let begun = false
  app.on('will-quit', (event) => {
    if (begun) return
    begun = true
    event.preventDefault()
    void end().finally(() => app.exit(code))
  })
  async function end() {
    await within(maxWait, Promise.allSettled(registered.map(disposeInOrder)))
    await new Promise((resolve) => setTimeout(resolve, afterChildren))
    if (lastStep) await within(maxLastWait, Promise.resolve().then(lastStep))
  }
  return {
    register: (...inOrder) => void registered.push(inOrder),
    last: (step) => void (lastStep = step),
    exit(wanted) {
      code = wanted
      app.quit()
    }
  }
}

/** Also resolves if the work fails. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const tooLong = new Promise((resolve) => setTimeout(resolve, milliseconds))
  await Promise.race([work.catch(() => undefined), tooLong])
}

async function disposeInOrder(all: readonly Disposable[]): Promise<void> {
  for (const each of all) await each.dispose()
}
