import type { Calm } from './after-startup'

/** `read` tells how things stand; whoever asks for more waits until what was put off at the start has begun. */
export function onceCalm<H extends object>(handlers: H, calm: Pick<Calm, 'now'>): H {
  const all = Object.entries(handlers).map(([name, handle]: [string, (...words: unknown[]) => unknown]) => [
    name,
    name === 'read' ? handle : (...words: unknown[]) => calm.now().then(() => handle(...words))
  ])
  return Object.fromEntries(all) as H
}
