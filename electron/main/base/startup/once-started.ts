import type { AfterStartup } from './after-startup'

/** `read` tells how things stand; whoever asks for more waits until what was put off at the start has begun. */
export function onceStarted<H extends object>(handlers: H, afterStartup: Pick<AfterStartup, 'now'>): H {
  const all = Object.entries(handlers).map(([name, handle]: [string, (...args: unknown[]) => unknown]) => [
    name,
    name === 'read' ? handle : (...args: unknown[]) => afterStartup.now().then(() => handle(...args))
  ])
  return Object.fromEntries(all) as H
}
