import { choose, number } from './language'

export const sqlText = choose({
  en: {
    oneStatement: 'Run one statement at a time.',
    empty: 'There is no statement to run.',
    onlySelect:
      'Only queries are allowed (SELECT, WITH, FROM, DESCRIBE, SUMMARIZE): recordings are never changed.',
    tableFunction: (name: string, allowed: readonly string[]) =>
      `${name}() is not available here. Query the tables; the available table functions are ${allowed.join(', ')}.`,
    table: (name: string, tables: readonly string[]) =>
      `There is no table ${name}. The tables are ${tables.join(', ')}.`,
    setting: 'This DuckDB setting cannot be read here.',
    duckdb: (message: string) => `DuckDB: ${message}`,
    overflow: 'Multiply as DOUBLE, for example price::DOUBLE * amount::DOUBLE.',
    memory: 'The query needs more memory than is allowed. Narrow it, for example to one market and day.',
    time: (seconds: number) =>
      `The query was stopped after ${number(seconds)} seconds. Narrow it, for example to one market and day.`,
    stopped: 'The query process stopped unexpectedly. The query may need too much memory.',
    valueTooLong: 'A value of the result is too long to show.',
    tooManyColumns: (max: number) => `The result has more than ${number(max)} columns.`,
    busy: 'A query is still running in this window. Cancel it first.',
    closing: 'Leadline is closing.',
    notLoaded: 'DuckDB could not be loaded. Reinstall Leadline.',
    nothing: 'There is no result to save.',
    queriesFile: 'saved queries',
    queriesLost: (lost: number) =>
      lost === 0
        ? 'Saved queries were damaged. A copy of the file was kept.'
        : `${number(lost)} saved ${lost === 1 ? 'query was' : 'queries were'} unreadable and could not be loaded. A copy of the file was kept.`,
    queryGone: 'This saved query no longer exists.',
    nameTaken: 'Another saved query has this name.',
    tooManyQueries: (max: number) => `At most ${number(max)} queries can be saved. Delete some first.`,
    saveCsv: 'Save result as CSV'
  }
})
