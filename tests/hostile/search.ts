import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { constants, gunzipSync } from 'node:zlib'
import type { ElectronApplication, Page } from '@playwright/test'
import { supportNames } from '#shared/contract/app/diagnostics-stream'
import { unzip } from '../integration/support/unzip'
import { canariesIn, holdsCanary } from './canary'
import type { Received } from './service'

type Find = (content: Buffer | string) => readonly string[]

const named = (place: string, content: Buffer | string, find: Find = canariesIn) =>
  find(content).map((found) => `${place}: ${found}`)

/** In contents and names. */
export async function inFiles(folder: string, find?: Find): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const places = files.map(({ parentPath, name }) => path.join(parentPath, name))
  // Chromium replaces files concurrently.
  const contents = await Promise.all(places.map((place) => contentOf(place).catch(() => '')))
  return [
    ...named('the names of files', entries.map(({ name }) => name).join('\n'), find),
    ...places.flatMap((place, index) => named(place, contents[index]!, find))
  ]
}

/** A recording may end in a member that is being written; its frames may be in base64. */
async function contentOf(file: string): Promise<Buffer> {
  const bytes = await readFile(file)
  if (!file.endsWith('.tsv.gz')) return bytes
  const text = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
  const encoded = [...text.toString('utf8').matchAll(/\tb\t(.*)/g)].map(([, frame]) => frame!)
  return Buffer.concat([text, ...encoded.map((frame) => Buffer.from(frame, 'base64'))])
}

/** In command lines and environments of a process tree. */
export async function inProcesses(first: number, find?: Find): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  const parents = new Map(
    // The program name may contain anything up to the last bracket.
    pids.map((pid, index) => [pid, stats[index]!.slice(stats[index]!.lastIndexOf(')')).split(' ')[2] ?? ''])
  )
  const isOurs = (pid: string): boolean =>
    pid === String(first) || (parents.has(pid) && isOurs(parents.get(pid)!))
  const found: string[] = []
  for (const pid of pids.filter(isOurs)) {
    for (const name of ['cmdline', 'environ']) {
      const content = await readFile(`/proc/${pid}/${name}`).catch(() => '')
      found.push(...named(`${name} of ${pid}`, content, find))
    }
  }
  return found
}

/** In window heaps after garbage collection. */
export async function inHeaps(pages: readonly Page[]): Promise<string[]> {
  const found: string[] = []
  for (const page of pages) {
    const session = await page.context().newCDPSession(page)
    const parts: string[] = []
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void parts.push(chunk))
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
    await session.detach()
    const heap = parts.join('')
    if (!heap.includes('strings')) throw new Error('The heap could not be read')
    found.push(...named(`the heap of ${page.url()}`, heap))
  }
  return found
}

/** In a complete support file. */
export async function inSupportFile(app: ElectronApplication, page: Page, find?: Find): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-support-'))
  const file = path.join(folder, 'support.zip')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  const bridge = await page.evaluateHandle(() => window.leadline!)
  await bridge.evaluate(
    async ({ call: calls }, names) => {
      await calls.diagnostics.supportContents()
      const saved = await calls.diagnostics.saveSupport({ names })
      if (!saved.ok) throw new Error(saved.error.sentence)
    },
    [...supportNames]
  )
  const entries = unzip(await readFile(file))
  await rm(folder, { recursive: true, force: true })
  return [...entries].flatMap(([name, content]) => named(`${name} of the support file`, content, find))
}

/** In unexpected places of requests. */
export const inRequests = (received: readonly Received[]): string[] =>
  received.flatMap(({ path: address, head, body }) => {
    const isToken = address.startsWith('/oauth2/token')
    const headOnly = head.replace(/^authorization\n.*$/im, '')
    return [
      ...(holdsCanary('secret', address + head + (isToken ? '' : body)) ? [`the secret at ${address}`] : []),
      ...(holdsCanary('token', address + headOnly + body) ? [`a token beside its header at ${address}`] : [])
    ]
  })
