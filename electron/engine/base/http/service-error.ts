import { ProblemError, type Problem } from '#shared/domain/base/problem'

/** The service answered with an error. */
export class ServiceError extends ProblemError {
  constructor(
    problem: Problem,
    readonly status: number,
    /** Milliseconds that the service asks to wait; null where it does not say. */
    readonly retryAfter: number | null
  ) {
    super(problem)
  }

  /** Not only this request but all of them have to wait. */
  get slowsAll(): boolean {
    return this.status === 429 || (this.status >= 500 && this.retryAfter !== null)
  }
}
