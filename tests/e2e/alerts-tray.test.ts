import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { addAlert, alertsOf, market, startAlertsApp, stepToTrade, type AlertsApp } from './alerts-desk'
import { withTray } from './desktop'
import { expect } from './expect'
import { change } from './face'
import { test } from './test'

let desk: AlertsApp
test.afterEach(() => desk.close())

interface Kept {
  readonly profiles: Readonly<Record<string, { readonly fired: readonly unknown[] }>>
}

test('fires alerts in the tray with all windows closed, with sound and log', async () => {
  desk = await startAlertsApp(withTray)
  const { page, service, running } = desk
  const { app, userData } = running
  await change(page, { lastWindow: 'tray' })
  await expect.poll(async () => (await alertsOf(page)).closing).toContain('stays in the tray')
  const any = { kind: 'traded', market, side: 'either', size: '0.00000001', seconds: 0 } as const
  await addAlert(page, any, { sound: 'knock' })
  const received = app.waitForEvent('window')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close())
  await expect.poll(() => app.windows().length).toBe(0)
  await stepToTrade(service)
  expect((await received).url()).toMatch(/^app:\/\/leadline\/sound\.html#knock/)
  const kept = async () => {
    const text = await readFile(path.join(userData, 'alerts.json'), 'utf8')
    return Object.values((JSON.parse(text) as Kept).profiles)[0]?.fired.length
  }
  await expect.poll(kept).toBe(1)
  // Leadline keeps running without windows.
  await expect.poll(() => app.windows().length).toBe(0)
  const opened = app.waitForEvent('window')
  await app.evaluate(({ app: main }) => void main.emit('second-instance', {}, [], ''))
  const again = await opened
  await again.locator('#app > *').first().waitFor()
  expect((await alertsOf(again)).fired).toHaveLength(1)
  await expect(again.getByRole('button', { name: /^Alerts 0 armed/ })).toContainText('1 new')
})
