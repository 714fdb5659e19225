import { rm } from 'node:fs/promises'
import type { RunningApp } from './app'

export interface StartedApp {
  readonly running: RunningApp
  readonly userData: string
  /** Read at each check of the windows' complaints. */
  readonly options: { expected: readonly RegExp[] }
}

/** Left by a file for the next one of this worker: a start costs more than most tests. */
let left: StartedApp | null = null

/** Another one that was left is ended. */
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
