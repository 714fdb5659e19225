import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { narrowed, testedFiles } from '../../../scripts/testing/changed.mjs'
import { adviceOn } from '../../../scripts/testing/count.mjs'
import { checks, inPairs } from '../../../scripts/testing/runners.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
const component = 'renderer/App.svelte'
const script = 'scripts/check.mjs'
const gone = 'renderer/no-such-file.ts'

const chosen = (...files: string[]) =>
  Object.fromEntries(
    checks.flatMap((check) => {
      const own = narrowed(check, files)
      return own ? [[own.name, own.files ?? 'everything']] : []
    })
  )

describe('the checks of changed files', () => {
  it('read such files', () => {
    expect(chosen()).toEqual({})
    expect(chosen('README.md')).toEqual({ format: ['README.md'] })
    expect(chosen(script)).toEqual({ format: [script], lint: [script], types: 'everything' })
    expect(chosen(component, script)).toEqual({
      format: [component, script],
      lint: [script],
      'svelte-lint': [component],
      types: 'everything',
      'svelte-check': 'everything'
    })
  })

  it('find users of a removed file', () => {
    expect(chosen(gone)).toEqual({ types: 'everything', 'svelte-check': 'everything' })
  })

  it('run completely after a configuration change', () => {
    for (const file of ['package.json', '.oxlintrc.json', 'eslint.config.js', 'scripts/lint/arrows.mjs'])
      expect(checks.map((check) => narrowed(check, [file, script]))).toEqual(checks)
  })
})

describe('the tests of changed files', () => {
  const rules = ['tests/unit/lint/arrows.test.ts']

  it('import them, and include lint tests', () => {
    expect(testedFiles([component, 'README.md', ...rules], rules)).toEqual([component, ...rules])
    expect(testedFiles([gone], rules)).toEqual(rules)
    expect(testedFiles(['README.md'], rules)).toEqual([])
    expect(testedFiles(['vitest.config.ts'], rules)).toBeNull()
  })
})

describe('the advice after a failure', () => {
  it.each([
    ['format', 'Format issues found in above 2 files.', 'run npm run format'],
    ['lint', ' ,-[electron/main/index.ts:12:3]\n', 'edit electron/main/index.ts:12'],
    ['svelte-lint', `${root}/renderer/App.svelte\n  12:3  error  No\n`, 'edit renderer/App.svelte:12'],
    ['types', "scripts/check.mjs(7,1): error TS2304: Cannot find name 'x'.", 'edit scripts/check.mjs:7'],
    ['svelte-check', `${root}/renderer/App.svelte:12:3\nError: no (ts)`, 'edit renderer/App.svelte:12'],
    ['types', 'Killed', 'see the output of types above']
  ])('of %s names a command or a line', (name, output, advice) => expect(adviceOn(name, output)).toBe(advice))
})

describe('checks in pairs', () => {
  const result = (name: string, failed = 0) => ({
    ...{ name, passed: 0, failed, skipped: 0, milliseconds: 0, note: '', advice: '', failures: [] }
  })
  const started: string[] = []
  const work = ['a', 'b', 'c', 'd', 'e'].map((name) => async () => {
    started.push(name)
    return Promise.resolve(result(name, name === 'b' ? 1 : 0))
  })

  it('stop after a failure on request', async () => {
    expect(await inPairs(work)).toHaveLength(5)
    started.length = 0
    const results = await inPairs(work, { untilFailure: true })
    expect(results.map(({ name }) => name)).toEqual(started)
    expect(started).not.toContain('e')
  })
})
