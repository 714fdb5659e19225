import type { StatementRow, StatementTotals } from '../../../shared/contract/archive'
import { totalsOf } from './totals'

/** For a person: what is in an export, and how to check it. */
export function manifest(
  rows: readonly StatementRow[],
  { period, now }: { period: string; now: Date }
): string {
  const totals = totalsOf(rows)
  const environments = [...new Set(totals.years.map(({ environment }) => environment))]
  const lines = rows.flatMap((row) => [
    '',
    `${plain(row.asset ?? 'no asset given')} ${row.month}  statement ${plain(row.id)}`,
    `  connection      ${connectionOf(row)}`,
    `  folder          ${row.key}`,
    `  period          ${plain(row.periodStart ?? '?')} to ${plain(row.periodEnd ?? '?')}`,
    `  total accrued   ${plain(row.totalAccrued ?? 'not given')}`,
    `  average balance ${plain(row.averageDailyBalance ?? 'not given')}`,
    `  created         ${plain(row.createdAt ?? 'not given')}`,
    ...(row.revision.of > 1 ? [`  revision        ${row.revision.number} of ${row.revision.of}`] : []),
    ...row.files.map(({ name, bytes, sha256 }) => `  file            ${name}  ${bytes} bytes  ${sha256}`)
  ])
  return `${[
    'Rewards statements',
    '==================',
    '',
    `Period     ${period}`,
    ...[...new Set(rows.map(connectionOf))]
      .sort()
      .map((one, index) => `${index === 0 ? 'Of        ' : '          '} ${one}`),
    `Exported   ${now.toISOString()} by Leadline`,
    `Contents   ${count(rows.length, 'statement')}, ${count(rows.flatMap(({ files }) => files).length, 'file')}`,
    '',
    'To check that every file is unaltered, unpack this ZIP and run in its folder:',
    '',
    '  sha256sum -c SHA256SUMS            (Linux)',
    '  shasum -a 256 -c SHA256SUMS        (macOS)',
    '',
    'Totals by year and asset, of each environment for itself (of several revisions the newest counts, and a',
    'statement once, though several connections fetched it)',
    ...environments.flatMap((environment) => [
      '',
      plain(environment),
      ...totals.years.filter((year) => year.environment === environment).map(totalOf)
    ]),
    ...(totals.uncounted > 0
      ? ['', `${count(totals.uncounted, 'statement')} without a total in no sum`]
      : []),
    ...lines
  ].join('\n')}\n`
}

const connectionOf = ({ profileName, environment }: StatementRow) =>
  `${plain(profileName)} (${plain(environment)})`

const totalOf = ({ asset, year, total, statements }: StatementTotals['years'][number]) =>
  `  ${year}  ${plain(asset)}  ${total ?? '-'}  (${count(statements, 'statement')})`

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** One line, whatever the service wrote. */
const plain = (text: string) => text.replace(/[^\x20-\x7e]+/g, ' ')
