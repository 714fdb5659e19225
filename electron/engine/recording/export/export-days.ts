import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ExportChoice, RecordingExport } from '#shared/contract/recording/catalog'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { isInside } from '../../base/files'
import { needSpace } from '../free-space'
import type { ChosenLog } from '../location'
import { sizeOfDerived } from '../keyframes/files'
import { readEnds } from '../log/ends'
import { LogLock } from '../log/lock'
import { dayOf, listSegments } from '../log/segments'
import { logTimeOf } from '../replay/log-time'
import { ExportFolder } from './export-folder'
import { exportLog } from './export-log'
import { exportRows } from './export-rows'
import type { ExportedFile } from './row-files'

export interface ExportRequest extends ExportChoice {
  /** Of all recordings. */
  readonly root: string
  readonly logs: readonly ChosenLog[]
  /** The folder that the export is written to. */
  readonly target: string
  readonly staleAfter: number
}

interface ExportOptions {
  readonly now: number
  readonly signal: AbortSignal
  readonly onProgress: (log: string, day: string, share: number) => void
}

/** Segments that follow each other without one that is left out. */
type Run = readonly string[]

interface ChosenRuns {
  readonly log: string
  readonly runs: readonly Run[]
  readonly openFile: string | undefined
}

/** Writes days into a new folder, which is there as a whole or not at all. */
export async function exportDays(request: ExportRequest, options: ExportOptions): Promise<RecordingExport> {
  const { root, target, format } = request
  const { signal, now } = options
  if (isInside(target, root)) throw fail('recording.export-inside', recordingText.exportInside)
  const chosen = await Promise.all(request.logs.map((log) => runsOf(log, request)))
  const segments = chosen.flatMap(({ runs }) => runs.flat())
  if (segments.length === 0) throw fail('recording.export-empty', recordingText.exportEmpty)
  const progress = await Progress.of(segments, options.onProgress)
  if (format === 'raw') await needSpace(target, progress.total + (await derivedSize(segments)))
  const exporting = await ExportFolder.begin(target, nameOf(request), () => now)
  let damaged = 0
  try {
    for (const { log, runs, openFile } of chosen) {
      const below = [...path.relative(root, path.dirname(log)).split(path.sep), folders[format]].join('/')
      const folder = path.join(exporting.folder, below)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const onFile = ({ name, sha256 }: ExportedFile) => exporting.add(`${below}/${name}`, sha256)
      const onProgress = (segment: string, bytes: number) => progress.report(log, segment, bytes)
      const more = { signal, onFile, onProgress }
      if (format === 'raw') await exportLog(runs.flat(), folder, { openFile, now, ...more })
      else
        for (const run of runs)
          damaged += await exportRows(log, run, folder, { ...rowOptions(request), ...more })
    }
    if (exporting.files === 0)
      throw fail(
        'recording.export-empty',
        damaged > 0 ? recordingText.exportDamaged : recordingText.exportEmpty
      )
    await exporting.finish()
    return { path: exporting.named, files: exporting.files, damaged }
  } catch (problem) {
    await exporting.discard().catch(() => {})
    throw problem
  }
}

const folders = { parquet: 'parquet', csv: 'csv', raw: 'log' } as const

const rowOptions = ({ format, markets, from, to, staleAfter }: ExportRequest) => ({
  format: format === 'csv' ? ('csv' as const) : ('parquet' as const),
  markets: markets && new Set(markets),
  from: from ?? -Infinity,
  to: to ?? Infinity,
  staleAfter
})

function nameOf({ format, logs }: ExportRequest): string {
  const days = logs.flatMap((log) => log.days).sort()
  const [first, last] = [days[0]!, days.at(-1)!]
  return `leadline-${format}-${first === last ? first : `${first}-to-${last}`}`
}

async function derivedSize(segments: readonly string[]): Promise<number> {
  const sizes = await Promise.all(segments.map(sizeOfDerived))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function runsOf({ log, days }: ChosenLog, { from, to }: ExportChoice): Promise<ChosenRuns> {
  const all = await listSegments(log)
  const openFile = (await LogLock.isLeft(log)) ? all.at(-1) : undefined
  const runs: string[][] = [[]]
  for (const file of all) {
    if (days.includes(dayOf(file)) && (await isWithin(file, from, to))) runs.at(-1)!.push(file)
    else if (runs.at(-1)!.length > 0) runs.push([])
  }
  return { log, runs: runs.filter((run) => run.length > 0), openFile }
}

async function isWithin(file: string, from: number | null, to: number | null): Promise<boolean> {
  if (from === null && to === null) return true
  const ends = await readEnds(file)
  if (!ends) return false
  const [begin, end] = [ends.first.from, ends.last.to].map((time) => logTimeOf(time).milliseconds)
  return (from === null || end! >= from) && (to === null || begin! < to)
}

/** By the bytes of segments. */
class Progress {
  private constructor(
    private readonly before: ReadonlyMap<string, number>,
    readonly total: number,
    private readonly onProgress: ExportOptions['onProgress']
  ) {}

  static async of(segments: readonly string[], onProgress: ExportOptions['onProgress']): Promise<Progress> {
    const before = new Map<string, number>()
    let total = 0
    for (const file of segments) {
      before.set(file, total)
      total += (await stat(file).catch(() => null))?.size ?? 0
    }
    return new Progress(before, total, onProgress)
  }

  report(log: string, segment: string, bytes: number): void {
    const before = this.before.get(segment)
    if (before === undefined) return
    this.onProgress(log, dayOf(segment), Math.min(1, (before + bytes) / (this.total || 1)))
  }
}
