import { describe } from './describe'
import type { Redactor } from './redact'

const levels = ['debug', 'info', 'warn', 'error'] as const
type Level = (typeof levels)[number]

/** Lines end with a line break. */
export type Sink = (line: string) => void

type Write = (message: string, context?: unknown) => void
export interface Log extends Record<Level, Write> {
  /** Prefixes entries with a name. */
  readonly part: (name: string) => Log
}

interface LogOptions {
  readonly sink: Sink
  readonly redactor: Redactor
  readonly now?: () => Date
  readonly min?: Level
}

const maxLine = 16_000

export function createLog({ sink, redactor, now = () => new Date(), min = 'info' }: LogOptions): Log {
  const make = (name: string): Log => {
    const write =
      (level: Level): Write =>
      (message, context) => {
        if (levels.indexOf(level) < levels.indexOf(min)) return
        const text = context === undefined ? message : `${message} ${describe(context)}`
        const wasCut = text.length > maxLine
        const safe = redactor.redact(wasCut ? text.slice(0, maxLine) : text, wasCut)
        const short = wasCut ? `${safe} (cut)` : safe
        const head = `${now().toISOString()} ${level.toUpperCase().padEnd(5)} ${name}: `
        sink(`${head}${printable(short)}\n`)
      }
    return {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      part: (inner) => make(`${name}.${inner}`)
    }
  }
  return make('leadline')
}

/** Line breaks are indented, so that no text can imitate an entry. */
const printable = (text: string) =>
  text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/(?!\n|\t)\p{Cc}/gu, (mark) => `\\x${mark.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replaceAll('\n', '\n    ')
