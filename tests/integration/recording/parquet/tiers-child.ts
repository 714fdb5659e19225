import { keepParquetBudget } from '#engine/recording/parquet/retention'
import { sealLog } from '#engine/recording/parquet/seal'
import { keepBudget } from '#engine/recording/retention'
import { killAtStep } from '../../support/killed-step'
import { staleAfter } from '../../support/written-log'

const [log = '', last] = process.argv.slice(2)
const steps = killAtStep(Number(last))

/** Seals everything, between limits that leave nothing but what they must. */
const now = Date.now()
const keepLog = () => keepBudget(log, { bytes: 0, days: 36_500, freeBytes: 0, sealedFirst: true }, now)
await keepLog()
await sealLog(log, { staleAfter: () => staleAfter })
await keepLog()
await keepParquetBudget(log, { bytes: Infinity, days: 36_500 }, now)
process.stdout.write(String(steps()))
