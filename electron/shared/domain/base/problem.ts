import { problemText } from '../../messages/base'

/** `detail` is for the log; `sentence` is for the user and never contains a secret. */
export interface Problem {
  /** Stable, e.g. `keychain.locked`. */
  readonly code: string
  readonly sentence: string
  readonly retryable: boolean
  readonly detail?: string
  /** The service's request ID. */
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

/** Unknown errors are reported as unexpected, with their text for the log. */
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
