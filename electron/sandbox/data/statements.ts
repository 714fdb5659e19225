import { formatDecimal } from '#shared/domain/base/decimal'
import { formatTime, type Nanoseconds } from '#shared/domain/base/time'
import { Draw } from './draw'
import { Ids } from './ids'
import { daysOf, monthsOfHistory, monthStart, toNanoseconds, type Month } from './months'

const statementAssets = ['USDG', 'USDP', 'PYUSD', 'USDC'] as const
export const statementFormats = ['PDF', 'CSV'] as const
export type StatementFormat = (typeof statementFormats)[number]

/** Millionths of a coin. */
type Micros = bigint

interface StatementDay {
  readonly date: string
  readonly balance: Micros
  readonly accrued: Micros
}

export interface Statement {
  readonly id: string
  readonly asset: string
  readonly month: Month
  readonly periodStart: string
  readonly periodEnd: string
  readonly completed: boolean
  readonly formats: readonly StatementFormat[]
  readonly createdAt: Nanoseconds
  readonly generatedAt: Nanoseconds
  /** The statement that this one corrects. */
  readonly revises: string | null
  readonly days: readonly StatementDay[]
  readonly totalAccrued: Micros
  readonly averageBalance: Micros
}

export const micros = (value: Micros) => formatDecimal({ units: value, scale: 6 })

const enum Field {
  balance = 600,
  statement,
  revision
}

const dayLength = 86_400_000

/** One balance a day for one asset, wandering, in cents. */
function balances(seed: number, asset: number, days: number): bigint[] {
  const draw = new Draw(seed, Field.balance, asset)
  let cents = draw.between(80_000_000, 900_000_000)
  return Array.from({ length: days }, () => {
    cents = Math.max(1_000_000, cents + Math.trunc((cents / 1000) * (draw.between(0, 40) - 19.5)))
    return BigInt(cents)
  })
}

/** `shift` cents are added from day `since` on: what a revised statement has learnt. */
function daysFor(
  month: Month,
  cents: readonly bigint[],
  rate: bigint,
  shift: bigint,
  since: number
): StatementDay[] {
  const plain = cents.map((value, day) => (value + (day >= since ? shift : 0n)) * 10_000n)
  const count = BigInt(plain.length)
  const sum = plain.reduce((total, balance) => total + balance, 0n)
  // The mean must be exact to the millionth, so the last day carries the few millionths that are missing.
  const missing = (count - (sum % count)) % count
  return plain.map((value, day) => {
    const balance = day === plain.length - 1 ? value + missing : value
    const date = new Date(monthStart(month) + day * dayLength).toISOString().slice(0, 10)
    return { date, balance, accrued: (balance * rate) / (10_000n * 365n) }
  })
}

/** The statements of three years, the newest first, each before the one that it revises. */
export function makeStatements(seed: number, anchor: Month): readonly Statement[] {
  const ids = new Ids(seed)
  const first = anchor + 1 - monthsOfHistory
  const origin = monthStart(first)
  const all = statementAssets.map((_, asset) =>
    balances(seed, asset, (monthStart(anchor + 1) - origin) / dayLength)
  )
  const made: Statement[] = []
  for (let month = anchor; month >= first; month -= 1) {
    statementAssets.forEach((asset, place) => {
      const index = (month - first) * statementAssets.length + place
      const draw = new Draw(seed, Field.statement, index)
      const offset = (monthStart(month) - origin) / dayLength
      const cents = all[place]!.slice(offset, offset + daysOf(month))
      const rate = BigInt(draw.between(280, 460))
      const created = monthStart(month + 1) + draw.between(86_400, 4 * 86_400) * 1000
      const last = place === statementAssets.length - 1
      const original = make({
        id: ids.uuid('statement', index * 2),
        asset,
        month,
        created,
        // The newest one of the last asset is not ready yet, and one of its first was issued without a PDF.
        completed: !(last && month === anchor),
        formats: last && month === first ? ['CSV'] : statementFormats,
        revises: null,
        days: daysFor(month, cents, rate, 0n, 0)
      })
      const revision = new Draw(seed, Field.revision, index)
      if (original.completed && (revision.chance(8) || (place === 1 && month === anchor - 2))) {
        const shift = BigInt(revision.between(1_000_00, 90_000_00))
        made.push(
          make({
            id: ids.uuid('statement', index * 2 + 1),
            asset,
            month,
            created: created + revision.between(9 * 86_400, 20 * 86_400) * 1000,
            completed: true,
            formats: statementFormats,
            revises: original.id,
            days: daysFor(month, cents, rate, shift, revision.below(25))
          })
        )
      }
      made.push(original)
    })
  }
  return made
}

interface Draft {
  readonly id: string
  readonly asset: string
  readonly month: Month
  readonly created: number
  readonly completed: boolean
  readonly formats: readonly StatementFormat[]
  readonly revises: string | null
  readonly days: readonly StatementDay[]
}

function make({ created, formats, ...draft }: Draft): Statement {
  const sum = (pick: (day: StatementDay) => Micros) =>
    draft.days.reduce((total, day) => total + pick(day), 0n)
  return {
    ...draft,
    formats: draft.completed ? formats : [],
    periodStart: formatTime(toNanoseconds(monthStart(draft.month)), 0),
    periodEnd: formatTime(toNanoseconds(monthStart(draft.month + 1) - 1000), 0),
    createdAt: toNanoseconds(created),
    generatedAt: toNanoseconds(created + 42_000),
    totalAccrued: sum((day) => day.accrued),
    averageBalance: sum((day) => day.balance) / BigInt(draft.days.length)
  }
}
