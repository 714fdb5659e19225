import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseBenchOptions } from '../../../scripts/bench/options.mjs'
import { parseStartOptions } from '../../../scripts/setup/options.mjs'
import { parseTestOptions } from '../../../scripts/testing/options.mjs'

const folder = path.resolve('/somewhere')

describe('options of npm start', () => {
  it('takes paths relative to the caller', () => {
    expect(parseStartOptions(['--user-data', 'data', '--shot=a.png'], folder)).toEqual({
      kind: 'run',
      force: false,
      userData: path.join(folder, 'data'),
      shot: path.join(folder, 'a.png')
    })
    expect(parseStartOptions(['--shot', '/b/a.png'], folder)).toMatchObject({
      shot: path.resolve('/b/a.png')
    })
  })

  it('forces a new try of the official runtime', () => {
    expect(parseStartOptions(['--runtime', 'official'], folder)).toEqual({ kind: 'run', force: true })
  })

  it.each([
    [['--shoot', 'a.png']],
    [['a.png']],
    [['--shot']],
    [['--shot', 'a.jpg']],
    [['--user-data', '--shot']]
  ])('refuses %j', (words) => {
    expect(parseStartOptions(words, folder)).toMatchObject({ kind: 'wrong' })
  })

  it('helps', () => expect(parseStartOptions(['--help'], folder)).toEqual({ kind: 'help' }))
})

describe('options of npm test', () => {
  const names = ['unit', 'e2e']

  it('passes words on to the one runner', () => {
    expect(parseTestOptions(['--only', 'e2e', 'shell', '-g', 'a name'], names)).toEqual({
      kind: 'run',
      only: ['e2e'],
      force: false,
      words: ['shell', '-g', 'a name']
    })
  })

  it.each([[['shell']], [['--only', 'unit,e2e', 'shell']], [['--only', 'none']], [['--only']]])(
    'refuses %j',
    (words) => expect(parseTestOptions(words, names)).toMatchObject({ kind: 'wrong' })
  )
})

describe('options of npm run bench', () => {
  it('takes the quick way and a file', () => {
    expect(parseBenchOptions(['--quick', '--json', 'r.json'], folder)).toEqual({
      kind: 'run',
      quick: true,
      json: path.join(folder, 'r.json')
    })
  })

  it.each([[['--json']], [['--fast']]])('refuses %j', (words) =>
    expect(parseBenchOptions(words, folder)).toMatchObject({ kind: 'wrong' })
  )
})
