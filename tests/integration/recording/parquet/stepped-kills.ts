import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import { listSegments } from '#engine/recording/log/segments'
import { parquetFolderOf } from '#engine/recording/parquet/locations'
import { FuzzRandom } from '../../../unit/shared/wire/fuzz/random'
import { writeLog } from '../../support/written-log'
import { exactLog } from './exact-log'
import { rowsOfLines } from './oracle'
import { zcat } from '../../../unit/engine/recording/support'

export interface SteppedKills {
  readonly steps: number
  readonly kills: number
  readonly faults: readonly string[]
}

/**
 * Kills sealing and retention at every so many steps of the file system. After each kill, no segment may be gone whose
 * Parquet files are not whole; the next run leaves nothing unfinished, and every row is there once.
 */
export async function killAtSteps(options: {
  /** The built child. */
  readonly child: string
  readonly every: number
  readonly seed?: number
  readonly messages?: number
}): Promise<SteppedKills> {
  const { child, every, seed = 1, messages = 150 } = options
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-stepped-kills-'))
  const faults: string[] = []
  try {
    const random = new FuzzRandom(seed)
    const original = path.join(folder, 'original', 'log')
    await writeLog(original, exactLog(random, messages), { random, segment: 40, keyframes: false })
    const segments = (await listSegments(original)).map((file) => path.basename(file))
    const truth = rowsOfLines(await zcat(original))
    const run = (log: string, last: number) =>
      spawnSync(process.execPath, [child, log, String(last)], { encoding: 'utf8' })
    const copy = async (name: string) => {
      const log = path.join(folder, name, 'log')
      await cp(path.dirname(original), path.dirname(log), { recursive: true })
      return log
    }
    const steps = Number(run(await copy('whole'), 0).stdout)
    let kills = 0
    for (let step = 1 + random.below(every); step <= steps; step += every, kills++) {
      const log = await copy(`killed-${step}`)
      const fault = (sentence: string) => faults.push(`seed ${seed}, step ${step} of ${steps}: ${sentence}`)
      const { signal } = run(log, step)
      if (signal !== 'SIGKILL') fault('it was not killed')
      const sealed = await wholeSegments(log)
      const left = new Set((await listSegments(log)).map((file) => path.basename(file)))
      for (const name of segments)
        if (!left.has(name) && !sealed.has(name)) fault(`${name} was deleted before it was verified`)
      const { status, stderr } = run(log, 0)
      if (status !== 0) fault(`the next run failed: ${stderr}`)
      const names = await readdir(path.dirname(log), { recursive: true })
      for (const name of names) if (/\.(part|tmp)$/.test(name)) fault(`${name} was left`)
      if ((await listSegments(log)).length !== 1) fault('the limits were not kept')
      for (const table of ['book', 'trades'] as const) {
        const rows = await countRows(path.join(parquetFolderOf(log), `table=${table}`))
        if (rows !== truth[table].length) fault(`${rows} rows of ${table} instead of ${truth[table].length}`)
      }
      await rm(path.dirname(log), { recursive: true })
    }
    return { steps, kills, faults }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The names of segments that manifests list, all of whose files have the digests that they should. */
async function wholeSegments(log: string): Promise<Set<string>> {
  const folder = parquetFolderOf(log)
  const whole = new Set<string>()
  const manifests = await readdir(path.join(folder, 'sealed')).catch(() => [])
  for (const name of manifests.filter((each) => each.endsWith('.tsv'))) {
    const [, ...lines] = (await readFile(path.join(folder, 'sealed', name), 'utf8')).trimEnd().split('\n')
    const fields = lines.map((line) => line.split('\t'))
    const areWhole = await Promise.all(
      fields.map(async ([file = '', , , digest]) => {
        const bytes = await readFile(path.join(folder, file)).catch(() => Buffer.alloc(0))
        return createHash('sha256').update(bytes).digest('hex') === digest
      })
    )
    if (!areWhole.includes(false))
      for (const segment of fields[0]!.at(-1)!.split(',')) whole.add(segment.split(':')[0]!)
  }
  return whole
}

async function countRows(folder: string): Promise<number> {
  let rows = 0
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.parquet')) continue
    const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path.join(folder, name)))
    rows += Number(metadata.num_rows)
  }
  return rows
}
