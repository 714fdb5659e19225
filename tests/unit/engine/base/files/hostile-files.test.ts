import { execFileSync } from 'node:child_process'
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePrivate, readJsonFile, removeLeftovers, writeAtomically } from '#engine/base/files/index'
import { writeAtomicallyNow } from '#engine/base/files/write'
import { openWorkspaceFile } from '#engine/workspace/workspace-file'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-hostile-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const options = { schema: v.object({}), title: 'settings', version: 1 }
const layout = (depth: number): unknown =>
  depth === 0
    ? { kind: 'tabs', panels: ['a'], active: 'a' }
    : { kind: 'split', direction: 'row', parts: [layout(depth - 1)], shares: [1] }

describe('something other than a file', () => {
  const places: Record<string, (file: string) => Promise<unknown>> = {
    'a pipe': (file) => Promise.resolve(execFileSync('mkfifo', [file])),
    'a folder': (file) => mkdir(path.join(file, 'inside'), { recursive: true }),
    'a link to a device': (file) => symlink('/dev/zero', file),
    'a file of 600 MB': async (file) => {
      await writeFile(file, '{')
      await truncate(file, 600 * 1024 * 1024)
    },
    '3,000 nested splits': (file) => {
      let text = '{"kind":"tabs","panels":["a"],"active":"a"}'
      for (let depth = 0; depth < 3000; depth++)
        text = `{"kind":"split","direction":"row","parts":[${text}],"shares":[1]}`
      return writeFile(file, `{"version":1,"links":{},"workspaces":[{"frames":[{"root":${text}}]}]}`)
    },
    'a million brackets': (file) => writeFile(file, '['.repeat(1_000_000))
  }
  it.each(Object.keys(places))('is quarantined with a notice: %s', async (name) => {
    const file = path.join(folder, 'workspaces.json')
    await places[name]!(file)
    const kept = await openWorkspaceFile({ file })
    expect(kept.atStart).toBeNull()
    expect(kept.notice).toMatch(/set aside as workspaces\.json\.damaged-/)
    expect(
      (await readdir(folder)).filter((each) => each.startsWith('workspaces.json.damaged-'))
    ).toHaveLength(1)
    expect(await readdir(folder)).not.toContain('workspaces.json')
  })

  it('is read up to the maximum nesting of layouts', async () => {
    const file = path.join(folder, 'settings.json')
    await writeFile(file, JSON.stringify({ version: 1, layout: layout(60) }))
    expect(await readJsonFile(file, options)).toMatchObject({ value: {}, notice: null })
  })

  it('keeps a limited number of copies', async () => {
    const file = path.join(folder, 'settings.json')
    for (let day = 10; day < 40; day++) {
      await writeFile(file, `damaged ${day}`)
      await readJsonFile(file, { ...options, now: () => new Date(Date.UTC(2026, 0, day)) })
    }
    const copies = await readdir(folder)
    expect(copies.length).toBe(10)
    const newest = copies.sort().at(-1)!
    expect(await readFile(path.join(folder, newest), 'utf8')).toBe('damaged 39')
  })
})

describe('a linked file', () => {
  it('stays a link, and its target is written', async () => {
    const target = path.join(folder, 'elsewhere', 'settings.json')
    await mkdir(path.dirname(target))
    await writeFile(target, '{"version":1}')
    const file = path.join(folder, 'settings.json')
    await symlink(path.join('elsewhere', 'middle.json'), file)
    await symlink('settings.json', path.join(folder, 'elsewhere', 'middle.json'))
    await writeAtomically(file, 'one')
    expect(await readFile(target, 'utf8')).toBe('one')
    writeAtomicallyNow(file, 'two')
    expect(await readFile(target, 'utf8')).toBe('two')
    expect(await readlink(file)).toBe(path.join('elsewhere', 'middle.json'))
    expect(await readJsonFile(path.join(folder, 'absent.json'), options)).toMatchObject({ writable: true })
  })

  it('is not replaced if it links to itself', async () => {
    const file = path.join(folder, 'settings.json')
    await symlink('settings.json', file)
    await expect(writeAtomically(file, 'one')).rejects.toThrow(/ELOOP/)
    expect((await lstat(file)).isSymbolicLink()).toBe(true)
  })

  it('is created at the target if missing', async () => {
    const file = path.join(folder, 'settings.json')
    await symlink(path.join('new', 'settings.json'), file)
    await writeAtomically(file, 'one')
    expect(await readFile(path.join(folder, 'new', 'settings.json'), 'utf8')).toBe('one')
    expect((await lstat(file)).isSymbolicLink()).toBe(true)
  })
})

describe('leftovers of killed writers', () => {
  it('are removed if ours and older than the start', async () => {
    const start = Date.now()
    const old = new Date(start - 60_000)
    const names = [
      'archive.json.4711-3.tmp',
      'rows.jsonl.4711-0a1b2c3d.tmp',
      'archive.json',
      'mine.tmp',
      'x.12-.tmp',
      'new.json.99-1.tmp'
    ]
    await mkdir(path.join(folder, 'deep'))
    for (const place of [folder, path.join(folder, 'deep')])
      for (const name of names) {
        await writeFile(path.join(place, name), '')
        if (!name.startsWith('new')) await utimes(path.join(place, name), old, old)
      }
    await symlink('archive.json', path.join(folder, 'link.json.1-1.tmp'))
    await removeLeftovers(folder, start - 1000)
    const left = ['archive.json', 'mine.tmp', 'new.json.99-1.tmp', 'x.12-.tmp']
    expect((await readdir(folder)).sort()).toEqual([...left, 'deep', 'link.json.1-1.tmp'].sort())
    expect((await readdir(path.join(folder, 'deep'))).sort()).toEqual([...left].sort())
  })
})

describe('file modes', () => {
  it('of existing folders and files are restricted; links are skipped', async () => {
    const outside = path.join(folder, 'outside')
    const own = path.join(folder, 'own')
    await mkdir(path.join(own, 'deep'), { recursive: true })
    await writeFile(outside, '')
    await writeFile(path.join(own, 'deep', 'file'), '')
    await symlink(outside, path.join(own, 'link'))
    for (const place of [outside, path.join(own, 'deep', 'file')]) await chmod(place, 0o644)
    for (const place of [own, path.join(own, 'deep')]) await chmod(place, 0o755)
    await makePrivate(own)
    const mode = async (place: string) => (await stat(place)).mode & 0o777
    expect(await mode(own)).toBe(0o700)
    expect(await mode(path.join(own, 'deep'))).toBe(0o700)
    expect(await mode(path.join(own, 'deep', 'file'))).toBe(0o600)
    expect(await mode(outside)).toBe(0o644)
  })

  it('of a new folder are restricted, whatever the umask', async () => {
    const file = path.join(folder, 'new', 'deep', 'settings.json')
    await writeAtomically(file, '{}')
    expect((await stat(path.dirname(file))).mode & 0o077).toBe(0)
    const handle = await open(file)
    expect((await handle.stat()).mode & 0o077).toBe(0)
    await handle.close()
  })
})
