import type { Locator, Page } from '@playwright/test'
import { pushChannel, type PushName, type Pushes } from '#shared/contract/index'
import { writingScopes } from '#shared/domain/connection/writing-scopes'
import { addByKeys, call } from './connections-desk'
import { expect } from './expect'
import { go, resize, run } from './face'
import { addPanel, readWorkspaces, setPanel } from './panels'
import { sharedApp } from './shared-app'
import { fits, isSound } from './surface'
import { test } from './test'
import { walk } from './walk'

const running = sharedApp({ view: 'help', between: () => Promise.resolve() })

test.beforeEach(() => go(running.page, 'Markets'))

const sound = 'is legible in any theme, whole at each size, and used by keys'
const kind = (name: string) => `[data-panel][data-kind="${name}"]`
const openDialog = 'dialog[open]'
const chartOf = (page: Page) => page.locator(kind('chart')).first()
const drawn = (page: Page) => chartOf(page).getByRole('application')
const panelMenu = async (page: Page, ...items: readonly (string | RegExp)[]) => {
  await page.keyboard.press('Shift+F10')
  for (const name of items) await page.getByRole('menuitem', { name }).press('Enter')
}

/** By keys alone: opened from where the focus is, walked through, and closed with Esc, which returns the focus. */
async function isDialog(name: string, opener: Locator) {
  const { page } = running
  await isSound(page, name, openDialog)
  await fits(running, name)
  await walk(page, openDialog)
  await page.keyboard.press('Escape')
  await expect(page.locator(openDialog)).toHaveCount(0)
  await expect(opener).toBeFocused()
}

test(`${sound}: large prints and the cost columns of the watchlist`, async () => {
  const { app, page } = running
  await resize(app, page, 1680, 1050)
  const prints = await addPanel(page, 'prints')
  await setPanel(page, prints, { largePercent: '90', largeOf: 50 })
  await setPanel(page, page.locator(kind('watchlist')).first(), { hidden: [] })
  const rows = prints.getByRole('grid', { name: 'Large prints, newest first' })
  await expect(rows).toBeVisible({ timeout: 30_000 })
  await fits(running, 'prints beside others')
  for (const name of ['prints', 'watchlist']) {
    await page.locator(kind(name)).first().getByRole('grid').first().focus()
    await page.keyboard.press('f')
    await expect(page.locator('[data-panel]:visible')).toHaveCount(1)
    await isSound(page, name, kind(name))
    await fits(running, name)
    await page.locator('main').focus()
    await walk(page, kind(name))
    if (name === 'watchlist') {
      const cost = page.getByRole('textbox', { name: 'Size of the cost column' })
      await cost.fill('nothing')
      await expect(cost).toHaveAttribute('aria-invalid', 'true')
      await page.keyboard.press('Escape')
      await expect(cost).toHaveValue('50k')
      await expect(cost).toBeFocused()
    }
    await page.locator(kind(name)).first().getByRole('grid').first().focus()
    await page.keyboard.press('f')
  }
  await rows.focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows).toHaveAttribute('aria-activedescendant')
})

test(`${sound}: drawings, notes, measuring and comparing in the chart`, async () => {
  const { page } = running
  await setPanel(page, chartOf(page), { tools: true, compare: 'ETHUSD' })
  await drawn(page).focus()
  await page.keyboard.press('f')
  await expect(page.locator('[data-panel]:visible')).toHaveCount(1)
  await expect(chartOf(page).locator('.legend')).toContainText('ETHUSD')
  for (const key of ['Alt+B', 'ArrowLeft', 'Enter', 'ArrowRight', 'ArrowUp', 'Enter'])
    await page.keyboard.press(key)
  const bar = chartOf(page).getByRole('toolbar', { name: 'Selected drawing' })
  await expect(bar).toBeVisible()
  await isSound(page, 'drawing bar', kind('chart'))
  await fits(running, 'drawing bar')
  await page.locator('main').focus()
  await walk(page, kind('chart'))
  await bar.getByRole('button', { name: 'Lock' }).focus()
  await page.keyboard.press('Escape')
  await expect(drawn(page)).toBeFocused()
  await expect(bar).toBeVisible()

  await page.keyboard.press('Enter')
  const note = chartOf(page).getByRole('textbox', { name: 'Text' })
  await expect(note).toBeFocused()
  await isSound(page, 'note', kind('chart'))
  await fits(running, 'note')
  await page.keyboard.press('Escape')
  await expect(drawn(page)).toBeFocused()

  await bar.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(bar).toHaveCount(0)
  await expect(drawn(page)).toBeFocused()

  for (const key of ['Alt+M', 'ArrowLeft', 'Enter', 'ArrowRight', 'ArrowUp', 'Enter'])
    await page.keyboard.press(key)
  await expect(page.getByText(/^Measured: /)).toBeAttached()
  await isSound(page, 'measured', kind('chart'))
  await page.keyboard.press('Escape')
  await expect(drawn(page)).toBeFocused()

  await panelMenu(page, 'Compare', 'Compare with a different market…')
  const picker = chartOf(page).getByRole('textbox', { name: 'Market to compare with' })
  await expect(picker).toBeFocused()
  await isSound(page, 'compare', kind('chart'))
  await fits(running, 'compare')
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
  await expect(drawn(page)).toBeFocused()
  await page.keyboard.press('f')
})

