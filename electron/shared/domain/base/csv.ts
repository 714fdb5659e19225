const plainNumber = /^-?\d{1,400}(?:\.\d{1,400})?%?$/
const sign = /[=+\-@＝＋－＠]/.source
/** A formula can hide behind invisible characters. */
const unseen = /["\s\p{C}\p{Z}]*/u.source
const atStart = new RegExp(`^(?:${unseen}${sign}|[\\t\\r\\n])`, 'u')
/** In other locales a semicolon or tab starts a cell, quoted or not. */
const withinText = new RegExp(`([;|\\t\\r\\n]${unseen})(?=${sign})`, 'gu')

/** Formulas get an apostrophe so that spreadsheets show them as text; numbers stay numbers. */
function csvCell(text: string): string {
  if (plainNumber.test(text)) return text
  const within = text.replaceAll(withinText, "$1'")
  const safe = atStart.test(within) ? `'${within}` : within
  return /[",;|\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A row in RFC 4180 format. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
