import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { bundleEvidence } from '#engine/recording/evidence/bundle'
import { collectEvidence, type EvidenceFile } from '#engine/recording/evidence/collect'
import { SigningKey } from '#engine/recording/evidence/signing-key'
import { freshFolder } from '../../../../integration/support/folder'
import { MemorySecrets } from '../../../../integration/support/memory-secrets'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { evidenceLog, markets } from './evidence-log'
import { run } from './run'

/** The folder of a log. */
export async function recorded(seed: number, messages: number, calm = 1): Promise<string> {
  const random = new FuzzRandom(seed)
  const log = path.join(await freshFolder(), 'environment=production', 'service=20df12314ad4', 'log')
  await mkdir(log, { recursive: true })
  await writeLog(log, evidenceLog(random, messages, calm), { random, segment: 2000 })
  return log
}

interface Wanted {
  /** In nanoseconds; what was recorded last without it. */
  readonly at?: bigint | null
  readonly market?: string
  readonly picture?: Uint8Array | null
  readonly secrets?: MemorySecrets
  readonly stamp?: (manifest: Buffer) => Promise<Uint8Array | null>
}

export async function evidenceOf(log: string, wanted: Wanted = {}) {
  const { at = null, market = markets[0]!, picture = null, secrets = new MemorySecrets() } = wanted
  const { stamp = () => Promise.resolve(null) } = wanted
  const moment = at === null ? 'newest' : 'replay'
  const collected = await collectEvidence(
    { log, market, moment, at: at === null ? null : String(at), staleAfter },
    { signal: new AbortController().signal, onProgress: () => {} }
  )
  const signer = await new SigningKey(secrets).signer()
  const options = { picture, by: 'Leadline 1.2.3', on: 'Linux', now: 0, signer, stamp }
  return { facts: collected.facts, files: await bundleEvidence(collected, options) }
}

export async function unpacked(files: readonly EvidenceFile[]): Promise<string> {
  const folder = await freshFolder()
  for (const { name, content } of files) await writeFile(path.join(folder, name), content)
  return folder
}

/** What `verify.py` prints, and whether it accepts the folder. */
export const verified = (folder: string): Promise<{ readonly ok: boolean; readonly text: string }> =>
  run('python3', ['verify.py'], { cwd: folder }).then(
    ({ stdout }) => ({ ok: true, text: stdout }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ ok: false, text: stdout + stderr })
  )
