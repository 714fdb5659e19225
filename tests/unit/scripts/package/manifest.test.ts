import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readManifest } from '#engine/app/updates/manifest'
import { parseSource } from '#engine/app/updates/index'
import { manifestOf, parseManifestOptions, readSigningKey } from '../../../../scripts/package/manifest.mjs'
import { updateSource } from '../../../../scripts/package/update-source.mjs'
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
const written = (...args: string[]) =>
  manifestOf(optionsOf(...args), { version: '1.2.3', changelog, now, key: readSigningKey(pem, known) })

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
  const without = { version: '2.0.0', changelog, now, key: readSigningKey(pem, known) }
  expect(() => manifestOf(optionsOf(), without)).toThrow('CHANGELOG')
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
