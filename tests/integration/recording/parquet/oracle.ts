/** A row, as text: numbers without trailing zeros, `null` for nothing. */
export type RowText = string

interface Payload {
  readonly market: string
  readonly type?: string
  readonly time?: string
  readonly executed_at?: string
  readonly price?: string
  readonly amount?: string
  readonly bids?: readonly { readonly price: string; readonly amount: string }[]
  readonly asks?: readonly { readonly price: string; readonly amount: string }[]
}

export const plainNumber = (text: string): string =>
  text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text

const plainTime = (text: string): string => {
  const [, seconds, fraction = ''] = /^([^.]*?)(?:\.(\d+))?Z$/.exec(text)!
  return `${Date.parse(`${seconds}Z`) / 1000}${fraction.padEnd(9, '0')}`
}

const fits = (text: string) => {
  const [whole = '', decimals = ''] = plainNumber(text).split('.')
  return decimals.length <= 18 && whole.replace(/^0+/, '').length <= 20
}

/** The number in its decimal column, or else as it was sent in the column of text. */
const cells = (number: string): [string | null, string | null] =>
  fits(number) ? [plainNumber(number), null] : [null, number]

const spell = (...values: readonly (string | boolean | null)[]): RowText => values.map(String).join(' ')

/** What the lines of a log say of books and trades, read without any of our code. */
export function rowsOfLines(lines: readonly string[]) {
  const book: RowText[] = []
  const trades: RowText[] = []
  for (const line of lines) {
    const [seq = '', received = '', kind, text = ''] = line.split('\t')
    const payload = kind === 'f' ? payloadOf(text) : null
    if (!payload) continue
    const { market, type, time, executed_at, bids = [], asks = [] } = payload
    if (time !== undefined) {
      const levels = [
        ...bids.map((each) => ['bid', each] as const),
        ...asks.map((each) => ['ask', each] as const)
      ]
      for (const [side, { price, amount }] of levels) {
        const [one, oneText] = cells(price)
        const [other, otherText] = cells(amount)
        const isSnapshot = type === 'SNAPSHOT'
        book.push(
          spell(market, seq, plainTime(time), received, isSnapshot, side, one, other, oneText, otherText)
        )
      }
    } else if (executed_at !== undefined) {
      const [price, priceText] = cells(payload.price!)
      const [amount, amountText] = cells(payload.amount!)
      trades.push(spell(market, seq, plainTime(executed_at), received, price, amount, priceText, amountText))
    }
  }
  return { book, trades }
}

function payloadOf(text: string): Payload | null {
  try {
    return (JSON.parse(text) as { readonly payload?: Payload }).payload ?? null
  } catch {
    return null
  }
}
