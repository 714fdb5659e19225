import { fork, type ChildProcess } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { systemClock } from '#engine/base/clock'
import { parquetFolderOf } from '#engine/recording/parquet/locations'
import { sealLog } from '#engine/recording/parquet/seal'
import { SqlSession, type SqlProcess } from '#engine/recording/sql/client'
import type { SqlReply } from '#engine/recording/sql/messages'
import type { SqlResult, SqlRow } from '#shared/contract/recording/sql'
import { FuzzRandom } from '../../../unit/shared/wire/fuzz/random'
import { buildProcess } from '../../support/build-process'
import { freshFolder } from '../../support/folder'
import { staleAfter, writeLog } from '../../support/written-log'
import { exactLog } from '../parquet/exact-log'

export interface SealedDesk {
  readonly home: string
  readonly log: string
  /** Of its Parquet files. */
  readonly folder: string
  readonly session: SqlSession
  readonly children: readonly ChildProcess[]
}

/** A sealed recording, and a session whose process is that of the app, in plain Node. */
export async function openSealedDesk(): Promise<SealedDesk> {
  const home = await freshFolder()
  const log = path.join(home, 'recordings', 'environment=local', 'service=0123456789ab', 'log')
  const random = new FuzzRandom(7)
  await writeLog(log, exactLog(random, 600), { random, segment: 300, keyframes: false })
  await sealLog(log, { staleAfter: () => staleAfter })
  const file = await buildProcess('sql', 'electron/main/recording/sql/process.ts', ['@duckdb/node-bindings'])
  const children: ChildProcess[] = []
  const spawn = (): SqlProcess => {
    const child = fork(file, [], { env: {}, execArgv: [], stdio: 'ignore', serialization: 'advanced' })
    children.push(child)
    return {
      send: (request) => void (child.connected && child.send(request, () => {})),
      onReply: (listener) => void child.on('message', (reply) => listener(reply as SqlReply)),
      onEnd: (listener) => void child.once('exit', listener),
      kill: () => void child.kill()
    }
  }
  const session = new SqlSession({ clock: systemClock, spawn })
  return { home, log, folder: parquetFolderOf(log), session, children }
}

export const rowsOf = (result: SqlResult | null): readonly SqlRow[] =>
  (result?.parts ?? []).flatMap((part) => JSON.parse(part) as readonly SqlRow[])

/** Every file below a folder with its content. */
export async function contentOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const content = new Map<string, string>()
  for (const { parentPath, name } of files) {
    const file = path.join(parentPath, name)
    content.set(path.relative(folder, file), (await readFile(file)).toString('base64'))
  }
  return content
}
