import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const isPlaceholder = /\b[A-Z]{3,}\b|\*/

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/states.md'])(
  'every file and folder that %s names exists',
  (document) => {
    const text = readFileSync(path.join(root, document), 'utf8')
    const named = [...text.matchAll(/`((?:electron|renderer|scripts|tests|docs)\/[^`\s]*)`/g)].map(
      ([, file]) => file!
    )
    const missing = named.filter((file) => !isPlaceholder.test(file) && !existsSync(path.join(root, file)))
    expect(missing).toEqual([])
  }
)
