import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readManifest } from '#engine/app/updates/manifest'
import { parseSource } from '#engine/app/updates/index'
import { manifestOf, parseManifestOptions, readSigningKey } from '../../../../scripts/package/manifest.mjs'
import { updateSource } from '../../../../scripts/package/update-source.mjs'
import { SetupProblem } from '../../../../scripts/setup/say.mjs'
import { freshFolder } from '../../../integration/support/folder'
import { newKey } from '../../engine/app/updates/release'

const [key, second] = [newKey(), newKey()]
const url = 'https://updates.test/leadline.json'
const known = `${second.publicText},${key.publicText}`
const pem = key.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const changelog = '# Changelog\n\n## 1.2.3\n\n- New\n'
const page = '--page=https://downloads.test/'
const now = Date.UTC(2026, 10, 23)
const optionsOf = (...args: string[]) => {
  const options = parseManifestOptions([page, ...args], '/', '/out.json')
  if (options === 'help') throw new Error('unexpected')
  return options
}
const input = { version: '1.2.3', changelog, now, key: readSigningKey(pem, known), read: readManifest }
const written = (...args: string[]) => manifestOf(optionsOf(...args), input)

it('writes what the app accepts, with the source of the package', async () => {
  const folder = await freshFolder()
  const installer = path.join(folder, 'leadline-1.2.3-win-x64.exe')
  await writeFile(installer, 'installer')
  const environment = { LEADLINE_UPDATE_URL: url, LEADLINE_UPDATE_KEYS: known }
  const source = parseSource(updateSource(environment))!
  const text = written('--files=https://files.test/1.2.3', '--days=30', installer)
  expect(readManifest(text, { source, seen: null, now })).toEqual({
    format: 1,
    product: 'leadline',
    version: '1.2.3',
    released: '2026-11-23T00:00:00.000Z',
    expires: '2026-12-23T00:00:00.000Z',
    sequence: now / 1000,
    page: 'https://downloads.test/',
    notes: '- New',
    files: {
      'win32-x64': {
        url: 'https://files.test/1.2.3/leadline-1.2.3-win-x64.exe',
        size: 9,
        sha256: createHash('sha256').update('installer').digest('hex')
      }
    }
  })
})

it('refuses what cannot be announced', () => {
  expect(() => written('--days=0')).toThrow('--days')
  expect(() => written('--days=401')).toThrow('--days')
  expect(() => written('--typo=1')).toThrow('--typo')
  expect(() => written('/leadline-1.2.3-win-x64.exe')).toThrow('--files')
  expect(() => written('--files=https://a.test', '/leadline-9.9.9-win-x64.exe')).toThrow('1.2.3')
  expect(() => parseManifestOptions(['--page=http://a.test'], '/', '/out.json')).toThrow('--page')
  expect(() => manifestOf(optionsOf(), { ...input, version: '2.0.0' })).toThrow('CHANGELOG')
  const names = ['leadline-1.2.3-win-x64.dmg', 'leadline-1.2.3-mac-x64.exe', 'leadline-1.2.3-win-ia32.exe']
  for (const name of names)
    expect(() => written('--files=https://a.test', `/${name}`)).toThrow('not an installer')
})

const announced = (version: string, notes: string) => ({
  ...input,
  version,
  changelog: `## ${version}\n\n${notes}\n\n## 0.0.0\n`
})

