import { choose, count, list } from '#shared/messages/language'

/** Texts about one statement. */
export const statementText = choose({
  en: {
    title: (asset: string | null, period: string) => `${asset ?? 'Statement'} ${period}`,
    none: '–',
    undated: 'undated',
    between: (start: string, end: string) => `${start} to ${end}`,
    standing: {
      verified: 'verified',
      unaltered: 'verified',
      unproven: 'not yet verified',
      altered: 'altered',
      missing: 'missing',
      unreadable: 'unreadable',
      moved: 'moved'
    },
    marks: {
      mark: (words: string) => `· ${words}`,
      superseded: 'superseded',
      revised: 'revised',
      unfinished: 'not finished',
      unfinishedTitle: (status: string) =>
        `The service gives its status as ${status}: it is not finished, so it is excluded from totals.`,
      voidTitle: (status: string) =>
        `The service gives its status as ${status}: it failed or was withdrawn, so it is excluded from totals.`,
      unknownTitle: (status: string) =>
        `The service gives its status as ${status}, which Leadline does not recognize. All of its files are here, so it is included in totals.`,
      lacking: (formats: readonly string[]) => `${formats.join(', ')} not fetched`,
      lackingTitle: (format: string, reason: string) => `${format}: ${reason}`,
      uncompared: 'not compared',
      uncomparedTitle: 'This computer did not fetch this statement, and it was not compared with the service.'
    },
    comparison: {
      notYet: 'not yet',
      notSinceFetched: 'not since it was fetched',
      results: {
        same: 'matches',
        partly: 'the figures match; not every file could be compared',
        differs: 'differs',
        gone: 'no longer offered by the service'
      },
      at: (time: string, result: string) => `${time}: ${result}`,
      because: (time: string, result: string, reason: string) => `${time}: ${result} (${reason})`
    },
    moved: (folder: string) =>
      `Its folder was renamed or moved, so it is excluded from totals. It belongs in ${folder}. Move it back, or fetch it again.`,
    actions: {
      openPdf: 'Open PDF',
      openFolder: 'Open folder',
      fetchAgain: 'Fetch again',
      compare: 'Compare with the service'
    },
    parts: { days: 'Days', revisions: 'Revisions', files: 'Files', fields: 'All fields' },
    fields: {
      id: 'ID',
      asset: 'Asset',
      period: 'Period',
      type: 'Type',
      status: 'Status',
      accrued: 'Total accrued',
      average: 'Average daily balance',
      created: 'Created',
      completed: 'Fetched',
      proven: 'Last verified',
      neverProven: 'not yet',
      comparison: 'Compared with the service',
      etag: 'ETag of the download',
      connection: 'Connection',
      connectionIn: (connection: string, environment: string) => `${connection} (${environment})`,
      folder: 'Folder'
    },
    etag: {
      isMd5: 'the MD5 of the files',
      isNotMd5: (files: readonly string[]) =>
        `no MD5 of ${list(files)}, as is usual for files stored encrypted or in parts; the SHA-256 is the proof`
    },
    files: {
      unnamed: 'File',
      show: (name: string) => `Show ${name}`,
      showTable: (name: string) => `Show the table of ${name}`,
      showFolder: (name: string) => `Show ${name} in its folder`,
      inFolder: 'Show in folder',
      bytes: (bytes: string) => `${bytes} bytes`,
      generated: 'generated',
      fetched: 'fetched',
      copyHash: 'Copy SHA-256',
      copyHashOf: (name: string) => `Copy the SHA-256 of ${name}`,
      hashCopied: 'SHA-256 copied.'
    },
    table: {
      tables: 'Tables of this statement',
      missing: (name: string) => `${name} is missing from the archive.`,
      unreadable: 'This file cannot be read now, so it cannot be verified.',
      altered: 'This file was changed after it was fetched: do not rely on its figures.',
      lines: (name: string) => `Lines of ${name}`,
      linesAround: 'Lines around the table',
      sums: 'Sums',
      sum: 'Sum',
      sumOf: (column: string) => `Sum of ${column}`,
      noSum: (column: string) =>
        `${column} has no sum: its lines are not parts of a whole, so a sum would mean nothing`,
      first: (shown: string, of: string) =>
        `The first ${shown} of ${of} lines are shown; the sums include all of them.`,
      reading: 'Reading the table',
      none: 'This statement has no CSV file.'
    },
    revisions: {
      reading: 'Reading the revisions',
      revision: (revision: number, of: number) => `Revision ${revision} of ${of}`,
      shown: 'shown here',
      show: 'Show',
      changes: 'Changes since the previous revision',
      field: 'Field',
      line: 'Line',
      before: 'Before',
      after: 'After',
      lines: (lines: number) => `${count(lines, 'line of the CSV differs', 'lines of the CSV differ')}`
    }
  }
})
