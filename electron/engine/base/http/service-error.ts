import { ProblemError, type Problem } from '#shared/domain/base/problem'

export class ServiceError extends ProblemError {
  constructor(
    problem: Problem,
    readonly status: number,
    /** Milliseconds, or null. */
    readonly retryAfter: number | null
  ) {
    super(problem)
  }

  /** Applies to all requests of the service. */
  get slowsAll(): boolean {
    return this.status === 429 || (this.status >= 500 && this.retryAfter !== null)
  }
}
