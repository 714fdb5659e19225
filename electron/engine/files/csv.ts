const atStart = /^(?:[" ]*[=+\-@＝＋－＠]|[\t\r\n])/
/** Where a table program is set to another language a semicolon or a tab begins a cell, in quotation marks or not. */
const withinText = /([;|\t\r\n][" ]*)(?=[=+\-@＝＋－＠])/g

/** What a table program takes for a formula gets an apostrophe before it, which it shows as text. */
export function csvCell(text: string): string {
  const within = text.replaceAll(withinText, "$1'")
  const safe = atStart.test(within) ? `'${within}` : within
  return /[",;|\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
