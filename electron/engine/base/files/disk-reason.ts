import { fileText } from '#shared/messages/base'
import { NotPlainFile } from './plain-file'

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

const codeOf = (problem: unknown) =>
  problem instanceof Error && 'code' in problem ? String(problem.code) : ''

/** For example "the disk is full". */
export function diskReason(problem: unknown): string {
  const code = codeOf(problem)
  return reasons[code] ?? (code === '' ? text.unknown : text.code(code))
}

const unread: Readonly<Record<string, string>> = { ENOENT: text.noFile, EACCES: text.unreadable }

/** Of a file that was to be read; for example "there is no such file". */
export function readReason(problem: unknown): string {
  if (problem instanceof NotPlainFile) return problem.words
  return unread[codeOf(problem)] ?? diskReason(problem)
}
