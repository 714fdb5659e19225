import { rm } from 'node:fs/promises'
import type { RunningApp } from './app'

export interface StartedApp {
  readonly running: RunningApp
  readonly userData: string
  /** Read at each check. */
  readonly options: { expected: readonly RegExp[] }
}

/** Left running for the worker's next file, because starting is expensive. */
let left: StartedApp | null = null

export async function leaveApp(app: StartedApp | null): Promise<void> {
  const before = left
  left = app
  if (before) await endApp(before)
}

export function takeLeftApp(): StartedApp | null {
  const taken = left
  left = null
  return taken?.running.hasEnded() ? null : taken
}

export async function endApp({ running, userData }: StartedApp): Promise<void> {
  await running.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
}
