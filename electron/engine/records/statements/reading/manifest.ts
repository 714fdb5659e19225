import type { StatementRow } from '#shared/contract/records/statements/index'
import type { GoneStatement } from '#shared/domain/records/statements/list'
import { totalsOf, type StatementTotals } from '#shared/domain/records/statements/totals'
import { incompleteSentence } from './incomplete'

/** Says to people what an export contains, and how to check it. */
export function manifest(
  rows: readonly StatementRow[],
  {
    period,
    now,
    gone = []
  }: { readonly period: string; readonly now: Date; readonly gone?: readonly GoneStatement[] }
): string {
  const totals = totalsOf(rows, gone)
  const incomplete = incompleteSentence(rows, gone)
  const environments = [...new Set(totals.years.map(({ environment }) => environment))]
  const lines = rows.flatMap((row) => [
    '',
    `${plain(row.asset ?? 'no asset given')} ${row.month}  statement ${plain(row.id)}`,
    `  connection      ${connectionOf(row)}`,
    `  folder          ${row.key}`,
    `  period          ${plain(row.periodStart ?? '?')} to ${plain(row.periodEnd ?? '?')}`,
    `  total accrued   ${plain(row.totalAccrued ?? 'not given')}`,
    `  average balance ${plain(row.averageDailyBalance ?? 'not given')}`,
    `  status          ${plain(row.status ?? 'not given')}${statusNote(row)}`,
    `  created         ${plain(row.createdAt ?? 'not given')}`,
    ...(row.revision.of > 1 ? [`  revision        ${row.revision.number} of ${row.revision.of}`] : []),
    ...row.files.map(({ name, bytes, sha256 }) => `  file            ${name}  ${bytes} bytes  ${sha256}`),
    ...(row.lacking ?? []).map(({ format, reason }) => `  not fetched     ${plain(format)}: ${plain(reason)}`)
  ])
  return `${[
    'Rewards statements',
    '==================',
    '',
    ...(incomplete === null ? [] : [`State      INCOMPLETE EXPORT`, `           ${incomplete}`]),
    `Period     ${period}`,
    ...[...new Set(rows.map(connectionOf))]
      .sort()
      .map((one, index) => `${index === 0 ? 'Fetched by' : '          '} ${one}`),
    `Exported   ${now.toISOString()} by Leadline`,
    `Contents   ${count(rows.length, 'statement')}, ${count(rows.flatMap(({ files }) => files).length, 'file')}`,
    '',
    'To check that every file is unaltered, unpack this ZIP and run in its folder:',
    '',
    '  sha256sum -c SHA256SUMS            (Linux)',
    '  shasum -a 256 -c SHA256SUMS        (macOS)',
    '',
    'Totals by environment, year and asset (only the newest of several revisions counts, and a statement',
    'counts once even if several connections fetched it)',
    ...environments.flatMap((environment) => [
      '',
      plain(environment),
      ...totals.years.filter((year) => year.environment === environment).map(totalOf)
    ]),
    ...(totals.uncounted > 0
      ? ['', `${count(totals.uncounted, 'statement')} without a total, excluded from these sums`]
      : []),
    ...(totals.uncompared
      ? ['', `${count(totals.uncompared, 'statement')} in these sums not compared with the service`]
      : []),
    ...(gone.length > 0 ? ['', 'Missing: no longer in the archive, so not in this export'] : []),
    ...gone.map(
      ({ environment, asset, month, id }) =>
        `  ${plain(environment)}  ${plain(asset)} ${month}  statement ${plain(id)}`
    ),
    ...lines
  ].join('\n')}\n`
}

function statusNote({ unfinished, statusKind }: StatementRow): string {
  if (unfinished) return '  (not final: excluded from the totals)'
  if (statusKind === 'void') return '  (failed or withdrawn: excluded from the totals)'
  return statusKind === 'unknown' ? '  (unknown to Leadline: included in the totals)' : ''
}

const connectionOf = ({ profileName, environment }: StatementRow) =>
  `${plain(profileName)} (${plain(environment)})`

const totalOf = ({ asset, year, total, statements, leftOut }: StatementTotals['years'][number]) =>
  `  ${year}  ${plain(asset)}  ${total ?? '-'}  (${count(statements, 'statement')}${leftOut > 0 ? `, ${leftOut} excluded` : ''})`

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** One line, whatever the service wrote. */
const plain = (text: string) => text.replace(/[^\x20-\x7e]+/g, ' ')
