import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { RecordingsFolder } from '#engine/recording/move/recordings-folder'
import { FuzzRandom } from '../../unit/shared/wire/fuzz/random'
import { writeLog } from '../support/written-log'
import { exactLog } from './parquet/exact-log'

export interface MoveKills {
  readonly steps: number
  readonly kills: number
  /** Of those, after which the new folder was in use. */
  readonly moved: number
  readonly faults: readonly string[]
}

/** Kills a move at every so many steps: what is in use then is whole, and the next start removes what is in the other folder. */
export async function killMoves(child: string, every: number, seed = 1): Promise<MoveKills> {
  const home = await mkdtemp(path.join(tmpdir(), 'leadline-move-kills-'))
  const faults: string[] = []
  try {
    const random = new FuzzRandom(seed)
    const original = path.join(home, 'original')
    const log = path.join(original, 'environment=local', 'service=0123456789ab', 'log')
    await writeLog(log, exactLog(random, 200), { random, segment: 60 })
    const truth = await contentOf(original)
    const begin = async (name: string) => {
      const at = (file: string) => path.join(home, name, file)
      await cp(original, at('recordings'), { recursive: true })
      await mkdir(at('drive'))
      return { file: at('recordings.json'), usual: at('recordings'), target: at('drive') }
    }
    type At = Awaited<ReturnType<typeof begin>>
    const run = ({ file, usual, target }: At, last: number) =>
      spawnSync(process.execPath, [child, file, usual, target, String(last)], { encoding: 'utf8' })
    const steps = Number(run(await begin('whole'), 0).stdout)
    let [kills, moved] = [0, 0]
    for (let step = 1 + random.below(every); step <= steps; step += every, kills++) {
      const at = await begin(`killed-${step}`)
      const fault = (sentence: string) => faults.push(`seed ${seed}, step ${step} of ${steps}: ${sentence}`)
      if (run(at, step).signal !== 'SIGKILL') fault('it was not killed')
      const folder = await RecordingsFolder.open(at.file, at.usual)
      if (!isSame(await contentOf(folder.root), truth)) fault(`${folder.root} is not whole`)
      await folder.removeLeft()
      if (!isSame(await contentOf(folder.root), truth)) fault(`${folder.root} is not whole after cleaning up`)
      const other = folder.isMoved ? at.usual : at.target
      if ((await readdir(other)).length > 0) fault(`${other} is not empty`)
      if (folder.isMoved) moved += 1
      await folder.dispose()
    }
    return { steps, kills, moved, faults }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

type Content = ReadonlyMap<string, string>

/** Of the recordings. */
export async function contentOf(root: string): Promise<Content> {
  const content = new Map<string, string>()
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(root, file)
    if (entry.isFile() && name.startsWith('environment='))
      content.set(name, (await readFile(file)).toString('base64'))
  }
  return content
}

const isSame = (one: Content, other: Content) =>
  one.size === other.size && [...one].every(([name, text]) => other.get(name) === text)
