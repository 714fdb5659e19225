import { micros, type Statement } from '../data/statements'

export function makeCsv(statement: Statement): Buffer {
  const rows = statement.days.map(
    ({ date, balance, accrued }) => `${date},${micros(balance)},${micros(accrued)}\n`
  )
  return Buffer.from(`date,balance,accrued\n${rows.join('')}`)
}
