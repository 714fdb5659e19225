import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const isPlaceholder = /\b[A-Z]{3,}\b|\*/
const documents = [root, path.join(root, 'docs')].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.relative(root, path.join(folder, name)))
)
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

const textOf = (document: string) => readFileSync(path.join(root, document), 'utf8')
const found = (document: string, pattern: RegExp) =>
  [...textOf(document).matchAll(pattern)].map(([, name]) => name!)

test.each(documents)('every file and folder that %s names exists', (document) => {
  const named = found(document, /`((?:electron|renderer|scripts|tests|docs)\/[^`\s]*)`/g)
  const missing = named.filter((file) => !isPlaceholder.test(file) && !existsSync(path.join(root, file)))
  expect(missing).toEqual([])
})

test.each(documents)('every link of %s leads to a file', (document) => {
  const linked = found(document, /\]\((?!https?:|#)([^)#\s]+)/g)
  const missing = linked.filter((file) => !existsSync(path.join(root, path.dirname(document), file)))
  expect(missing).toEqual([])
})

test.each(documents)('every script that %s runs exists', (document) => {
  const named = found(document, /\bnpm run (?:--silent )?([a-z][\w:-]*)/g)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})
