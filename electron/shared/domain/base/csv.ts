/** What a spreadsheet takes for a number is none of its formulas. */
const plainNumber = /^-?\d{1,400}(?:\.\d{1,400})?%?$/
const atStart = /^(?:["\s]*[=+\-@＝＋－＠]|[\t\r\n])/
/** Where a spreadsheet is set to another language a semicolon or a tab begins a cell, in quotation marks or not. */
const withinText = /([;|\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g

/** A cell of any table that we write: what a spreadsheet takes for a formula gets an apostrophe and is shown as text. */
export function csvCell(text: string): string {
  if (plainNumber.test(text)) return text
  const within = text.replaceAll(withinText, "$1'")
  const safe = atStart.test(within) ? `'${within}` : within
  return /[",;|\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
