import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { addAlert, alertsOf, market, startAlertsApp, stepToTrade, type AlertsApp } from './alerts-desk'
import { answerFiles } from './answer-files'
import { call } from './connections-desk'
import { withTray } from './desktop'
import { expect } from './expect'
import { change } from './face'
import { test } from './test'

const run = promisify(execFile)

let desk: AlertsApp
test.afterEach(() => desk.close())

interface Kept {
  readonly profiles: Readonly<Record<string, { readonly fired: readonly unknown[] }>>
}

test('fires alerts in the tray with all windows closed, with sound, log and evidence', async () => {
  desk = await startAlertsApp(withTray)
  const { page, service, running } = desk
  const { app, userData } = running
  await change(page, { lastWindow: 'tray' })
  await expect.poll(async () => (await alertsOf(page)).closing).toContain('stays in the tray')
  const any = { kind: 'traded', market, side: 'either', size: '0.00000001', seconds: 0 } as const
  await addAlert(page, any, { sound: 'knock', keepEvidence: true })
  const received = app.waitForEvent('window')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close())
  await expect.poll(() => app.windows().length).toBe(0)
  const { price } = await stepToTrade(service)
  expect((await received).url()).toMatch(/^app:\/\/leadline\/sound\.html#knock/)
  const kept = async () => {
    const text = await readFile(path.join(userData, 'alerts.json'), 'utf8')
    return Object.values((JSON.parse(text) as Kept).profiles)[0]?.fired.length
  }
  await expect.poll(kept).toBe(1)
  const folder = path.join(userData, 'evidence')
  await expect
    .poll(() => readdir(folder).catch(() => []))
    .toEqual([expect.stringMatching(/^leadline-.*-0\.zip$/)])
  const [file] = await readdir(folder)
  const unpacked = path.join(folder, 'unpacked')
  await run('unzip', ['-q', path.join(folder, file!), '-d', unpacked])
  const { stdout } = await run('python3', ['verify.py'], { cwd: unpacked })
  expect(stdout).toContain(`as they were when they were signed: ${market}`)
  expect(await readFile(path.join(unpacked, 'trades.csv'), 'utf8')).toContain(`,${price},`)
  // Leadline keeps running without windows.
  await expect.poll(() => app.windows().length).toBe(0)
  const opened = app.waitForEvent('window')
  await app.evaluate(({ app: main }) => void main.emit('second-instance', {}, [], ''))
  const again = await opened
  await again.locator('#app > *').first().waitFor()
  expect((await alertsOf(again)).fired).toHaveLength(1)
  await expect(again.getByRole('button', { name: /^Alerts 0 armed/ })).toContainText('1 new')
  const named = () => alertsOf(again).then(({ fired: [fired] }) => fired?.evidence)
  expect(await named()).toEqual({ file, problem: null })
  await answerFiles(app, path.join(folder, file!))
  const report = await call(again, (bridge) => bridge.call.evidence.verify())
  expect(report).toMatchObject({ about: { market, state: 'live' } })
  expect(report!.checks.filter(({ ok }) => !ok)).toEqual([])
  await app.evaluate(({ shell }) => {
    shell.showItemInFolder = (shown) => void Object.assign(globalThis, { shown })
  })
  expect(await again.evaluate(() => window.leadline!.call.alerts.showEvidence({ number: 0 }))).toMatchObject({
    ok: true
  })
  const shown = await app.evaluate(() => (globalThis as { shown?: string }).shown)
  expect(shown).toBe(path.join(folder, file!))
})
