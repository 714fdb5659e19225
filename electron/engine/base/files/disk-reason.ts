import { fileText } from '#shared/messages/base'

const { disk: text } = fileText

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: text.full,
  EDQUOT: text.quota,
  EACCES: text.denied,
  EPERM: text.denied,
  EROFS: text.readOnly,
  ENOENT: text.noFolder,
  EIO: text.fault,
  EISDIR: text.folder
}

/** For example "the disk is full". */
export function diskReason(problem: unknown): string {
  const code = problem instanceof Error && 'code' in problem ? String(problem.code) : ''
  return reasons[code] ?? (code === '' ? text.unknown : text.code(code))
}
