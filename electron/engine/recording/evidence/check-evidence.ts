import type { EvidenceReport } from '#shared/contract/recording/evidence'
import { fail } from '#shared/domain/base/problem'
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
    if (problem instanceof ZipProblem) throw fail('recording.evidence-zip', problem.message)
    if (problem instanceof NotPlainFile)
      throw fail('recording.evidence-zip', recordingText.evidence.notFile(file, problem.words))
    throw problem
  })
  signal.throwIfAborted()
  return { path: file, ...checkBundle(files, ownKey) }
}
