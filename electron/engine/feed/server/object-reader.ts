import { PermissionViolationError, RequestError, type NatsConnection } from '@nats-io/transport-node'
import * as v from 'valibot'
import { fail, ProblemError } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { parseJson } from '#shared/wire/parse-json'
import { serviceDigest, type ServiceNamed } from '../../connection'
import { maxSharedNames, type SharedReader } from '../../recording/shared/store'

/** Milliseconds for an answer, and between two pieces. */
export const answerWithin = 10_000
/** Pieces that are asked for at once. */
const atOnce = 4
/** Of an answer; collectors write pieces of 128 KB. */
const maxAnswerBytes = 16 * 1024 * 1024
const maxNameLength = 500
/** As JetStream numbers its errors. */
const noStream = 10_059
const noMessage = 10_037

/** In letters that a bucket may have. */
export const bucketOf = (service: ServiceNamed): string => `leadline_v1_recordings_${serviceDigest(service)}`

/** The subject of an object's entry. */
export const entryOf = (bucket: string, name: string): string =>
  `$O.${bucket}.M.${Buffer.from(name).toString('base64').replaceAll('+', '-').replaceAll('/', '_')}`

/** What a seat may ask a server. All answers are JSON, so none of them can pass for a message of the feed. */
export const readingSubjects = (bucket: string) => ({
  info: `$JS.API.STREAM.INFO.OBJ_${bucket}`,
  message: `$JS.API.STREAM.MSG.GET.OBJ_${bucket}`
})

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const failed = v.object({ error: v.object({ err_code: whole, description: v.optional(v.string(), '') }) })
const page = v.object({
  total: whole,
  state: v.object({ subjects: v.optional(v.record(v.string(), v.number()), {}) })
})
const stored = v.object({
  message: v.object({ subject: v.string(), seq: whole, data: v.optional(v.string(), '') })
})
const entry = v.object({
  name: v.string(),
  nuid: v.pipe(v.string(), v.regex(/^\w{1,64}$/)),
  chunks: whole,
  deleted: v.optional(v.boolean(), false),
  options: v.optional(v.object({ link: v.optional(v.unknown()) }))
})

interface Piece {
  readonly number: number
  readonly data: Uint8Array
}

/**
 * Reads the object store of a server with requests alone. The client's own way has the server deliver to any subject, which
 * a seat must not be allowed.
 */
export class ObjectReader implements SharedReader {
  readonly #subjects: ReturnType<typeof readingSubjects>

  constructor(
    private readonly connection: Pick<NatsConnection, 'request'>,
    private readonly bucket: string
  ) {
    this.#subjects = readingSubjects(bucket)
  }

  /** A server lists only all of them. */
  async names(folders: readonly string[], signal: AbortSignal): Promise<readonly (readonly string[])[]> {
    const entries = `$O.${this.bucket}.M.`
    const lists = folders.map((folder) => ({ beginning: `${folder}/`, found: [] as string[] }))
    for (let [offset, isLast] = [0, false]; !isLast;) {
      const asked = { subjects_filter: `${entries}>`, offset }
      const answer = await this.#ask(this.#subjects.info, asked, page, signal)
      if (answer === null) break
      const subjects = Object.keys(answer.state.subjects)
      offset += subjects.length
      isLast = subjects.length === 0 || offset >= answer.total
      if (offset > 2 * maxSharedNames) throw fail('recording.shared-full', recordingText.shared.tooMany)
      for (const subject of subjects) {
        const name = nameOf(subject.slice(entries.length))
        if (name === null || entryOf(this.bucket, name) !== subject) continue
        for (const { beginning, found } of lists)
          if (name.startsWith(beginning)) found.push(name.slice(beginning.length))
      }
    }
    return lists.map(({ found }) => found.sort())
  }