test(`${sound}: chart templates`, async () => {
  const { page } = running
  const dialog = page.getByRole('dialog', { name: 'Chart templates' })
  const open = () => panelMenu(page, 'Chart templates', 'Save or delete templates…')
  await drawn(page).focus()
  for (const name of ['Overnight', 'With every study of the desk']) {
    await open()
    await dialog.getByLabel('Save these settings as').fill(name)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(drawn(page)).toBeFocused()
  }
  await open()
  await dialog.getByRole('button', { name: /Overnight/ }).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: /With every study/ })).toBeFocused()
  await isDialog('chart templates', drawn(page))
})

test(`${sound}: filters and presets of the tape`, async () => {
  const { page } = running
  const opener = page.locator(kind('trades')).getByRole('button', { name: 'Filters and presets' }).first()
  await opener.press('Enter')
  await isSound(page, 'presets', ':popover-open')
  await page.getByRole('menuitem', { name: 'Edit filters…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Trade filters' })
  for (const name of ['Blocks', 'Blocks of at least half a million']) {
    await dialog.getByLabel('Save as preset').fill(name)
    await page.keyboard.press('Enter')
  }
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Remove preset Blocks', exact: true }).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: /^Blocks of/ })).toBeFocused()
  await dialog.getByLabel('Size BTC from').fill('5')
  await dialog.getByLabel('Size BTC to').fill('0.1')
  await expect(dialog.getByText('Less than “from”')).toBeVisible()
  await isDialog('trade filters', opener)
})

test(`${sound}: templates of workspaces`, async () => {
  const { page } = running
  const workspace = (await readWorkspaces(page)).all[0]!.id
  const bridge = await page.evaluateHandle(() => window.leadline!)
  for (const name of ['Night', 'A night with every panel of the desk'])
    await bridge.evaluate(({ call: calls }, wanted) => calls.templates.saveWorkspace(wanted), {
      workspace,
      name
    })
  await drawn(page).focus()
  await page.keyboard.press('Control+T')
  const dialog = page.getByRole('dialog', { name: 'New workspace' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('button', { name: /Delete.*Night|Remove.*Night/ }).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: 'A night', exact: false }).first()).toBeFocused()
  await isDialog('workspace templates', drawn(page))
})

test(`${sound}: an alert with its backtest`, async () => {
  const { page } = running
  await drawn(page).focus()
  await run(page, 'Add an alert')
  const dialog = page.getByRole('dialog', { name: 'New alert' })
  await expect(dialog.getByLabel('Price')).not.toHaveValue('')
  const backtest = dialog.getByRole('button', { name: 'Backtest' })
  await backtest.press('Enter')
  await expect(dialog.getByText(/^Would have fired/)).toBeVisible()
  await expect(backtest).toBeFocused()
  await isDialog('alert', drawn(page))
})

