const capacity = 64

class Run {
  readonly keys = new Float64Array(capacity)
  readonly amounts = new Float64Array(capacity)
  size = 0
}

/**
 * The levels outside of a ladder's window, in order of their keys. In runs of bounded length, because a book of twenty
 * thousand levels spread wide has many of them here, and one long array would move half of them for each new price.
 */
export class ColdStore {
  size = 0
  /** The size at the cursor. */
  cursorAmount = 0
  #cursorRun = 0
  #cursorPlace = 0
  readonly #runs: Run[] = []
  /** The first key of each run, side by side to be searched quickly. */
  #starts = new Float64Array(16)
  readonly #spare: Run[] = []

  /** Infinite when there is none. */
  get first(): number {
    return this.size === 0 ? Infinity : this.#starts[0]!
  }

  clear(): void {
    if (this.size === 0) return
    for (const run of this.#runs) this.#retire(run)
    this.#runs.length = 0
    this.size = 0
  }

  put(key: number, amount: number): void {
    if (this.#runs.length === 0) this.#insertRun(0)
    let index = this.#runFor(key)
    let run = this.#runs[index]!
    let place = placeOf(run.keys, run.size, key)
    if (place < run.size && run.keys[place] === key) {
      run.amounts[place] = amount
      return
    }
    if (run.size === capacity) {
      this.#split(index, place)
      if (place > run.size) {
        place -= run.size
        index += 1
        run = this.#runs[index]!
      }
    }
    const { keys, amounts } = run
    // Runs are so short that a loop is done before a copy has been called.
    for (let at = run.size; at > place; at -= 1) {
      keys[at] = keys[at - 1]!
      amounts[at] = amounts[at - 1]!
    }
    keys[place] = key
    amounts[place] = amount
    run.size += 1
    this.size += 1
    if (place === 0) this.#starts[index] = key
  }

  remove(key: number): void {
    if (this.size === 0) return
    const index = this.#runFor(key)
    const run = this.#runs[index]!
    const place = placeOf(run.keys, run.size, key)
    if (place >= run.size || run.keys[place] !== key) return
    const { keys, amounts } = run
    run.size -= 1
    this.size -= 1
    for (let at = place; at < run.size; at += 1) {
      keys[at] = keys[at + 1]!
      amounts[at] = amounts[at + 1]!
    }
    if (run.size === 0) this.#removeRun(index)
    else if (place === 0) this.#starts[index] = keys[0]!
  }

  /** Puts the cursor on the first level after the key and returns its key, infinite when there is none. */
  seek(key: number): number {
    if (this.size === 0) return Infinity
    this.#cursorRun = this.#runFor(key)
    const run = this.#runs[this.#cursorRun]!
    const place = placeOf(run.keys, run.size, key)
    this.#cursorPlace = place < run.size && run.keys[place] === key ? place + 1 : place
    return this.#look()
  }

  /** Moves the cursor on and returns the key there. */
  advance(): number {
    this.#cursorPlace += 1
    return this.#look()
  }

  #look(): number {
    let run = this.#runs[this.#cursorRun]!
    if (this.#cursorPlace >= run.size) {
      if (this.#cursorRun + 1 >= this.#runs.length) return Infinity
      this.#cursorRun += 1
      this.#cursorPlace = 0
      run = this.#runs[this.#cursorRun]!
    }
    this.cursorAmount = run.amounts[this.#cursorPlace]!
    return run.keys[this.#cursorPlace]!
  }

  /** The last run that starts at the key or before it, or else the first. */
  #runFor(key: number): number {
    const count = this.#runs.length
    const after = placeOf(this.#starts, count, key)
    return after < count && this.#starts[after] === key ? after : Math.max(0, after - 1)
  }

  /** Keys that only ever come at the end leave full runs behind them; others leave halves. */
  #split(index: number, place: number): void {
    const run = this.#runs[index]!
    const kept = place === capacity ? capacity - 1 : capacity >> 1
    const upper = this.#insertRun(index + 1)
    upper.keys.set(run.keys.subarray(kept))
    upper.amounts.set(run.amounts.subarray(kept))
    upper.size = capacity - kept
    run.size = kept
    this.#starts[index + 1] = upper.keys[0]!
  }

  #insertRun(index: number): Run {
    const count = this.#runs.length
    if (count === this.#starts.length) {
      const starts = new Float64Array(count * 2)
      starts.set(this.#starts)
      this.#starts = starts
    }
    this.#starts.copyWithin(index + 1, index, count)
    const run = this.#spare.pop() ?? new Run()
    this.#runs.splice(index, 0, run)
    return run
  }

  #removeRun(index: number): void {
    this.#starts.copyWithin(index, index + 1, this.#runs.length)
    for (const run of this.#runs.splice(index, 1)) this.#retire(run)
  }

  #retire(run: Run): void {
    run.size = 0
    if (this.#spare.length < 64) this.#spare.push(run)
  }
}

/** Where the key is, or where it would go. */
function placeOf(keys: Float64Array, size: number, key: number): number {
  let low = 0
  let high = size
  while (low < high) {
    const middle = (low + high) >> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}
