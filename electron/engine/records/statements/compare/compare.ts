import path from 'node:path'
import {
  maxDifferences,
  type Comparison,
  type ServiceDifference
} from '#shared/contract/records/statements/index'
import { ProblemError, toProblem } from '#shared/domain/base/problem'
import type { Statement } from '#shared/wire/statement-decoder'
import { archiveText } from '#shared/messages/archive'
import type { Disk, NewFile } from '../disk/disk'
import { digestOf } from '../disk/files'
import { kindOfFormat } from '../download/content'
import { download } from '../download/download'
import type { DownloadPorts } from '../download/types'
import { fileNames } from '../layout/names'
import { monthOf } from '../layout/layout'
import { recordOf, type Sidecar } from '../layout/sidecar'
import { freshAddress, ofOneFile } from '../store/save'
import type { ArchivedStatement } from '../store/scan'

interface CompareRequest {
  readonly statement: ArchivedStatement
  /** Where its files lie. */
  readonly folder: string
  readonly read: (signal: AbortSignal) => Promise<Statement>
  readonly signal: AbortSignal
}

/** Asks the service for one statement and its files again; nothing of them is kept. */
export async function compareStatement(
  ports: DownloadPorts,
  { statement: { sidecar }, folder, read, signal }: CompareRequest
): Promise<Comparison> {
  const at = ports.clock.wall()
  let offered: Statement
  try {
    offered = await read(signal)
  } catch (thrown) {
    const { code, sentence } = toProblem(thrown)
    if (code === 'rest.not-found') return { at, result: 'gone', sentence }
    throw thrown
  }
  const differences = [...differencesOf(sidecar.record, recordOf(offered))]
  const unchecked: string[] = []
  const formats = offered.files.map(({ format }) => format)
  const names = fileNames(offered.assetType, monthOf(offered.periodStart), formats)
  for (const { name } of sidecar.files) {
    signal.throwIfAborted()
    const index = names.indexOf(name)
    const address = offered.files[index]?.address ?? null
    if (address === null) {
      unchecked.push(archiveText.compare.notOffered(name))
      continue
    }
    try {
      const { sha256: service } = await download(
        { ...ports, disk: nowhere(ports.disk) },
        {
          address,
          fresh: async (stop) => freshAddress(await read(stop), offered.files[index]!, index),
          part: path.join(folder, name),
          place: folder,
          kind: kindOfFormat(offered.files[index]!.format),
          signal
        }
      )
      const here = await digestHere(ports.disk, path.join(folder, name), signal)
      if (here !== service) differences.push({ what: name, here, service })
    } catch (thrown) {
      if (signal.aborted || !(thrown instanceof ProblemError) || !ofOneFile.test(thrown.problem.code))
        throw thrown
      unchecked.push(archiveText.compare.fileFailed(name, thrown.problem.sentence))
    }
  }
  if (differences.length > 0)
    return { at, result: 'differs', differences: differences.slice(0, maxDifferences) }
  if (unchecked.length > 0) return { at, result: 'partly', sentence: unchecked.join(' ').slice(0, 900) }
  return { at, result: 'same' }
}

/** All but the files, which are compared by their bytes. */
function differencesOf(
  here: Sidecar['record'],
  service: Readonly<Record<string, unknown>>
): readonly ServiceDifference[] {
  const names = [...new Set([...Object.keys(here), ...Object.keys(service)])].filter(
    (name) => name !== 'files'
  )
  return names
    .filter((name) => plain(here[name]) !== plain(service[name]))
    .map((what) => ({ what: what.slice(0, 200), here: textOf(here[what]), service: textOf(service[what]) }))
}

/** The same text whatever the order of the fields. */
const plain = (value: unknown): string =>
  JSON.stringify(value ?? null, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )

const textOf = (value: unknown): string | null =>
  value === undefined || value === null
    ? null
    : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 500)

async function digestHere(disk: Disk, file: string, signal: AbortSignal): Promise<string | null> {
  return (await disk.size(file)) === null ? null : (await digestOf(disk, file, { signal })).sha256
}

/** Takes every byte and keeps none. */
const nowhere = (disk: Disk): Disk => ({
  ...disk,
  create: async (): Promise<NewFile> => ({
    write: async () => {},
    empty: async () => {},
    sync: async () => {},
    close: async () => {}
  }),
  remove: async () => {}
})
