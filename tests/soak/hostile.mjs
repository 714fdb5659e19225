/**
 * The hostile service and computer at full length: `npm run soak -- hostile [--minutes N] [--only WORD]`. Repeats all
 * attacks until the minutes have passed. The table shows the app's message, the longest block of main (without other
 * programs; wall clock in brackets), and canaries found.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { packaged } from '../../scripts/setup/run.mjs'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '0' }, only: { type: 'string', default: '' } },
  allowPositionals: true
})
const maxBlock = 250
const folder = mkdtempSync(path.join(tmpdir(), 'leadline-hostile-'))
const file = path.join(folder, 'report.jsonl')
writeFileSync(file, '')

/** Whether every attack ended as expected. */
function runOnce() {
  const tests = ['tests/e2e/hostile-service.test.ts', 'tests/e2e/hostile-computer.test.ts']
  const { status } = spawnSync(
    process.execPath,
    [packaged('@playwright/test/cli.js'), 'test', '--reporter=list', ...tests],
    {
      stdio: 'inherit',
      env: { ...process.env, LEADLINE_HOSTILE_REPORT: file, LEADLINE_HOSTILE_ONLY: values.only }
    }
  )
  return status === 0
}

const until = Date.now() + Number(values.minutes) * 60_000
let rounds = 0
let failed = 0
do {
  rounds += 1
  if (!runOnce()) failed += 1
} while (Date.now() < until)

const rows = new Map()
for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
  const row = JSON.parse(line)
  const before = rows.get(row.attack) ?? { times: 0, longest: null, maxWall: null, canaries: [] }
  const longest = (name) => (row[name] === null ? before[name] : Math.max(before[name] ?? 0, row[name]))
  rows.set(row.attack, {
    ...row,
    times: before.times + 1,
    longest: longest('longest'),
    maxWall: longest('maxWall'),
    canaries: [...new Set([...before.canaries, ...row.canaries])]
  })
}
rmSync(folder, { recursive: true, force: true })

const block = ({ longest, maxWall }) => (longest === null ? '–' : `${longest} (${maxWall})`)
console.log('\n| Attack | Times | Main blocked, ms | Canaries | Outcome |\n| --- | --- | --- | --- | --- |')
for (const row of rows.values()) {
  const canaries = row.canaries.length === 0 ? 'none' : row.canaries.join(', ')
  const outcome = row.outcome.replaceAll('|', '/').slice(0, 100)
  console.log(`| ${row.attack} | ${row.times} | ${block(row)} | ${canaries} | ${outcome} |`)
}
const late = [...rows.values()].filter(({ longest }) => longest > maxBlock)
for (const { attack, longest, blocks } of late) {
  console.log(`Main was blocked for ${longest} ms by “${attack}”: ${blocks ?? 'not explained'}.`)
}
const found = [...rows.values()].some(({ canaries }) => canaries.length > 0)
const unexplained = late.filter(({ blocks }) => blocks === undefined)
console.log(
  `${rows.size} attacks in ${rounds} rounds, ${failed} of them with failures; main was blocked for more than ` +
    `${maxBlock} ms in ${late.length}; ${found ? 'canaries were found' : 'no canary was found'}.`
)
process.exitCode = failed > 0 || found || unexplained.length > 0 || rows.size === 0 ? 1 : 0
