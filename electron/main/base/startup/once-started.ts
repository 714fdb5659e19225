import type { AfterStartup } from './after-startup'

/** `read` answers at once; other calls wait until the delayed work has begun. */
export function onceStarted<H extends object>(handlers: H, afterStartup: Pick<AfterStartup, 'now'>): H {
  const all = Object.entries(handlers).map(([name, handle]: [string, (...args: unknown[]) => unknown]) => [
    name,
    name === 'read' ? handle : (...args: unknown[]) => afterStartup.now().then(() => handle(...args))
  ])
  return Object.fromEntries(all) as H
}
