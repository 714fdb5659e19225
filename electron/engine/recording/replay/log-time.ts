/** A time of the log. Both are integers; nanoseconds are below a million. */
export interface LogTime {
  /** Milliseconds since the epoch. */
  readonly milliseconds: number
  readonly nanoseconds: number
}

export const compareTimes = (one: LogTime, other: LogTime): number =>
  one.milliseconds - other.milliseconds || one.nanoseconds - other.nanoseconds

const million = 1_000_000n

export const nanosecondsOf = ({ milliseconds, nanoseconds }: LogTime): bigint =>
  BigInt(milliseconds) * million + BigInt(nanoseconds)

export const logTimeOf = (nanoseconds: bigint): LogTime => ({
  milliseconds: Number(nanoseconds / million),
  nanoseconds: Number(nanoseconds % million)
})

/** Milliseconds since the epoch, to about a quarter of a microsecond. */
export const millisecondsOf = ({ milliseconds, nanoseconds }: LogTime): number =>
  milliseconds + nanoseconds / 1e6

/** Milliseconds since `epoch`, more exact than those since the common one. */
export const monotonicOf = ({ milliseconds, nanoseconds }: LogTime, epoch: number): number =>
  milliseconds - epoch + nanoseconds / 1e6

export function logTimeAt(milliseconds: number): LogTime {
  const whole = Math.floor(milliseconds)
  return { milliseconds: whole, nanoseconds: Math.min(999_999, Math.floor((milliseconds - whole) * 1e6)) }
}

export const shifted = ({ milliseconds, nanoseconds }: LogTime, by: number): LogTime => ({
  milliseconds: milliseconds + by,
  nanoseconds
})
