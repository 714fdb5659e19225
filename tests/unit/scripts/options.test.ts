import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseBenchOptions } from '../../../scripts/bench/options.mjs'
import { parsePackageOptions } from '../../../scripts/package/options.mjs'
import { parseStartOptions } from '../../../scripts/setup/options.mjs'
import { parseTestOptions } from '../../../scripts/testing/options.mjs'

const folder = path.resolve('/somewhere')

describe('options of npm start', () => {
  it('resolves paths relative to the caller', () => {
    expect(parseStartOptions(['--user-data', 'data', '--shot=a.png'], folder)).toEqual({
      kind: 'run',
      force: false,
      app: { 'user-data': path.join(folder, 'data'), shot: path.join(folder, 'a.png') }
    })
    expect(parseStartOptions(['--shot', '/b/a.png'], folder)).toMatchObject({
      app: { shot: path.resolve('/b/a.png') }
    })
  })

  it('passes on a link', () => {
    const link = 'LEADLINE://conversion/3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a23'
    expect(parseStartOptions([link, '--shot=a.png'], '/b')).toEqual({
      kind: 'run',
      force: false,
      link,
      app: { shot: path.resolve('/b/a.png') }
    })
    expect(parseStartOptions(['leadlines://help'], folder)).toMatchObject({ kind: 'wrong' })
  })

  it('passes on the sandbox rate', () => {
    expect(parseStartOptions(['--sandbox-rate', '250'], folder)).toMatchObject({
      app: { 'sandbox-rate': '250' }
    })
    expect(parseStartOptions(['--sandbox-rate=0'], folder)).toMatchObject({ kind: 'wrong' })
  })

  it('forces a new attempt for the official runtime', () => {
    expect(parseStartOptions(['--runtime', 'official'], folder)).toMatchObject({ force: true })
  })

  it('takes a screenshot of one panel or view', () => {
    const args = ['--shot=/b/a.png', '--panel', 'depth', '--size=1280x800', '--after', '5']
    expect(parseStartOptions(args, folder)).toMatchObject({
      app: { panel: 'depth', size: '1280x800', after: '5' }
    })
  })

  it.each([
    [['--shoot', 'a.png']],
    [['a.png']],
    [['--shot']],
    [['--shot', 'a.jpg']],
    [['--user-data', '--shot']],
    [['--panel', 'depth']],
    [['--shot', 'a.png', '--panel', 'depth', '--view', 'help']],
    [['--shot', 'a.png', '--size', '1280']],
    [['--shot', 'a.png', '--after', 'soon']],
    [['--shot', 'a.png', '--after', '3601']]
  ])('refuses %j', (args) => {
    expect(parseStartOptions(args, folder)).toMatchObject({ kind: 'wrong' })
  })

  it('shows help', () => expect(parseStartOptions(['--help'], folder)).toEqual({ kind: 'help' }))
})

describe('options of npm test', () => {
  const names = ['unit', 'e2e']

  it('passes args on to the one runner', () => {
    expect(parseTestOptions(['--only', 'e2e', 'shell', '-g', 'a name'], names)).toEqual({
      kind: 'run',
      only: ['e2e'],
      force: false,
      packaged: false,
      args: ['shell', '-g', 'a name']
    })
  })

  it('runs e2e tests against the installed app', () => {
    expect(parseTestOptions(['--only', 'e2e', '--packaged'], names)).toMatchObject({
      packaged: true,
      args: []
    })
    expect(parseTestOptions(['--packaged'], names)).toMatchObject({ kind: 'wrong' })
  })

  it.each([[['shell']], [['--only', 'unit,e2e', 'shell']], [['--only', 'none']], [['--only']]])(
    'refuses %j',
    (args) => expect(parseTestOptions(args, names)).toMatchObject({ kind: 'wrong' })
  )
})

describe('options of npm run bench', () => {
  it('measures everything by default', () => {
    expect(parseBenchOptions([], folder)).toEqual({
      kind: 'run',
      quick: false,
      only: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21]
    })
  })

  it('accepts quick, goals and a file', () => {
    expect(parseBenchOptions(['--quick', '--only', '5,1,5', '--json', 'r.json'], folder)).toEqual({
      kind: 'run',
      quick: true,
      only: [1, 5],
      json: path.join(folder, 'r.json')
    })
    expect(parseBenchOptions(['--only=11', '--json=/b/r.json'], folder)).toMatchObject({
      only: [11],
      json: path.resolve('/b/r.json')
    })
  })

  it.each([
    [['--json'], '--json needs the name of a file.'],
    [['--json', '--quick'], '--json needs the name of a file.'],
    [['--fast'], 'The option --fast is not known.'],
    [['--only'], '--only needs the numbers of goals, such as --only 1,2,5.'],
    [['--only', '--quick'], '--only needs the numbers of goals, such as --only 1,2,5.'],
    [
      ['--only', '1,22'],
      'There is no goal "22" to measure; there are 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21.'
    ],
    [
      ['--only', '1,,2'],
      'There is no goal "" to measure; there are 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21.'
    ],
    [['--only', '12'], 'Goal 12 takes half an hour: npm run soak -- desk.'],
    [['1'], 'The option 1 is not known.']
  ])('refuses %j: %s', (args, sentence) =>
    expect(parseBenchOptions(args, folder)).toEqual({ kind: 'wrong', sentence })
  )
})

describe('options of npm run package', () => {
  const parse = (...args: string[]) => parsePackageOptions(args, folder, '/usual')

  it('writes all packages to the usual folder', () => {
    expect(parse()).toEqual({
      ...{ kind: 'package', formats: ['deb', 'rpm', 'tar'] },
      ...{ out: '/usual', repository: null, force: false }
    })
  })

  it('writes some packages, or only the app', () => {
    expect(parse('--only', 'tar,deb', '--out=there')).toMatchObject({
      formats: ['deb', 'tar'],
      out: path.join(folder, 'there')
    })
    expect(parse('--dir')).toMatchObject({ formats: [] })
  })

  it.each([
    ['--only', 'exe'],
    ['--only'],
    ['--dir', '--repository', 'there'],
    ['--dir', '--only', 'deb'],
    ['--out', '--dir'],
    ['--repository'],
    ['--out'],
    ['--runtime', 'other'],
    ['--unknown'],
    ['deb']
  ])('refuses %s %s %s', (...args) =>
    expect(parse(...args)).toMatchObject({
      kind: 'wrong',
      sentence: expect.stringMatching(/\.$/) as string
    })
  )
})
