import { fail, ProblemError } from '#shared/domain/base/problem'
import { codeOf } from './disk'

const sentences: readonly (readonly [RegExp, string, (place: string) => string])[] = [
  [
    /^(ENOSPC|EDQUOT)$/,
    'statements.disk-full',
    (place) =>
      `The disk with ${place} is full. Nothing that was complete is touched; what was cut can be fetched again when there is room.`
  ],
  [
    /^EROFS$/,
    'statements.read-only',
    (place) => `${place} is on a read-only drive. Everything in it can be read, verified and exported.`
  ],
  [
    /^(EACCES|EPERM)$/,
    'statements.read-only',
    (place) =>
      `Leadline may not write to ${place}. What is there can be read; nothing can be added until that is changed.`
  ],
  [
    /^(ENOENT|ENOTDIR|ENODEV|ENXIO|ESTALE|EHOSTDOWN|ENOTCONN|ENETDOWN)$/,
    'statements.gone',
    (place) => `${place} is not there any more. Is its drive attached, and the network there?`
  ],
  [
    /^(EIO|UNKNOWN)$/,
    'statements.disk-fault',
    (place) => `The disk with ${place} reports a fault in reading or writing. Check it before you rely on it.`
  ],
  [
    /^(EMFILE|ENFILE)$/,
    'statements.files',
    () => 'Too many files are open on this computer. Try again later.'
  ],
  [
    /^(EBUSY|ETXTBSY)$/,
    'statements.busy',
    (place) => `Another program holds a file in ${place}. Try again when it is closed.`
  ],
  [
    /^ENAMETOOLONG$/,
    'statements.name',
    (place) => `The path of ${place} is too long for a file in it. Move the archive to a shorter one.`
  ]
]

/** What the file system refused, as one sentence about the folder that a person knows. */
export function diskProblem(thrown: unknown, place: string): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  const code = codeOf(thrown)
  const found = sentences.find(([marks]) => marks.test(code))
  const detail = thrown instanceof Error ? thrown.message : String(thrown)
  return found
    ? fail(found[1], found[2](place), { detail, cause: thrown })
    : fail('statements.disk', `Something went wrong with the files in ${place}${code && ` (${code})`}.`, {
        detail,
        cause: thrown
      })
}

/** Runs work on files; what it throws comes out as a sentence. */
export async function onDisk<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw diskProblem(thrown, place)
  }
}
