import { problemText } from '../../messages/base'

/**
 * What went wrong, in a form that can be logged, shown and crossed between processes. `detail` is for the log
 * alone; `sentence` is for the person and never holds a secret.
 */
export interface Problem {
  /** Stable and searchable, e.g. `keychain.locked`. */
  readonly code: string
  readonly sentence: string
  /** Whether trying the same thing again may help. */
  readonly retryable: boolean
  readonly detail?: string
  /** The service's own id of the failed request, where it gave one. */
  readonly requestId?: string
}

export class ProblemError extends Error {
  constructor(
    readonly problem: Problem,
    options?: { cause?: unknown }
  ) {
    super(`${problem.code}: ${problem.detail ?? problem.sentence}`, options)
    this.name = 'ProblemError'
  }
}

export function fail(
  code: string,
  sentence: string,
  more: { retryable?: boolean; detail?: string; requestId?: string; cause?: unknown } = {}
): ProblemError {
  const { cause, retryable = false, ...rest } = more
  return new ProblemError({ code, sentence, retryable, ...rest }, { cause })
}

/** Any thrown thing as a Problem; what is not ours is called unexpected, with its text kept for the log. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem
  const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  return {
    code: 'unexpected',
    sentence: problemText.unexpected,
    retryable: false,
    detail
  }
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Problem }