/** Main sends these values with each push of that name, until the test ends. */
async function simulate<N extends PushName>(name: N, now: Pushes[N], part: Partial<Pushes[N]>) {
  await running.app.evaluate(
    ({ BrowserWindow }, { channel, simulated, value }) => {
      const { webContents } = BrowserWindow.getAllWindows()[0]!
      const { send } = Object.getPrototypeOf(webContents) as typeof webContents
      webContents.send = (to, ...sent) =>
        send.call(webContents, to, ...(to === channel ? [{ ...sent[0], ...simulated }] : sent))
      webContents.send(channel, value)
    },
    { channel: pushChannel(name), simulated: part as object, value: now }
  )
}
test.afterEach(() =>
  running.app.evaluate(({ BrowserWindow }) => {
    const { webContents }: { webContents: Partial<Electron.WebContents> } = BrowserWindow.getAllWindows()[0]!
    // Of the instance: the prototype has the original.
    delete webContents.send
  })
)

test(`${sound}: waiting evidence`, async () => {
  const { page } = running
  const path = '/home/desk/evidence/leadline-evidence-BTCUSD-2026-11-28T07-00-00Z.zip'
  const moment = { market: 'BTCUSD', at: Date.now() - 3_600_000, path, expected: null }
  await simulate('recording.changed', await call(page, (bridge) => bridge.call.recording.read()), {
    waitingEvidence: [
      { ...moment, id: 'a', expected: Date.now() + 60_000, problem: null },
      { ...moment, id: 'b', problem: 'The desk did not share the recording of this hour.' }
    ]
  })
  const mark = page.getByRole('contentinfo').getByRole('button', { name: /^Evidence of 2/ })
  await isSound(page, 'mark of waiting evidence', 'footer')
  await mark.press('Enter')
  await isDialog('waiting evidence', mark)
})

test(`${sound}: what a client can write`, async () => {
  const { page } = running
  await addByKeys(page, 'Writes', 'a secret')
  const state = await call(page, (bridge) => bridge.call.connections.read())
  const { id } = state.profiles.find(({ name }) => name === 'Writes')!
  const outcomes = ['issued', 'issued', 'unclear', 'refused'] as const
  const scopes = writingScopes.map((scope, place) => ({
    scope,
    outcome: outcomes[place % outcomes.length]!,
    sentence: 'The token host answered with an error that is not about the scope.'
  }))
  const writeAccess = { checkedAt: Date.now(), scopes }
  const profiles = state.profiles.map((profile) => ({
    ...profile,
    ...(profile.id === id && { writeAccess })
  }))
  await simulate('connections.changed', state, { profiles })
  const part = page.getByRole('region', { name: 'Write access' })
  const check = part.getByRole('button', { name: 'Check write access…' })
  await expect(part.getByText(/^Can write: /)).toBeVisible()
  await isSound(page, 'found scopes', 'main')
  await fits(running, 'found scopes')
  await check.press('Enter')
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeFocused()
  await isDialog('question about write access', check)
  const total = writingScopes.length
  await simulate('connections.changed', state, {
    profiles,
    checkingWrites: { profileId: id, done: 3, total }
  })
  await expect(part.getByRole('button', { name: 'Stop' })).toBeFocused()
  await isSound(page, 'checking', 'main')
  await simulate('connections.changed', state, { profiles, checkingWrites: null })
  await expect(check).toBeFocused()
})

test(`${sound}: conversions that take longer than usual`, async () => {
  const { page } = running
  await go(page, 'Conversions')
  const { examples } = await call(page, (bridge) => bridge.call.conversions.read())
  const bridge = await page.evaluateHandle(() => window.leadline!)
  await bridge.evaluate(
    ({ call: calls }, text) => calls.conversions.lookUp({ text, watch: false }),
    examples!.slice(0, 3).join()
  )
  const state = await call(page, (found) => found.call.conversions.read())
  const usual = { milliseconds: 195_250, words: '3 min 15.25 s', of: 41 }
  const underway = { status: 'CREATED', end: null, endedAt: null, underway: true, watching: true }
  const createdAt = new Date(Date.now() - 7_200_000).toISOString()
  const rows = state.rows.map((row) => ({ ...row, ...underway, createdAt, usual }))
  await simulate('conversions.changed', state, { rows })
  await expect(page.getByLabel('Longer than usual').first()).toBeVisible()
  await isSound(page, 'overdue conversions', 'main')
  await fits(running, 'overdue conversions')
  const table = page.getByRole('grid', { name: 'Conversions looked up' })
  await table.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(table).toBeFocused()
})
