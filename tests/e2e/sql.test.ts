import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { localProfile } from '#engine/connection/local'
import { logFolderOf } from '#engine/recording/location'
import { sealLog } from '#engine/recording/parquet/seal'
import { answerFiles } from './answer-files'
import { recordEarlier } from './earlier-recording'
import { expect } from './expect'
import { go } from './face'
import { sharedApp } from './shared-app'
import { fits, isSound } from './surface'
import { test } from './test'
import { walk } from './walk'

const running = sharedApp({ offline: true, view: 'help' })

test('runs, cancels, charts, saves and keeps queries over the sealed recordings, and refuses all but SELECT', async () => {
  const { app, page, userData } = running
  await recordEarlier(userData)
  await sealLog(logFolderOf(path.join(userData, 'recordings'), localProfile), { staleAfter: () => 10_000 })
  await go(page, 'SQL')
  const editor = page.getByRole('textbox', { name: 'SQL' })
  const grid = page.getByRole('grid', { name: 'Result' })
  const cells = () => grid.getByRole('gridcell').allTextContents()
  const run = async (sql: string) => {
    await editor.fill(sql)
    await editor.press('Control+Enter')
  }

  await run(
    'SELECT count(*) AS trades, sum(amount) AS volume, min(price) AS low, 9007199254740993 AS whole FROM trades'
  )
  // Trades of 1 to 3000.
  await expect.poll(cells).toEqual(['3000', '4501500', '64000', '9007199254740993'])

  await run("COPY trades TO 'out.csv'")
  await expect(page.getByRole('alert')).toContainText('Only queries are allowed')
  await run("SELECT * FROM read_csv('/etc/passwd')")
  await expect(page.getByRole('alert')).toContainText('read_csv() is not available here.')

  await run('WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT i FROM t) SELECT count(*) FROM t')
  await expect(page.getByRole('status').filter({ hasText: 'Running' })).toBeVisible()
  await editor.press('Escape')
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled' })).toBeVisible()

  await run('SELECT make_timestamp_ns(received_ns) AS time, price, amount FROM trades ORDER BY seq')
  await expect(page.getByRole('status').filter({ hasText: '3,000 rows in' })).toBeVisible()
  await grid.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveText('3000')
  await page.keyboard.press('Control+c')
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('3000')
  await page.getByRole('button', { name: 'Chart' }).click()
  await expect(page.getByText('price by time')).toBeVisible()
  await isSound(page, 'chart of a query', 'main')
  await fits(running, 'chart of a query')
  await page.locator('main').focus()
  await walk(page, 'main')

  const file = path.join(userData, 'result.csv')
  await answerFiles(app, file)
  await page.getByRole('button', { name: 'Save CSV…' }).click()
  await expect(page.getByText(`Result saved to ${file}`)).toBeVisible()
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n')
  expect([lines.length, lines[0], lines.at(-1)!.split(',').at(-1)]).toEqual([
    3001,
    'time,price,amount',
    '3000'
  ])

  await page.getByRole('button', { name: 'Save…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('All trades')
  await page.keyboard.press('Enter')
  await editor.fill('')
  await page.getByRole('button', { name: 'All trades', exact: true }).click()
  await expect(editor).toHaveValue(/^SELECT make_timestamp_ns/)
  const saved = JSON.parse(await readFile(path.join(userData, 'queries.json'), 'utf8')) as {
    readonly queries: readonly { readonly name: string }[]
  }
  expect(saved.queries.map(({ name }) => name)).toEqual(['All trades'])
})
