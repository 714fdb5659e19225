import { fail, ProblemError } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import { codeOf, type Disk } from '../disk/disk'

const text = archiveText.disk
const code = 'statements.unreadable'
const sentences: readonly (readonly [RegExp, (place: string) => string])[] = [
  [/^(EACCES|EPERM)$/, text.notReadable],
  [/^(EIO|UNKNOWN)$/, text.readFault],
  [/^(EBUSY|ETXTBSY)$/, text.fileBusy],
  [/^(ENOENT|ENOTDIR)$/, text.fileGone]
]

/** The problem of a file that could not be read. */
function unreadable(thrown: unknown, place: string): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  const said = codeOf(thrown)
  const found = sentences.find(([marks]) => marks.test(said))
  const sentence = found?.[1](place) ?? text.notRead(place, said)
  return fail(code, sentence, { cause: thrown })
}

export const isUnreadable = (thrown: unknown): thrown is ProblemError =>
  thrown instanceof ProblemError && thrown.problem.code === code

/** A stop is not a fault of the file. */
export async function whileReading<T>(
  place: string,
  signal: AbortSignal,
  work: () => Promise<T>
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    signal.throwIfAborted()
    throw unreadable(thrown, place)
  }
}

/** Tells a file that cannot be read from a disk that cannot be written. */
export async function* reading(disk: Disk, file: string): AsyncIterable<Uint8Array> {
  const pieces = disk.read(file)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await pieces.next().catch((thrown: unknown) => {
        throw unreadable(thrown, file)
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    await pieces.return?.()
  }
}
