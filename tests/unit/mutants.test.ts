import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { mutants } from '../soak/mutants/list.mjs'
import { mutated } from '../soak/mutants/mutate.mjs'

const root = path.resolve(import.meta.dirname, '../..')

test('finds the text of every mutant', () => {
  for (const mutant of mutants) {
    const source = readFileSync(path.join(root, mutant.file), 'utf8')
    expect(mutated(source, mutant), mutant.name).not.toBe(source)
  }
})
