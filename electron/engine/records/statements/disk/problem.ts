import { fail, ProblemError } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import { codeOf } from './disk'

const text = archiveText.disk

const sentences: readonly (readonly [RegExp, string, (folder: string) => string])[] = [
  [/^(ENOSPC|EDQUOT)$/, 'statements.disk-full', text.full],
  [/^EROFS$/, 'statements.read-only', text.readOnlyDrive],
  [/^(EACCES|EPERM)$/, 'statements.read-only', text.notWritable],
  [/^(ENOENT|ENOTDIR|ENODEV|ENXIO|ESTALE|EHOSTDOWN|ENOTCONN|ENETDOWN)$/, 'statements.gone', text.gone],
  [/^(EIO|UNKNOWN)$/, 'statements.disk-fault', text.fault],
  [/^(EMFILE|ENFILE)$/, 'statements.files', () => text.tooManyOpen],
  [/^(EBUSY|ETXTBSY)$/, 'statements.busy', text.busy],
  [/^ENAMETOOLONG$/, 'statements.name', text.pathTooLong]
]

/** A refusal of the file system as a sentence about the folder. */
export function diskProblem(thrown: unknown, place: string): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  const code = codeOf(thrown)
  const found = sentences.find(([marks]) => marks.test(code))
  const detail = thrown instanceof Error ? thrown.message : String(thrown)
  return found
    ? fail(found[1], found[2](place), { detail, cause: thrown })
    : fail('statements.disk', text.other(place, code), { detail, cause: thrown })
}

/** Runs work on files; what it throws comes out as a sentence. */
export async function onDisk<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw diskProblem(thrown, place)
  }
}
