/** The body of a refused REST request (RFC 7807). */
export interface ProblemMessage {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly meta?: Readonly<Record<string, unknown>>
  readonly instance?: string
  readonly request_id?: string
}
