import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { realDisk, type Disk } from '#engine/records/statements/index'
import { ArchiveStore, type StorePorts } from '#engine/records/statements/store/store'
import { systemClock, type Clock } from '#engine/base/clock'
import { decodeStatement, type Statement } from '#shared/wire/statement-decoder'

export const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
export const pdfBody = (text = 'a statement') =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n${text}\nendobj\nstartxref\n9\n%%EOF\n`)
export const csvBody = (text = '2026-10-01,100.00,0.500000\n') => Buffer.from(`date,balance,accrued\n${text}`)

export interface Draft {
  readonly id?: string
  readonly asset?: string
  readonly total?: string
  readonly formats?: readonly string[]
  readonly start?: string
  readonly more?: Record<string, unknown>
}

export const statementOf = ({
  id: own = id(1),
  asset = 'USDP',
  total = '0.500000',
  formats = ['STATEMENT_FORMAT_PDF', 'STATEMENT_FORMAT_CSV'],
  start = '2026-10-01T00:00:00Z',
  more = {}
}: Draft): Statement =>
  decodeStatement(
    {
      statement: {
        ...more,
        id: own,
        asset_type: asset,
        period_start: start,
        period_end: '2026-10-31T23:59:59Z',
        status: 'STATEMENT_STATUS_COMPLETED',
        type: 'STATEMENT_TYPE_MONTHLY_REWARDS',
        total_accrued: total,
        avg_daily_balance: '100.000000',
        created_at: '2026-11-02T00:00:00Z',
        files: formats.map((format, index) => ({
          format,
          generated_at: '2026-11-02T00:00:42Z',
          download_url: `https://files.test/${encodeURIComponent(own)}/${index}?signature=secret`
        }))
      }
    },
    () => {}
  )

/** Serves the first file of a statement as PDF, and the others as CSV. */
export const goodFetch = async (url: string): Promise<Response> => {
  const body = new URL(url).pathname.endsWith('/0') ? pdfBody() : csvBody()
  return new Response(new Uint8Array(body), {
    headers: { 'content-length': String(body.length), etag: '"one"' }
  })
}

export const quickClock: Clock = {
  ...systemClock,
  later: (milliseconds, call) => systemClock.later(milliseconds < 9000 ? 0 : milliseconds, call)
}

export const owner = { environment: 'production', profile: { id: 'desk', name: 'Treasury desk' } }

let instances = 0
export function storeAt(root: string, ports: Partial<StorePorts> = {}, expected = false): ArchiveStore {
  instances += 1
  return new ArchiveStore(
    {
      disk: realDisk,
      clock: quickClock,
      random: Math.random,
      fetch: goodFetch,
      lock: {
        id: `instance-${instances}`,
        host: 'here',
        machine: 'machine-1',
        pid: instances,
        alive: () => false
      },
      changed: () => {},
      warn: () => {},
      ...ports
    },
    { root, id: 'archive-1', expected }
  )
}

export const save = (store: ArchiveStore, draft: Draft = {}) =>
  store.save({
    owner,
    read: async () => statementOf(draft),
    signal: new AbortController().signal
  })

/** A disk that counts its steps; `before` may make one fail. */
export function watchedDisk(
  before: (step: number, what: string, place: string) => void,
  disk: Disk = realDisk
): Disk {
  let step = 0
  const tell = (what: string, place: string) => before(++step, what, place)
  return {
    async create(file) {
      tell('create', file)
      const handle = await disk.create(file)
      return {
        async write(bytes) {
          tell('write', file)
          await handle.write(bytes)
        },
        async empty() {
          tell('empty', file)
          await handle.empty()
        },
        async sync() {
          tell('sync', file)
          await handle.sync()
        },
        close: () => handle.close()
      }
    },
    async makeFolder(folder) {
      tell('makeFolder', folder)
      await disk.makeFolder(folder)
    },
    async list(folder) {
      tell('list', folder)
      return disk.list(folder)
    },
    kind: (place) => disk.kind(place),
    size: (file) => disk.size(file),
    async *read(file) {
      tell('read', file)
      yield* disk.read(file)
    },
    async rename(from, to) {
      tell('rename', from)
      await disk.rename(from, to)
    },
    async link(from, to) {
      tell('link', from)
      return disk.link(from, to)
    },
    async remove(file) {
      tell('remove', file)
      await disk.remove(file)
    },
    async removeEmpty(folder) {
      tell('removeEmpty', folder)
      return disk.removeEmpty(folder)
    },
    async syncFolder(folder) {
      tell('syncFolder', folder)
      await disk.syncFolder(folder)
    }
  }
}

/** Kill tests try every third step here, and every one in `npm run soak -- steps`. */
export const killStride = Number(process.env['LEADLINE_KILL_STRIDE'] ?? 3)

export class Killed extends Error {}

/** Ignores every step after the given count, as after a kill. */
export function mortalDisk(steps: number): { readonly disk: Disk; readonly dead: () => boolean } {
  let dead = false
  const disk = watchedDisk((step) => {
    if (step > steps) {
      dead = true
      throw new Killed('killed')
    }
  })
  return { disk, dead: () => dead }
}

export const systemProblem = (code: string) => Object.assign(new Error(`${code}: raised by a test`), { code })

/** All files except SHA256SUMS, which is written shortly after the others. */
export async function namesBelow(root: string): Promise<string[]> {
  await mkdir(root, { recursive: true })
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('SHA256SUMS'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort()
}