  async *read(name: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const about = await this.#entry(name, signal)
    if (!about) throw fail('recording.shared-file', recordingText.shared.noFile(name))
    const subject = `$O.${this.bucket}.C.${about.nuid}`
    for (let [next, left] = [1, about.chunks]; left > 0;) {
      const numbers = Array.from({ length: Math.min(atOnce, left) }, (_none, index) => next + index)
      const asked = numbers.map((seq) => this.#message({ seq, next_by_subj: subject }, subject, signal))
      // Two of them may have the same answer, if pieces of other objects lie between.
      const pieces = new Map<number, Piece>()
      for (const piece of await Promise.all(asked))
        if (piece && piece.number >= next) pieces.set(piece.number, piece)
      if (pieces.size === 0) return
      for (const piece of [...pieces.values()].sort((one, other) => one.number - other.number)) {
        if (left === 0) return
        yield piece.data
        left -= 1
        next = piece.number + 1
      }
    }
  }

  /** Null if there is none. A link would lead into another store. */
  async #entry(name: string, signal: AbortSignal): Promise<v.InferOutput<typeof entry> | null> {
    const subject = entryOf(this.bucket, name)
    const found = await this.#message({ last_by_subj: subject }, subject, signal)
    if (!found) return null
    const read = v.safeParse(entry, jsonOf(Buffer.from(found.data).toString('utf8')))
    if (!read.success || read.output.name !== name) return null
    return read.output.deleted || read.output.options?.link ? null : read.output
  }

  async #message(asked: object, subject: string, signal: AbortSignal): Promise<Piece | null> {
    const answer = await this.#ask(this.#subjects.message, asked, stored, signal)
    if (answer?.message.subject !== subject) return null
    return { number: answer.message.seq, data: Buffer.from(answer.message.data, 'base64') }
  }

  /** Null if the server does not have it. */
  async #ask<Schema extends v.GenericSchema>(
    subject: string,
    asked: object,
    schema: Schema,
    signal: AbortSignal
  ): Promise<v.InferOutput<Schema> | null> {
    signal.throwIfAborted()
    const request = this.connection.request(subject, JSON.stringify(asked), { timeout: answerWithin })
    const { data } = await unlessAborted(answered(request), signal)
    if (data.length > maxAnswerBytes) throw refused(recordingText.shared.oversized)
    const value = jsonOf(Buffer.from(data).toString('utf8'))
    const failure = v.safeParse(failed, value)
    if (failure.success) {
      const { err_code: code, description } = failure.output.error
      if (code === noStream || code === noMessage) return null
      throw refused(recordingText.shared.readFailed(description))
    }
    const read = v.safeParse(schema, value)
    if (!read.success) throw refused(recordingText.shared.unreadable)
    return read.output
  }
}

function nameOf(token: string): string | null {
  const name = token.length > 2 * maxNameLength ? '' : Buffer.from(token, 'base64url').toString('utf8')
  return name === '' || name.length > maxNameLength ? null : name
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text, { values: 2 * maxSharedNames, strict: true })
  } catch {
    return null
  }
}

const refused = (sentence: string, cause?: unknown): ProblemError =>
  fail('recording.shared-store', sentence, { retryable: true, cause })

/** A server that does not answer is not waited for. `sentence` says why it refused. */
export async function answered<T>(work: Promise<T>, sentence = recordingText.shared.readFailed): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(fail('recording.shared-stalled', recordingText.shared.stalled, { retryable: true })),
      answerWithin
    )
  })
  try {
    return await Promise.race([work, late])
  } catch (thrown) {
    throw problemOf(thrown, sentence)
  } finally {
    clearTimeout(timer)
  }
}

export function problemOf(thrown: unknown, sentence: (detail: string) => string): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  const cause = thrown instanceof RequestError ? thrown.cause : thrown
  if (cause instanceof PermissionViolationError)
    return fail('recording.shared-permission', recordingText.shared.notAllowed, { cause: thrown })
  return refused(sentence(thrown instanceof Error ? thrown.message : String(thrown)), thrown)
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
