import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onBattery } from '#engine/app/power-supply'

let folder = ''
beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'leadline-power-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

async function supply(name: string, files: Record<string, string>) {
  await mkdir(path.join(folder, name))
  for (const [file, text] of Object.entries(files))
    await writeFile(path.join(folder, name, file), `${text}\n`)
}

test('knows a laptop on its battery', async () => {
  await supply('AC', { type: 'Mains', online: '0' })
  await supply('BAT0', { type: 'Battery', status: 'Discharging' })
  expect(await onBattery(folder)).toBe(true)
  await writeFile(path.join(folder, 'BAT0/status'), 'Charging\n')
  expect(await onBattery(folder)).toBe(false)
})

test('ignores batteries of devices, and systems without a battery', async () => {
  await supply('hidpp_battery_0', { type: 'Battery', scope: 'Device', status: 'Discharging' })
  expect(await onBattery(folder)).toBe(false)
  expect(await onBattery(path.join(folder, 'none'))).toBe(false)
})
