import { ProblemError, type Result } from '#shared/domain/base/problem'
import type { Bridge } from '#shared/contract/index'

declare global {
  interface Window {
    /** Set by the preload; the only way out of a window. */
    readonly leadline?: Bridge
  }
}

/** The value of a call; a problem is thrown. */
export async function valueOf<T>(call: Promise<Result<T>>): Promise<T> {
  const result = await call
  if (result.ok) return result.value
  throw new ProblemError(result.error)
}
