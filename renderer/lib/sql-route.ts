/** The rest of the address of the SQL view: a recorded connection and a query, as another view hands them over. */
export const sqlRoute = (source: string, sql: string): string => `${source}\n${sql}`

export function readSqlRoute(rest: string): { readonly source: string; readonly sql: string } {
  const [source = '', ...lines] = rest.split('\n')
  return { source, sql: lines.join('\n') }
}
