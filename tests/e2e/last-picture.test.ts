import { copyFile, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { spawn } from 'node:child_process'
import type { ElectronApplication } from '@playwright/test'
import { freshUserData, launch, program, project, startArguments, startEnvironment } from './app'
import { expect } from './expect'
import { run } from './face'
import { test } from './test'

/** Brightness and colour of each of 16,000 places, from 0 to 255: of a file, or of the window. */
async function placesOf(app: ElectronApplication, file: string | null) {
  const bitmap = await app.evaluate(async ({ BrowserWindow, nativeImage }, name) => {
    const image =
      name === null
        ? await BrowserWindow.getAllWindows()[0]!.webContents.capturePage()
        : nativeImage.createFromPath(name)
    return image.resize({ width: 160, height: 100 }).toBitmap().toString('base64')
  }, file)
  const bytes = Buffer.from(bitmap, 'base64')
  return Array.from({ length: bytes.length / 4 }, (_unused, place) => {
    const [blue = 0, green = 0, red = 0] = bytes.subarray(place * 4, place * 4 + 3)
    const colours = [blue, green, red]
    return { light: (blue + green + red) / 3, colour: Math.max(...colours) - Math.min(...colours) }
  })
}

const lightsOf = (places: readonly { readonly light: number }[]) => places.map(({ light }) => light)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** 1 for the same picture, whatever its brightness. */
function likeness(one: readonly number[], other: readonly number[]): number {
  const [ofOne, ofOther] = [mean(one), mean(other)]
  const product = (a: readonly number[], b: readonly number[], x: number, y: number) =>
    mean(a.map((value, at) => (value - x) * (b[at]! - y)))
  return (
    product(one, other, ofOne, ofOther) /
    Math.sqrt(product(one, one, ofOne, ofOne) * product(other, other, ofOther, ofOther))
  )
}

test('a start shows the desk as it ended, muted, before it paints the desk itself', async () => {
  const userData = await freshUserData({ settings: { guideDone: true } })
  const folder = path.join(userData, 'last-pictures')
  const first = await launch({ userData })
  await expect(first.page.locator('[data-panel][data-quiet]')).toHaveCount(0, { timeout: 30_000 })
  let live = await placesOf(first.app, null)
  await expect(async () => {
    const before = live
    live = await placesOf(first.app, null)
    expect(likeness(lightsOf(before), lightsOf(live))).toBeGreaterThan(0.95)
  }).toPass({ intervals: [500], timeout: 30_000 })
  await first.close()

  const [name = ''] = await readdir(folder)
  expect(name).toMatch(/^desk%201@\d+x\d+\.jpg$/)
  expect((await stat(path.join(folder, name))).mode & 0o077).toBe(0)
  const copy = path.join(userData, 'copy.jpg')
  await copyFile(path.join(folder, name), copy)

  const file = path.join(userData, 'marks.json')
  const child = spawn(program(), startArguments(userData, [`--marks=${file}`]), {
    cwd: project,
    env: startEnvironment()
  })
  expect(await new Promise((done) => child.once('close', done))).toBe(0)
  const { marks } = JSON.parse(await readFile(file, 'utf8')) as { marks: { name: string; at: number }[] }
  const at = (mark: string) => marks.find((each) => each.name === mark)?.at ?? Number.NaN
  expect(at('last picture')).toBeLessThan(at('first figures'))

  const last = await launch({ userData })
  await expect(last.page.locator('#last-picture')).toBeHidden()
  const pictured = await placesOf(last.app, copy)
  expect(likeness(lightsOf(live), lightsOf(pictured))).toBeGreaterThan(0.8)
  const colours = [live, pictured].map((places) => Math.max(...places.map(({ colour }) => colour)))
  expect(colours[1]).toBeLessThan(colours[0]! / 2)

  await run(last.page, 'Keyboard shortcuts')
  await expect(last.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await last.close()
  await expect(stat(folder)).rejects.toThrow('ENOENT')
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
})
