import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Script } from './support/scripted-server'
import { endless, openUpdatesDesk, type UpdatesDesk } from './updates-desk'

const folderName = 'updates'
let desk: UpdatesDesk
beforeEach(async () => {
  desk = await openUpdatesDesk()
})
afterEach(() => desk.close())

describe('an installer', () => {
  const content = randomBytes(3_000_000)
  const downloaded = async (reply: Script) => {
    desk.server.reply = reply
    desk.updates.download()
    return desk.ended()
  }
  const ranged: Script = (response, { headers }) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    if (from > 0) response.statusCode = 206
    response.setHeader('content-range', `bytes ${from}-${content.length - 1}/${content.length}`)
    response.end(content.subarray(from))
  }

  test('is downloaded, verified and private', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    expect(await downloaded(ranged)).toBe('ready')
    const [name] = await desk.names()
    const place = path.join(desk.folder, folderName, name!)
    expect(await desk.updates.installer()).toBe(place)
    expect(content.equals(await readFile(place))).toBe(true)
    expect((await stat(place)).mode & 0o077).toBe(0)
    expect((await stat(path.join(desk.folder, folderName))).mode & 0o077).toBe(0)
    await desk.restart()
    expect(desk.updates.state().download.state).toBe('ready')
  })

  test('is not installed if it was altered afterwards', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    expect(await downloaded(ranged)).toBe('ready')
    const place = (await desk.updates.installer())!
    await desk.updates.dispose()
    expect(await desk.updates.installer()).toBe(place)
    const altered = Buffer.from(content)
    altered[1_500_000]! ^= 1
    await writeFile(place, altered)
    expect(await desk.updates.installer()).toBeNull()
  })

  test.each<[string, string, Script]>([
    ['differs', 'updates.altered', (response) => void response.end(Buffer.alloc(content.length))],
    ['is longer', 'updates.too-long', (response) => void response.end(Buffer.concat([content, content]))],
    ['never ends', 'updates.too-long', (response) => endless(response)],
    ['is shorter', 'updates.truncated', (response) => void response.end(content.subarray(0, 1_000_000))],
    ['is missing', 'updates.download', (response) => void response.writeHead(404).end()]
  ])('that %s is refused, and the right one accepted afterwards', async (_title, code, reply) => {
    await desk.announce({ 'test-x64': desk.file(content) })
    expect(await downloaded(reply)).toBe(code)
    expect(await desk.updates.installer()).toBeNull()
    expect(await downloaded(ranged)).toBe('ready')
    expect(content.equals(await readFile((await desk.updates.installer())!))).toBe(true)
  })

  test('is resumed where the connection broke', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    const breaks: Script = (response) => {
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.subarray(0, 2_000_000), () => response.destroy())
    }
    expect(await downloaded(breaks)).toBe('updates.truncated')
    const had = (await stat(path.join(desk.folder, folderName, (await desk.names())[0]!))).size
    expect(had).toBeGreaterThan(0)
    expect(await downloaded(ranged)).toBe('ready')
    expect(desk.server.asked.at(-1)!.headers.range).toBe(`bytes=${had}-`)
    expect(content.equals(await readFile((await desk.updates.installer())!))).toBe(true)
  })

  test('is started again by a server without ranges', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    expect(await downloaded((response) => void response.end(content.subarray(0, 1000)))).toBe(
      'updates.truncated'
    )
    expect(await downloaded((response) => void response.end(content))).toBe('ready')
    expect(content.equals(await readFile((await desk.updates.installer())!))).toBe(true)
  })

  test('recovers from a damaged part', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    expect(await downloaded((response) => void response.end(Buffer.alloc(1000)))).toBe('updates.truncated')
    expect(await downloaded(ranged)).toBe('updates.altered')
    expect(await downloaded(ranged)).toBe('ready')
  })

  test('can be cancelled, and continues later', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    desk.server.reply = (response) => {
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.subarray(0, 1_000_000))
    }
    desk.updates.download()
    await expect
      .poll(() => {
        const { download } = desk.updates.state()
        desk.clock.advance(300)
        return download.state === 'running' ? download.bytes : 0
      })
      .toBeGreaterThan(0)
    await desk.updates.cancelDownload()
    expect(desk.updates.state().download.state).toBe('none')
    expect(await downloaded(ranged)).toBe('ready')
    expect(desk.server.asked.at(-1)!.headers.range).toMatch(/^bytes=\d+-$/)
  })

  test('is given up if nothing comes for half a minute', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    let isAsked = false
    desk.server.reply = (response) => {
      isAsked = true
      response.writeHead(200)
      response.write('x')
    }
    desk.updates.download()
    await expect.poll(() => isAsked).toBe(true)
    await expect
      .poll(() => {
        desk.clock.advance(31_000)
        return desk.updates.state().download.state
      })
      .toBe('failed')
    expect(await desk.ended()).toBe('updates.stalled')
  })

  test('reports a folder that cannot be written', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    await writeFile(path.join(desk.folder, folderName), 'a file')
    expect(await downloaded(ranged)).toBe('updates.disk')
  })

  test('is not fetched from another origin than announced', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    const reply: Script = (response) =>
      void response.writeHead(302, { location: `${desk.elsewhere.origin}/a.exe` }).end()
    expect(await downloaded(reply)).toBe('updates.redirect')
    expect(desk.elsewhere.asked).toHaveLength(0)
  })

  test('is deleted when update checks are turned off', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    expect(await downloaded(ranged)).toBe('ready')
    desk.updates.setOn(false)
    expect(await desk.updates.installer()).toBeNull()
    await expect.poll(() => readdir(desk.folder)).toEqual(['updates.json'])
  })

  test('can be discarded', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    expect(await downloaded(ranged)).toBe('ready')
    await desk.updates.discardInstaller()
    expect(desk.updates.state().download.state).toBe('none')
    expect(await desk.updates.installer()).toBeNull()
    expect(await readdir(desk.folder)).toEqual(['updates.json'])
  })

  test('is deleted by the start after it was installed', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    expect(await downloaded(ranged)).toBe('ready')
    await desk.restart('0.2.0')
    expect(await readdir(desk.folder)).toEqual(['updates.json'])
  })

  test('leaves files of others in its folder', async () => {
    const folder = path.join(desk.folder, folderName)
    const others = ['leadline-notes.txt', 'mine.exe', `leadline-${'0'.repeat(16)}.exe.old`]
    await mkdir(path.join(folder, `leadline-${'a'.repeat(16)}.exe`), { recursive: true })
    for (const name of others) await writeFile(path.join(folder, name), 'Not Leadline’s')
    await writeFile(path.join(folder, `leadline-${'b'.repeat(16)}.exe.part`), 'Leadline’s')
    await desk.announce({ 'test-x64': desk.file(content) })
    expect(await downloaded(ranged)).toBe('ready')
    expect(await desk.names()).toHaveLength(others.length + 2)
    await desk.updates.discardInstaller()
    expect(await desk.names()).toEqual([...others, `leadline-${'a'.repeat(16)}.exe`].sort())
  })

  test('does not use a folder that is a link', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    expect(await downloaded(ranged)).toBe('ready')
    const elsewhere = path.join(desk.folder, 'elsewhere')
    await rename(path.join(desk.folder, folderName), elsewhere)
    await symlink(elsewhere, path.join(desk.folder, folderName))
    const before = await readdir(elsewhere)
    expect(await desk.updates.installer()).toBeNull()
    await expect(desk.updates.discardInstaller()).rejects.toThrow(/is a link/)
    expect(await downloaded(ranged)).toBe('updates.link')
    expect(await readdir(elsewhere)).toEqual(before)
  })

  test('does not follow a link in place of its part', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    expect(await downloaded((response) => void response.end(content.subarray(0, 1000)))).toBe(
      'updates.truncated'
    )
    const part = path.join(desk.folder, folderName, (await desk.names())[0]!)
    const target = path.join(desk.folder, 'target')
    await writeFile(target, 'mine')
    await rm(part)
    await symlink(target, part)
    expect(await downloaded(ranged)).toBe('ready')
    expect(await readFile(target, 'utf8')).toBe('mine')
  })

  test('of another release does not count', async () => {
    await desk.announce({ 'test-x64': desk.file(content) })
    expect(await downloaded(ranged)).toBe('ready')
    await desk.announce({ 'test-x64': desk.file(Buffer.from('newer')) })
    expect(desk.updates.state().download.state).toBe('none')
    expect(await desk.updates.installer()).toBeNull()
    expect(await downloaded((response) => void response.end('newer'))).toBe('ready')
    expect(await desk.names()).toHaveLength(1)
  })
})
