const judges = 'electron/engine/market/alerts/judges'
const tests = ['tests/unit/engine/market/alerts']

/** @type {import('./mutate.mjs').Mutant[]} */
export const alertMutants = [
  {
    name: 'a peg continues its time over a gap',
    file: `${judges}/peg.ts`,
    from: 'if (!silent) this.#offSince = null',
    to: '',
    tests
  },
  {
    name: 'a price from before a gap counts as in force until its end',
    file: `${judges}/move.ts`,
    from: 'this.#prices.end(gap.from)',
    to: '',
    tests
  },
  {
    name: 'a move that fired is counted again',
    file: `${judges}/move.ts`,
    from: 'this.#prices.clear()',
    to: '',
    tests
  },
  {
    name: 'a gap or a new session counts as a cross of the VWAP',
    file: `${judges}/vwap.ts`,
    from: 'if (isOther) this.#side.reset()',
    to: '',
    tests
  },
  {
    name: 'a crossed book has depth and costs',
    file: `${judges}/values.ts`,
    from: 'book.crossed() ?',
    to: 'false ?',
    tests
  },
  {
    name: 'an alert that escalates is reminded of twice at once',
    file: 'electron/engine/market/alerts/reminders.ts',
    from: 'else if (!due.some((other) => other.alert === alert && other.escalates)) remind(fired, alert)',
    to: 'else remind(fired, alert)',
    tests
  },
  {
    name: 'a backtest goes on with what an earlier run of the app knew',
    file: 'electron/engine/recording/backtest/recorded-alert.ts',
    from: 'this.#alerts.withdrawAll()\n    this.#arm()',
    to: '',
    tests: ['tests/unit/engine/recording/backtest']
  }
]
