import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asarOf, readAsar } from '../../../../scripts/package/asar.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'asar-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const entryOf = (name: string, content: Uint8Array, unpacked = false) => {
  const source = path.join(folder, createHash('sha256').update(name).digest('hex'))
  writeFileSync(source, content)
  return { name, source, unpacked }
}

interface Node {
  readonly size: number
  readonly offset?: string
  readonly integrity: { readonly hash: string; readonly blocks: readonly string[] }
  readonly files?: Record<string, Node>
}

/** As the format says: two lengths before the header, offsets counted from its end. */
function nodeAt(archive: Buffer, name: string): { node: Node; content: Buffer } {
  const start = 8 + archive.readUInt32LE(4)
  const header = JSON.parse(archive.subarray(16, 16 + archive.readUInt32LE(12)).toString()) as Node
  const node = name.split('/').reduce((each, part) => each.files![part]!, header)
  const from = start + Number(node.offset)
  return { node, content: archive.subarray(from, from + node.size) }
}

it('returns every file, with the hashes of its blocks', () => {
  const name = fc.stringMatching(/^[a-z]{1,8}(\/[A-Z]{1,8}){0,3}\.[a-z]{2}$/)
  fc.assert(
    fc.property(fc.dictionary(name, fc.uint8Array({ maxLength: 50 }), { maxKeys: 8 }), (files) => {
      const archive = asarOf(Object.entries(files).map(([each, content]) => entryOf(each, content)))
      expect(readAsar(archive)).toHaveLength(Object.keys(files).length)
      for (const [each, bytes] of Object.entries(files)) {
        const { node, content } = nodeAt(archive, each)
        expect([...content]).toEqual([...bytes])
        expect(node.integrity.hash).toBe(createHash('sha256').update(bytes).digest('hex'))
        expect(node.integrity.blocks).toEqual([node.integrity.hash])
      }
    })
  )
})

it('gives the same bytes for any order', () => {
  const entries = ['b/a', 'a', 'b/c/d', 'b.txt'].map((name) => entryOf(name, Buffer.from(name)))
  expect(asarOf(entries.toReversed())).toEqual(asarOf(entries))
})

it('hashes blocks of four megabytes', () => {
  const content = Buffer.alloc(4 * 1024 * 1024 + 1, 1)
  const { node } = nodeAt(asarOf([entryOf('large', content)]), 'large')
  const hashOf = (part: Uint8Array) => createHash('sha256').update(part).digest('hex')
  expect(node.integrity.blocks).toEqual([
    hashOf(content.subarray(0, 4 * 1024 * 1024)),
    hashOf(content.subarray(4 * 1024 * 1024))
  ])
})

it('leaves unpacked files out', () => {
  const archive = asarOf([entryOf('in', Buffer.from('inside')), entryOf('out', Buffer.from('beside'), true)])
  expect(archive.includes('beside')).toBe(false)
  expect(readAsar(archive)).toEqual([
    { name: 'in', size: 6, unpacked: false },
    { name: 'out', size: 6, unpacked: true }
  ])
})
