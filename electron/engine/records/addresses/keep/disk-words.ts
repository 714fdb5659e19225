const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'Leadline may not write there',
  EPERM: 'Leadline may not write there',
  EROFS: 'the disk is read-only',
  ENOENT: 'the folder is not there any more',
  EIO: 'the disk reported an error',
  EISDIR: 'a folder of this name is in the way'
}

/** Why a file could not be written, as a clause. */
export function diskReason(problem: unknown): string {
  const code = problem instanceof Error && 'code' in problem ? String(problem.code) : ''
  return reasons[code] ?? (code === '' ? 'the disk gave no reason' : `the disk said ${code}`)
}
