import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Script } from './support/scripted-server'
import { openUpdatesDesk, type UpdatesDesk } from './updates-desk'

let desk: UpdatesDesk
beforeEach(async () => {
  desk = await openUpdatesDesk()
})
afterEach(() => desk.close())

describe('an installer of a release that is replaced during the download', () => {
  const content = randomBytes(3_000_000)
  const next = randomBytes(2_000_000)
  const partNames = async () => (await desk.names()).map((name) => name.replace(/^leadline-|\.exe.*$/g, ''))
  const idOf = (bytes: Buffer) => desk.file(bytes).sha256.slice(0, 16)
  /** A server whose installers stop halfway until `finish`. */
  const begin = async () => {
    let isHeld = true
    let files: object = { 'test-x64': desk.file(content) }
    const waiting: (() => void)[] = []
    const reply: Script = (response, { url }) => {
      if (url === '/leadline.json') return void response.end(desk.manifest({ files, version: '0.3.0' }))
      const bytes = url === '/next.exe' ? next : content
      response.writeHead(200, { 'content-length': bytes.length })
      response.write(bytes.subarray(0, 1_000_000))
      const rest = () => void response.end(bytes.subarray(1_000_000))
      if (isHeld) waiting.push(rest)
      else rest()
    }
    expect(await desk.check(reply)).toBeNull()
    desk.updates.download()
    await expect.poll(() => waiting.length).toBe(1)
    return {
      waiting,
      finish() {
        isHeld = false
        for (const rest of waiting) rest()
      },
      async replace(replacement: object) {
        files = replacement
        // Without its timers: the server is slow, not dead.
        desk.clock.jump(61_000)
        await desk.updates.check()
        expect(desk.updates.state()).toMatchObject({ problem: null, available: { version: '0.3.0' } })
      }
    }
  }
  const nextFile = () => desk.file(next, 'next.exe')

  test('is deleted, and the newer one downloaded', async () => {
    const server = await begin()
    await server.replace({ 'test-x64': nextFile() })
    await expect.poll(() => server.waiting.length).toBe(2)
    expect(desk.updates.state().download).toMatchObject({ state: 'running', of: next.length })
    expect(await partNames()).toEqual([idOf(next)])
    server.finish()
    expect(await desk.ended()).toBe('ready')
    expect(next.equals(await readFile((await desk.updates.installer())!))).toBe(true)
  })

  test('continues if the file stays the same', async () => {
    const server = await begin()
    await server.replace({ 'test-x64': desk.file(content) })
    server.finish()
    expect(await desk.ended()).toBe('ready')
    expect(server.waiting).toHaveLength(1)
    expect(await partNames()).toEqual([idOf(content)])
  })

  test('is deleted if the newer one has no installer for this system', async () => {
    const server = await begin()
    await server.replace({})
    expect(await desk.ended()).toBe('none')
    await expect.poll(() => readdir(desk.folder)).toEqual(['updates.json'])
  })

  test('stays cancelled if it is cancelled at that moment', async () => {
    const server = await begin()
    await server.replace({ 'test-x64': nextFile() })
    await desk.updates.cancelDownload()
    expect(await desk.ended()).toBe('none')
    expect(server.waiting.length).toBeLessThanOrEqual(2)
  })
})
