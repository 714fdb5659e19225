const plainNumber = /^-?\d{1,400}(?:\.\d{1,400})?%?$/
const sign = /[=+\-@＝＋－＠]/.source
/** A formula may stand behind characters that nobody sees. */
const unseen = /["\s\p{C}\p{Z}]*/u.source
const atStart = new RegExp(`^(?:${unseen}${sign}|[\\t\\r\\n])`, 'u')
/** Where a spreadsheet is set to another language a semicolon or a tab begins a cell, in quotation marks or not. */
const withinText = new RegExp(`([;|\\t\\r\\n]${unseen})(?=${sign})`, 'gu')

/** A formula gets an apostrophe, so that a spreadsheet shows it as text; a number stays a number. */
function csvCell(text: string): string {
  if (plainNumber.test(text)) return text
  const within = text.replaceAll(withinText, "$1'")
  const safe = atStart.test(within) ? `'${within}` : within
  return /[",;|\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A row of any table that is exported, as RFC 4180 writes it. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
