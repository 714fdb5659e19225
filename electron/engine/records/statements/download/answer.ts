import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import { retryAfter } from '#engine/base/http/index'
import type { Clock } from '#engine/base/clock'
import { contentRange, encodingOf, etagOf, isKeyed, isUnpackable, lengthOf, sentLength } from './headers'

export interface Body {
  /** The first byte that comes, counted from the start of the file. */
  readonly from: number
  readonly total: number | null
  readonly etag: string | null
  /** Encrypted with a key, so its ETag is not a digest. */
  readonly isKeyed: boolean
  /** Compressed on the way, and the length of that if it is announced; null where it comes as it is. */
  readonly packed: { readonly length: number | null } | null
}

/** The presigned URL has expired; another one may work. */
export const deadCode = 'statements.link-dead'
/** The begun download cannot be continued. */
export const restartCode = 'statements.restart'
const maxWait = 30_000

export class HeldError extends Error {
  constructor(
    readonly milliseconds: number,
    readonly reason: unknown
  ) {
    super('held')
  }
}

/** The meaning of a download's answer; anything that is not (part of) the file is thrown. */
export function judgeAnswer(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  { have, etag, host, clock }: { have: number; etag: string | null; host: string; clock: Clock }
): Body {
  const encoding = encodingOf(headers)
  if (status === 200) {
    if (encoding !== null && !isUnpackable(encoding)) {
      throw fail('statements.encoding', archiveText.download.encoding(host, encoding.slice(0, 40)))
    }
    return {
      from: 0,
      total: lengthOf(headers),
      etag: etagOf(headers),
      isKeyed: isKeyed(headers),
      packed: encoding === null ? null : { length: sentLength(headers) }
    }
  }
  if (status === 206) {
    const range = contentRange(headers)
    // One that is odd is another one, too.
    const same = !headers.has('etag') || etagOf(headers) === etag
    const length = lengthOf(headers)
    const consistent = range !== null && (length === null || length === range.end - range.start + 1)
    // A part of compressed bytes does not fit behind bytes that were not.
    if (range?.start === have && same && consistent && encoding === null) {
      return { from: have, total: range.total, etag, isKeyed: isKeyed(headers), packed: null }
    }
    throw fail(restartCode, archiveText.download.otherPart(host), { retryable: true })
  }
  if (status === 416) {
    throw fail(restartCode, archiveText.download.shorter(host), {
      retryable: true
    })
  }
  if ([400, 401, 403, 404, 410].includes(status)) {
    const sentence = archiveText.download.expired(host, status)
    throw fail(deadCode, sentence, { retryable: true })
  }
  if (status === 429 || status === 408 || status >= 500) {
    const problem = fail('statements.host', archiveText.download.hostError(host, status), {
      retryable: true
    })
    throw new HeldError(Math.min(retryAfter(headers, clock) ?? 0, maxWait), problem)
  }
  if (status >= 300 && status < 400) {
    throw fail('network.redirect', archiveText.download.noTarget(host, status))
  }
  throw fail('statements.host', archiveText.download.refused(host, status))
}
