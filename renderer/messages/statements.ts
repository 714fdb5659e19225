import { choose, count, list, plural } from '#shared/messages/language'

export const statementsText = choose({
  en: {
    title: 'Statements',
    notRead: 'The archive could not be read',
    reading: 'Reading the archive',
    opening: 'The archive is being opened. This can take a while on a slow drive.',
    openingLabel: 'Opening the archive',
    found: {
      none: 'Nothing found',
      noneMatches: 'No statement in the archive matches.',
      noneOfMatches: (connection: string) => `No statement of ${connection} matches.`,
      showAll: 'Show all statements'
    },
    head: {
      fetching: 'Fetching',
      verifying: 'Verifying',
      fetched: (done: string, of: string) => `${done} of ${of} fetched`,
      verified: (done: string, of: string) => `${done} of ${of} files verified`,
      stop: 'Stop',
      fetchById: 'Fetch by ID…',
      verifyAll: 'Verify all',
      more: 'More actions'
    },
    summary: {
      statements: (statements: number, shown: string) => count(statements, 'statement', 'statements', shown),
      files: (files: number, shown: string) => count(files, 'file', 'files', shown),
      altered: (shown: string) => `${shown} altered`,
      missing: (shown: string) => `${shown} missing`,
      unreadable: (shown: string) => `${shown} unreadable`,
      moved: (shown: string) => `${shown} moved`,
      unproven: (shown: string) => `${shown} not yet verified`,
      lists: {
        'list-missing': 'list missing',
        'list-changed': 'list changed',
        'list-unreadable': 'list unreadable'
      } as Readonly<Partial<Record<string, string>>>,
      onlyWhenFetched: 'each verified when fetched',
      allMatch: 'all hashes match'
    },
    foot: {
      neverVerified: (size: string) => `Archive: ${size} · not verified as a whole yet`,
      verified: (size: string, time: string) => `Archive: ${size} · last verified ${time} ago`
    },
    columns: {
      period: 'Period',
      asset: 'Asset',
      accrued: 'Accrued',
      average: 'Avg daily balance',
      files: 'Files',
      state: 'State',
      connection: 'Connection',
      id: 'ID'
    },
    environments: { production: 'Production', sandbox: 'Sandbox', local: 'Local' },
    filters: {
      search: 'Search the statements',
      connection: 'Connection',
      allConnections: 'All connections',
      asset: 'Asset',
      allAssets: 'All assets',
      year: 'Year',
      allYears: 'All years',
      clear: 'Clear',
      shown: (shown: string, of: string) => `${shown} of ${of}`
    },
    empty: {
      title: 'The archive is empty',
      text: 'Paste statement IDs, or any text that contains IDs. Leadline fetches the files before their links expire, verifies them with SHA-256, and keeps them in a plain folder that can be read for years, without Leadline and without a connection.',
      fromFile: 'From a file of IDs…',
      tryExamples: (examples: number) => `Try ${examples} of the local sandbox`
    },
    menu: {
      fetchFile: 'Fetch from a file of IDs…',
      fetchIncomplete: 'Fetch incomplete statements',
      compareAll: 'Compare all with the service',
      exportZip: 'Export a period as ZIP…',
      openFolder: 'Open folder',
      firstCopy: 'Second copy folder…',
      otherCopy: 'Change the second copy folder…',
      updateCopy: 'Update the second copy',
      restore: 'Restore from the second copy',
      stopCopy: 'Stop keeping a second copy',
      move: 'Move the archive…',
      useOther: 'Use another archive…',
      rebuild: 'Rebuild the index',
      jobs: {
        moving: 'moving the archive',
        switching: 'switching archives',
        restoring: 'restoring statements',
        exporting: 'exporting statements',
        comparing: 'comparing statements',
        verifying: 'verifying the archive'
      },
      fetching: 'fetching statements',
      copying: 'updating the copy',
      notConnected: 'not connected',
      empty: 'the archive is empty'
    },
    noneYet: 'No statements yet',
    fetch: {
      title: 'Fetch statements by ID',
      label: 'IDs, or any text that contains IDs: a message, a table or a log',
      noneYet: 'No IDs yet.',
      noneFound: 'No statement ID found in this text.',
      found: (ids: number, shown: string) => `${count(ids, 'ID', 'IDs', shown)} found`,
      examples: 'IDs of the local sandbox',
      fromFile: 'From a file…',
      run: 'Fetch',
      tryAgain: 'Try again',
      askAgain: 'Ask again',
      stop: 'Stop',
      removeFailed: 'Remove from list',
      refused: (ids: number, shown: string) =>
        `${count(ids, 'ID was', 'IDs were', shown)} not queued: the limit is 10,000. Fetch the same list again when these are done. Statements already in the archive are not fetched twice.`,
      nothing: 'There is nothing to fetch through this connection.',
      belongsTo: (statements: number, shown: string, connection: string) =>
        `${count(statements, 'belongs', 'belong', shown)} to the connection ${connection}`,
      elsewhere: (connections: readonly string[], statements: number) =>
        `${connections.join(', ')}: connect with ${connections.length === 1 ? 'it' : 'each'} to fetch ${statements === 1 ? 'it' : 'them'}.`,
      incomplete: 'Not complete',
      tried: (time: string) => `tried ${time}`,
      more: (shown: string) => `and ${shown} more`,
      list: 'Statements being fetched',
      statement: 'Statement',
      files: 'Files',
      state: 'State',
      part: (bytes: string, of: string) => `${bytes} of ${of}`,
      states: {
        waiting: 'waiting',
        asking: 'requesting',
        loading: 'loading',
        saved: 'saved',
        present: 'already here',
        pending: 'not ready yet',
        failed: 'failed',
        stopped: 'stopped'
      }
    },
    move: {
      title: 'Move the archive?',
      action: 'Choose a folder…',
      text: (folder: string) =>
        `Every file is copied to the folder you choose, read back and compared, and only then removed from ${folder}. You can stop at any time without losing anything.`
    },
    export: {
      title: 'Export a period as ZIP',
      from: 'From',
      to: 'To',
      asset: 'Asset',
      allAssets: 'All assets',
      run: 'Export…',
      none: 'The archive has no statements for this period.',
      about: (statements: number, shown: string, connection: string | null) =>
        `${count(statements, 'statement', 'statements', shown)} of ${connection ?? 'all connections'}, each with its files and its record, and a list of hashes for “sha256sum -c”.`,
      separateTotals: 'Totals are given for each environment separately.',
      done: (statements: string, files: string, path: string) =>
        `${statements} with ${files} saved to ${path}.`,
      howToCheck: 'After unpacking, “sha256sum -c SHA256SUMS” checks every file.'
    },
    totals: {
      title: 'Totals',
      byMonth: 'Rewards accrued by month',
      byMonthOf: (series: string) => `Rewards accrued by month (${series})`,
      byMonthIn: (asset: string) => `Rewards accrued by month in ${asset}`,
      series: 'Asset of the chart',
      asTable: 'Show the months as a table',
      table: 'Months as a table',
      legend: 'Legend of the chart',
      accruedOf: (series: string) => `${series} accrued`,
      revised: 'revised',
      crossed: (months: number, shown: string) =>
        `× ${count(months, 'month', 'months', shown)} with excluded statements`,
      noMonths: 'None of these months has a total.',
      byYear: 'Totals by asset and year',
      month: 'Month',
      year: 'Year',
      asset: 'Asset',
      statements: 'Statements',
      accrued: 'Accrued',
      excluded: (shown: string) => `${shown} excluded`,
      /** Of a month, as “2026-10: 0.5 USDP, revised”. */
      monthTitle: (month: string, parts: readonly string[]) => `${month}: ${parts.join(', ')}`,
      noStatement: 'no statement in the archive',
      excludedOfMonth: (statements: number, shown: string) =>
        `${count(statements, 'statement is', 'statements are', shown)} excluded`,
      excludedKinds: {
        altered: (shown: string) => `${shown} altered`,
        missing: (shown: string) => `${shown} missing`,
        unreadable: (shown: string) => `${shown} unreadable`,
        moved: (shown: string) => `${shown} moved`,
        unfinished: (shown: string) => `${shown} unfinished`,
        void: (shown: string) => `${shown} failed or withdrawn`
      },
      excludedAll: (kinds: readonly string[], statements: number) =>
        `${list(kinds)} ${plural(statements, { one: 'statement is', other: 'statements are' })} excluded from the totals.`,
      uncompared: (statements: number, shown: string) =>
        `Totals include ${count(statements, 'statement that was', 'statements that were', shown)} not compared with the service.`,
      unknownStatus: (statements: number, shown: string) =>
        `${count(statements, 'statement', 'statements', shown)} with an unrecognized status ${plural(statements, { one: 'is', other: 'are' })} included.`,
      uncounted: (statements: number, shown: string) =>
        `${count(statements, 'statement', 'statements', shown)} without a total ${plural(statements, { one: 'is', other: 'are' })} excluded.`
    },
    months: {
      layout: 'Layout',
      layouts: { table: 'Table', months: 'Months' },
      exportCsv: 'Export CSV…',
      exported: (path: string) => `Months saved to ${path}.`,
      month: 'Month',
      grid: (environment: string) => `${environment}: months and assets`,
      states: {
        altered: 'altered',
        missing: 'missing',
        unreadable: 'unreadable',
        moved: 'moved',
        unfinished: 'still being prepared',
        void: 'failed or withdrawn',
        uncounted: 'no total',
        revised: 'revised',
        present: 'in the archive',
        none: 'none'
      },
      noneTitle: 'not in the archive. The service may still have a statement for this month.',
      several: (statements: number, shown: string) => count(statements, 'statement', 'statements', shown),
      next: 'Next expected',
      asset: 'Asset',
      date: 'Date (UTC)',
      state: 'State',
      basis: 'Based on',
      days: (first: string, last: string) => `${first} to ${last}`,
      earlier: (earlier: number) => count(earlier, 'earlier statement'),
      dueIn: (days: number) => `in ${count(days, 'day')}`,
      due: 'due now',
      overdue: (days: number) => `overdue by ${count(days, 'day')}, not in the archive`,
      arrived: 'arrived',
      calendar: {
        kinds: { overdue: 'overdue', due: 'due', expected: 'expected', arrived: 'arrived' },
        weekdays: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
        previous: 'Earlier months',
        next: 'Later months',
        month: (name: string, year: string) => `${name} ${year}`,
        entry: (asset: string, month: string, kind: string) => `${asset} ${month} ${kind}`,
        day: (date: string, isToday: boolean, entries: readonly string[]) =>
          [isToday ? `${date}, today` : date, ...entries].join(', '),
        on: (date: string) => `On ${date}`,
        nothing: 'No statement expected or created on this day.',
        showNext: 'Show next expected'
      },
      cut: (shown: string) => `Older months are not shown: the limit is ${shown}.`
    },
    toasts: {
      verified: (files: number, shown: string, isCopyToo: boolean) =>
        `${count(files, 'file was', 'files were', shown)} verified: all unchanged${isCopyToo ? ', and so are those of the second copy' : ''}.`,
      archiveInUse: (folder: string) => `The archive in ${folder} is in use now.`,
      nothingToRestore: 'Nothing is known to be altered or missing, so nothing was restored.',
      noIntactVersion: 'The second copy has no intact version of any of them.',
      restored: (statements: number, shown: string) =>
        `${count(statements, 'statement was', 'statements were', shown)} restored from the second copy.`,
      restoredSome: (statements: string, of: number, shown: string) =>
        `${statements} of ${count(of, 'statement was', 'statements were', shown)} restored from the second copy.`,
      nothingCompared: 'No statement was compared with the service.',
      compared: (parts: readonly string[]) => `Compared with the service: ${parts.join(', ')}.`,
      comparedCounts: {
        same: (statements: number, shown: string) => count(statements, 'matches', 'match', shown),
        partly: (statements: number, shown: string) =>
          `${count(statements, 'matches', 'match', shown)} as far as the files could be compared`,
        differs: (statements: number, shown: string) => count(statements, 'differs', 'differ', shown),
        gone: (statements: number, shown: string) =>
          `${count(statements, 'is', 'are', shown)} no longer offered by the service`,
        failed: (statements: number, shown: string) =>
          count(statements, 'was not compared', 'were not compared', shown)
      },
      comparedElsewhere: (statements: number, shown: string) =>
        `${count(statements, 'was', 'were', shown)} skipped (moved, or of another connection)`
    },
    activity: {
      comparing: (done: string, of: string) => `Comparing with the service: ${done} of ${of} done.`,
      moving: (folder: string, progress: string) => `Moving the archive to ${folder}: ${progress}.`,
      exporting: (progress: string) => `Exporting: ${progress}.`,
      restoring: (done: string, of: string) => `Restoring from the second copy: ${done} of ${of}.`,
      switching: 'Switching archives. Statements fetched meanwhile are saved in the new one.',
      copying: (folder: string, statements: number) =>
        `Updating the second copy in ${folder}: ${count(statements, 'statement')} behind.`,
      progress: (files: string, ofFiles: string, bytes: string, ofBytes: string) =>
        `${files} of ${ofFiles} files, ${bytes} of ${ofBytes}`,
      stop: 'Stop'
    }
  }
})
