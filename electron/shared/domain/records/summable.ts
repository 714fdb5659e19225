/** Columns whose sum is meaningless. */
const noSum = new Set(
  (
    'rate rates apy apr yield percent percentage pct % bps cumulative cumulated accumulated cum running lifetime ' +
    'balance balances opening closing ytd mtd price tier count id number index days day month year principal'
  ).split(' ')
)

const wordsOf = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z%]+/)

export const isSummable = (name: string) =>
  !wordsOf(name).some((word) => noSum.has(word)) && !/to.?date|%/i.test(name)
