import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { staleAfter } from '../../support/written-log'
import { keepParquetBudget } from '#engine/recording/parquet/retention'
import { sealLog } from '#engine/recording/parquet/seal'
import { keepBudget } from '#engine/recording/retention'

/** Each is one step. */
const steps = ['appendFile', 'mkdir', 'open', 'rename', 'rm', 'rmdir', 'writeFile'] as const

const [log = '', last = ''] = process.argv.slice(2)
let done = 0
const files = fs.promises as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>
for (const name of steps) {
  const original = files[name]!
  files[name] = (...values) => {
    if (++done === Number(last)) process.kill(process.pid, 'SIGKILL')
    return original.apply(files, values)
  }
}
syncBuiltinESMExports()

/** Seals everything, between limits that leave nothing but what they must. */
const now = Date.now()
const keepLog = () => keepBudget(log, { bytes: 0, days: 36_500, freeBytes: 0, sealedFirst: true }, now)
await keepLog()
await sealLog(log, { staleAfter: () => staleAfter })
await keepLog()
await keepParquetBudget(log, { bytes: Infinity, days: 36_500 }, now)
process.stdout.write(String(done))
