import { fail, type ProblemError } from '../domain/base/problem'
import { parseTime, type Nanoseconds } from '../domain/base/time'
import { restText } from '../messages/service'

/** The text as sent and its meaning; `at` is null if it cannot be parsed. */
export interface Moment {
  readonly text: string
  readonly at: Nanoseconds | null
}

export type Raw = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A null time in some services. */
const noTime = /^0001-01-01T00:00:00(\.0+)?Z$/

/**
 * Reads the known fields of a record. Unknown or invalid fields stay in `more`; empty text and null count as absent.
 */
export class RecordReader {
  readonly #left: Map<string, unknown>
  readonly #missing: string[] = []

  constructor(
    private readonly kind: keyof typeof restText.malformed,
    record: Raw
  ) {
    this.#left = new Map(Object.entries(record))
  }

  required(name: string): string {
    const text = this.text(name)
    if (text === null) this.#missing.push(name)
    return text ?? ''
  }

  requiredMoment(name: string): Moment {
    const text = this.required(name)
    return { text, at: parseTime(text) }
  }

  text(name: string): string | null {
    return this.#take(name, (value) => typeof value === 'string')
  }

  moment(name: string): Moment | null {
    const value = this.#left.get(name)
    if (typeof value === 'string' && noTime.test(value)) return null
    const text = this.text(name)
    return text === null ? null : { text, at: parseTime(text) }
  }

  texts(name: string): readonly string[] | null {
    return this.#take(
      name,
      (value): value is string[] =>
        Array.isArray(value) && value.every((one: unknown) => typeof one === 'string')
    )
  }

  pairs(name: string): Readonly<Record<string, string>> | null {
    return this.#take(
      name,
      (value): value is Record<string, string> =>
        isRecord(value) && Object.values(value).every((one) => typeof one === 'string')
    )
  }

  record(name: string): Raw | null {
    return this.#take(name, isRecord)
  }

  list(name: string): readonly unknown[] | null {
    return this.#take(name, (value): value is unknown[] => Array.isArray(value))
  }

  /** Throws if a required field is missing; returns the remaining fields. */
  more(): Raw {
    if (this.#missing.length > 0) throw malformed(this.kind, `wrong or missing: ${this.#missing.join(', ')}`)
    return Object.fromEntries(this.#left)
  }

  #take<T>(name: string, fits: (value: unknown) => value is T): T | null {
    const value = this.#left.get(name)
    if (value === undefined) return null
    if (value === null || value === '') {
      this.#left.delete(name)
      return null
    }
    if (!fits(value)) return null
    this.#left.delete(name)
    return value
  }
}

export const malformed = (kind: keyof typeof restText.malformed, detail: string): ProblemError =>
  fail('rest.malformed', restText.malformed[kind], { detail })
