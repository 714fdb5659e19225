import type { EvidenceReport } from '#shared/contract/recording/evidence'
import { fail } from '#shared/domain/base/problem'
import { evidenceText } from '#shared/messages/evidence'
import { recordingText } from '#shared/messages/recording'
import { NotPlainFile, readZip, ZipProblem } from '../../base/files'
import { checkBundle } from './check-bundle'

const megabyte = 1024 * 1024
const limits = { packed: 128 * megabyte, unpacked: 256 * megabyte, files: 32 }

/** Reads a bundle that may come from anybody. @param ownKey as PEM */
export async function checkEvidence(
  file: string,
  ownKey: string | null,
  signal: AbortSignal
): Promise<EvidenceReport> {
  const files = await readZip(file, limits).catch((problem: unknown) => {
    if (problem instanceof ZipProblem) return problem
    if (problem instanceof NotPlainFile)
      throw fail('recording.evidence-zip', recordingText.evidence.notFile(file, problem.words))
    throw problem
  })
  signal.throwIfAborted()
  if (files instanceof ZipProblem) return { path: file, ...unreadable(files.message) }
  return { path: file, ...checkBundle(files, ownKey) }
}

const unreadable = (sentence: string): Omit<EvidenceReport, 'path'> => ({
  about: null,
  checks: [{ subject: evidenceText.checks.archive, ok: false, sentence }]
})
