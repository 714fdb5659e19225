import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { installCommand } from '#main/app/updates/install'
import { readSource } from '#main/app/updates/read-source'
import { freshFolder } from '../../../../integration/support/folder'
import { newKey } from '../../../engine/app/updates/release'

const sourceAt = (host: string) => ({ updates: { url: `https://${host}/a`, keys: [newKey().publicText] } })

async function apps() {
  const folder = await freshFolder()
  const other = path.join(folder, 'other.json')
  await writeFile(other, JSON.stringify(sourceAt('attacker.test')))
  const appWith = async (isPackaged: boolean, content: unknown) => {
    const place = path.join(folder, String(Math.random()))
    await mkdir(place)
    await writeFile(path.join(place, 'package.json'), JSON.stringify(content))
    return { isPackaged, getAppPath: () => place }
  }
  return { other, appWith }
}

test('reads the source from the app’s own description', async () => {
  const { appWith } = await apps()
  const source = await readSource(await appWith(true, sourceAt('updates.test')), null)
  expect(source).toMatchObject({ url: 'https://updates.test/a' })
  expect(source?.keys.size).toBe(1)
  for (const content of [{}, null, [], { updates: {} }, { updates: { url: 'https://a.test', keys: ['x'] } }])
    expect(await readSource(await appWith(true, content), null)).toBeNull()
})

test('replaces the source only if the app is not installed', async () => {
  const { other, appWith } = await apps()
  const installed = await appWith(true, sourceAt('updates.test'))
  expect((await readSource(installed, other))?.url).toBe('https://updates.test/a')
  expect(await readSource(await appWith(true, {}), other)).toBeNull()
  expect((await readSource(await appWith(false, {}), other))?.url).toBe('https://attacker.test/a')
  expect(await readSource(await appWith(false, {}), `${other}.missing`)).toBeNull()
})

test('has no installer to run on Linux', () => {
  expect(installCommand('linux', '/tmp/a')).toBeNull()
  expect(installCommand('win32', 'C:\\a.exe')).toEqual(['C:\\a.exe', '/S'])
  expect(installCommand('darwin', '/tmp/a.dmg')).toEqual(['/usr/bin/open', '/tmp/a.dmg'])
})
