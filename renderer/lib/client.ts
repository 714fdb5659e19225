import { ProblemError, type Result } from '../../electron/shared/domain/problem'
import type { Bridge } from '../../electron/shared/contract'

declare global {
  interface Window {
    /** Set by the preload; the only way out of a window. */
    readonly leadline?: Bridge
  }
}

/** The value of a call, or its problem thrown, so that a view reads like a straight line. */
export async function valueOf<T>(call: Promise<Result<T>>): Promise<T> {
  const result = await call
  if (result.ok) return result.value
  throw new ProblemError(result.error)
}