it('names what the app would refuse, instead of signing it', async () => {
  const folder = await freshFolder()
  const empty = path.join(folder, 'leadline-1.2.3-mac-arm64.dmg')
  await writeFile(empty, '')
  const copy = path.join(await freshFolder(), path.basename(empty))
  await writeFile(copy, 'copy')
  const refusal = (work: () => unknown) => {
    try {
      work()
      return 'accepted'
    } catch (thrown) {
      return thrown instanceof SetupProblem ? thrown.message : `not a sentence: ${String(thrown)}`
    }
  }
  const refused = (version: string, notes: string) =>
    refusal(() => manifestOf(optionsOf(), announced(version, notes)))
  expect(refused('1.2.3', 'x'.repeat(65_536))).toBe('accepted')
  expect(refused('1.2.3', 'x'.repeat(65_537))).toMatch(/refuse this manifest: notes: .*65536/)
  // Short enough in characters, too long in bytes.
  expect(refused('1.2.3', '字'.repeat(65_536))).toMatch(/refuse this manifest: bytes: \d+ > 262144/)
  expect(refused('1.2.3+build', '-')).toMatch(/refuse this manifest: version: /)
  expect(refused(`1.2.3-${'x'.repeat(60)}`, '-')).toMatch(/refuse this manifest: version: /)
  const long = `https://a.test/${'x'.repeat(2000)}`
  expect(refusal(() => written(`--page=${long}`))).toMatch(/: page: .*2000/)
  expect(refusal(() => written('--page=https://me:pass@a.test'))).toMatch(/: page: /)
  expect(refusal(() => written(`--files=${long}`, copy))).toMatch(/: files\.darwin-arm64\.url: /)
  expect(refusal(() => written('--files=https://a.test', empty))).toMatch(/: files\.darwin-arm64\.size: /)
  expect(refusal(() => written('--files=https://a.test', copy, empty))).toMatch(/two installers/)
})

it('writes for any input what the app accepts, and refuses the rest', () => {
  const rarely = <T, R>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<R>) =>
    fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: rare })
  const part = rarely(fc.nat(20), fc.constantFrom('01', 'x', 1e9))
  const label = rarely(
    fc.constantFrom('', '-beta.1', '-0', '-x.y.z'),
    fc.constantFrom('+build', '-', `-${'r'.repeat(60)}`)
  )
  const version = fc.tuple(part, part, part, label).map(([a, b, c, end]) => `${a}.${b}.${c}${end}`)
  const notes = fc
    .tuple(
      fc.string({ unit: 'binary', maxLength: 50 }),
      rarely(fc.constantFrom(1, 100, 1000), fc.constantFrom(3000, 20_000))
    )
    .map(([text, times]) => text.repeat(times).replaceAll(/[\r\n#]/g, ' '))
  const address = fc.tuple(
    fc.webUrl({ validSchemes: ['https'] }),
    rarely(fc.constantFrom('', 'x'.repeat(1900)), fc.constant('x'.repeat(2100)))
  )
  const outcomes = { accepted: 0, refused: 0 }
  const source = parseSource({ url, keys: [key.publicText] })!
  fc.assert(
    fc.property(version, notes, address, fc.integer({ min: 1, max: 400 }), (of, text, [base, more], days) => {
      const options = optionsOf(`--page=${base}${more}`, `--days=${days}`)
      const unread = manifestOf(options, { ...announced(of, text), read: () => null })
      const attempt = (work: () => unknown) => {
        try {
          work()
          return 'accepted'
        } catch {
          return 'refused'
        }
      }
      const app = attempt(() => readManifest(unread, { source, seen: null, now }))
      expect(attempt(() => manifestOf(options, announced(of, text)))).toBe(app)
      outcomes[app] += 1
    })
  )
  expect(Math.min(outcomes.accepted, outcomes.refused)).toBeGreaterThan(5)
})

it('signs with a key of the packages only', () => {
  expect(() => readSigningKey('', known)).toThrow('LEADLINE_UPDATE_SIGNING_KEY')
  expect(() => readSigningKey('not a key', known)).toThrow('PEM')
  expect(() => readSigningKey(pem, second.publicText)).toThrow('LEADLINE_UPDATE_KEYS')
})

it('takes a source from the environment as a whole, or none', () => {
  expect(updateSource({})).toBeNull()
  expect(() => updateSource({ LEADLINE_UPDATE_URL: url })).toThrow('LEADLINE_UPDATE_KEYS')
  expect(() => updateSource({ LEADLINE_UPDATE_KEYS: known })).toThrow('LEADLINE_UPDATE_URL')
  const of = (address: string, keys: string) =>
    updateSource({ LEADLINE_UPDATE_URL: address, LEADLINE_UPDATE_KEYS: keys })
  expect(() => of('http://127.0.0.1/a', known)).toThrow('https')
  expect(() => of(url, `${known},${known}`)).toThrow('one or two')
  expect(() => of(url, 'AAAA')).toThrow('one or two')
})
