import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../../integration/support/folder'
import { readSidecar, sidecarText } from '#engine/records/statements/layout/sidecar'
import { id, namesBelow, owner, save, statementOf, storeAt } from './support'

const nasty = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc.constantFrom(
    '../../../outside',
    '/etc/passwd',
    '..',
    'C:\\x',
    'CON',
    'a\u0000b',
    'https://files.test/x?signature=secret',
    '__proto__'
  ),
  fc.string({ minLength: 300, maxLength: 1500 })
)

test('writes only inside the archive for any IDs, assets, formats and names, and reads it all back', async () => {
  const folder = await freshFolder()
  const root = path.join(folder, 'inner', 'archive')
  await mkdir(path.dirname(root))
  await writeFile(path.join(folder, 'outside'), 'untouched')
  const store = storeAt(root)
  await store.open()
  await fc.assert(
    fc.asyncProperty(
      nasty,
      nasty,
      fc.array(nasty, { minLength: 1, maxLength: 4 }),
      nasty,
      fc.jsonValue(),
      async (own, asset, formats, name, extra) => {
        const statement = statementOf({ id: own, asset, formats, more: { note: name, extra, [name]: 'x' } })
        const saved = await store.save({
          owner: { environment: name, profile: { id: own, name } },
          read: async () => statement,
          signal: new AbortController().signal
        })
        expect(saved.key.split('/')).toHaveLength(5)
        expect(store.statement(saved.key)?.faults).toEqual([])
        const text = await readFile(path.join(store.folder(saved.key), 'statement.json'), 'utf8')
        expect(text).not.toMatch(/:\/\//)
        expect(readSidecar(Buffer.from(text)).state).toBe('read')
      }
    ),
    { numRuns: 40 }
  )
  await store.dispose()
  expect(await readdir(folder)).toEqual(['inner', 'outside'])
  expect(await readdir(path.join(folder, 'inner'))).toEqual(['archive'])
  const index = store.index.statements.length
  const next = storeAt(root, {}, true)
  await next.open()
  expect(next.index.statements).toHaveLength(index)
  expect(next.index.unknown).toEqual([])
  await next.dispose()
})

test('does not follow a link in the archive for writing or reading', async () => {
  const folder = await freshFolder()
  const [root, outside] = [path.join(folder, 'archive'), path.join(folder, 'outside')]
  await mkdir(outside)
  const store = storeAt(root)
  await store.open()
  await symlink(outside, path.join(root, 'production'))
  await expect(save(store)).rejects.toThrow(/statements\.blocked/)
  expect(await namesBelow(outside)).toEqual([])
  await store.rebuild()
  expect(store.index.statements).toEqual([])
  await store.dispose()
})

test('refuses a sidecar that names a file elsewhere', async () => {
  const root = path.join(await freshFolder(), 'archive')
  const store = storeAt(root)
  await store.open()
  const { key, sidecar } = await save(store)
  const file = path.join(store.folder(key), 'statement.json')
  for (const name of ['../../x.pdf', '/etc/passwd', 'statement.json']) {
    const text = sidecarText({ ...sidecar, files: [{ ...sidecar.files[0]!, name }] })
    expect(readSidecar(Buffer.from(text)).state).toBe('unreadable')
    await writeFile(file, text)
    await store.refresh(key)
    expect(store.statement(key)).toBeNull()
    expect(store.file(key, name)).toBeNull()
  }
  await store.dispose()
})

test('detects one changed character of a sidecar', async () => {
  const root = path.join(await freshFolder(), 'archive')
  const store = storeAt(root)
  await store.open()
  const { key } = await save(store)
  const text = await readFile(path.join(store.folder(key), 'statement.json'), 'utf8')
  await store.dispose()
  expect(readSidecar(Buffer.from(text)).state).toBe('read')
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom('0', '7', 'a', 'Z', '"', ' '), (at, letter) => {
      const changed = text.slice(0, at) + letter + text.slice(at + 1)
      const reading = readSidecar(Buffer.from(changed))
      if (reading.state !== 'read') return
      // White space in JSON is not sealed; everything else is.
      expect(JSON.stringify(JSON.parse(changed))).toBe(JSON.stringify(JSON.parse(text)))
    }),
    { numRuns: 300 }
  )
})

test('keeps using a connection’s folder after the connection was renamed', async () => {
  const root = path.join(await freshFolder(), 'archive')
  const store = storeAt(root)
  await store.open()
  const first = await save(store, { id: id(1) })
  const renamed = { ...owner, profile: { ...owner.profile, name: 'Another name' } }
  const second = await store.save({
    owner: renamed,
    read: async () => statementOf({ id: id(2) }),
    signal: new AbortController().signal
  })
  expect(second.key.split('/')[1]).toBe(first.key.split('/')[1])
  await store.dispose()
})
