import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { ServerResponse } from 'node:http'
import { expect } from 'vitest'
import { openUpdateFile, Updates } from '#engine/app/updates/index'
import { newKey, release, signed, sourceOf } from '../unit/engine/app/updates/release'
import { HandClock } from '../unit/engine/hand-clock'
import { freshFolder } from './support/folder'
import { startScriptedServer, type Script } from './support/scripted-server'

export type UpdatesDesk = Awaited<ReturnType<typeof openUpdatesDesk>>

/** Updates from a real server, with a clock that is set by hand. */
export async function openUpdatesDesk() {
  const key = newKey()
  const clock = new HandClock()
  const folder = await freshFolder()
  const manifest = (more: object = {}) => signed(release(more, clock.wall()), key)
  const server = await startScriptedServer((response) => void response.writeHead(404).end())
  const elsewhere = await startScriptedServer((response) => void response.end(manifest()))
  const open = async (version = '0.1.0') => {
    const made = new Updates({
      file: await openUpdateFile({ file: path.join(folder, 'updates.json'), clock }),
      folder: path.join(folder, 'updates'),
      fetch,
      clock,
      random: () => 0.5,
      source: sourceOf(`${server.origin}/leadline.json`, key),
      version,
      on: true,
      notes: [],
      system: 'test-x64',
      way: 'installer',
      onChange: () => undefined
    })
    await made.start()
    return made
  }
  const desk = {
    clock,
    folder,
    server,
    elsewhere,
    manifest,
    updates: await open(),
    async restart(version?: string) {
      await desk.updates.dispose()
      desk.updates = await open(version)
    },
    /** Returns the code of the problem. */
    async check(reply: Script): Promise<string | null> {
      server.reply = reply
      clock.advance(61_000)
      await desk.updates.check()
      return desk.updates.state().problem?.code ?? null
    },
    async announce(files: object) {
      expect(await desk.check((response) => void response.end(manifest({ files })))).toBeNull()
      expect(desk.updates.state().available?.way).toBe('installer')
    },
    /** As the release announces an installer. */
    file: (bytes: Buffer, name = 'leadline-setup.exe') => ({
      url: `${server.origin}/${name}`,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex')
    }),
    /** How the download ended: its state, or the code of its problem. */
    async ended(): Promise<string> {
      await expect.poll(() => desk.updates.state().download.state).not.toBe('running')
      const { download } = desk.updates.state()
      return download.state === 'failed' ? download.problem.code : download.state
    },
    names: () => readdir(path.join(folder, 'updates')),
    async close() {
      await desk.updates.dispose()
      await server.close()
      await elsewhere.close()
    }
  }
  return desk
}

/** Until the reader goes away. */
export function endless(response: ServerResponse) {
  const part = 'x'.repeat(64 * 1024)
  const more = () => {
    while (!response.destroyed && response.write(part));
  }
  response.on('drain', more)
  more()
}
