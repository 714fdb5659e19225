const capacity = 64

class Run {
  readonly keys = new Float64Array(capacity)
  readonly amounts = new Float64Array(capacity)
  size = 0
}

/**
 * The levels outside a ladder's window, ordered by key. Runs of bounded length, because inserting into one long array
 * of twenty thousand levels would move half of it.
 */
export class ColdStore {
  size = 0
  cursorAmount = 0
  #cursorRun = 0
  #cursorPosition = 0
  readonly #runs: Run[] = []
  /** The first key of each run. */
  #starts = new Float64Array(16)
  readonly #spare: Run[] = []

  /** Infinity if there is none. */
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
    let position = positionOf(run.keys, run.size, key)
    if (position < run.size && run.keys[position] === key) {
      run.amounts[position] = amount
      return
    }
    if (run.size === capacity) {
      this.#split(index, position)
      if (position > run.size) {
        position -= run.size
        index += 1
        run = this.#runs[index]!
      }
    }
    const { keys, amounts } = run
    // Faster than copyWithin for such short runs.
    for (let at = run.size; at > position; at -= 1) {
      keys[at] = keys[at - 1]!
      amounts[at] = amounts[at - 1]!
    }
    keys[position] = key
    amounts[position] = amount
    run.size += 1
    this.size += 1
    if (position === 0) this.#starts[index] = key
  }

  remove(key: number): void {
    if (this.size === 0) return
    const index = this.#runFor(key)
    const run = this.#runs[index]!
    const position = positionOf(run.keys, run.size, key)
    if (position >= run.size || run.keys[position] !== key) return
    const { keys, amounts } = run
    run.size -= 1
    this.size -= 1
    for (let at = position; at < run.size; at += 1) {
      keys[at] = keys[at + 1]!
      amounts[at] = amounts[at + 1]!
    }
    if (run.size === 0) this.#removeRun(index)
    else if (position === 0) this.#starts[index] = keys[0]!
  }

  /** 0 if there is no such level. */
  amountAt(key: number): number {
    if (this.size === 0) return 0
    const run = this.#runs[this.#runFor(key)]!
    const position = positionOf(run.keys, run.size, key)
    return position < run.size && run.keys[position] === key ? run.amounts[position]! : 0
  }

  /** Moves the cursor to the first level after the key and returns its key, or Infinity. */
  seek(key: number): number {
    if (this.size === 0) return Infinity
    this.#cursorRun = this.#runFor(key)
    const run = this.#runs[this.#cursorRun]!
    const position = positionOf(run.keys, run.size, key)
    this.#cursorPosition = position < run.size && run.keys[position] === key ? position + 1 : position
    return this.#look()
  }

  advance(): number {
    this.#cursorPosition += 1
    return this.#look()
  }

  #look(): number {
    let run = this.#runs[this.#cursorRun]!
    if (this.#cursorPosition >= run.size) {
      if (this.#cursorRun + 1 >= this.#runs.length) return Infinity
      this.#cursorRun += 1
      this.#cursorPosition = 0
      run = this.#runs[this.#cursorRun]!
    }
    this.cursorAmount = run.amounts[this.#cursorPosition]!
    return run.keys[this.#cursorPosition]!
  }

  #runFor(key: number): number {
    const count = this.#runs.length
    const after = positionOf(this.#starts, count, key)
    return after < count && this.#starts[after] === key ? after : Math.max(0, after - 1)
  }

  /** Keys appended in order leave full runs behind; others are split in half. */
  #split(index: number, position: number): void {
    const run = this.#runs[index]!
    const kept = position === capacity ? capacity - 1 : capacity >> 1
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

/** The index of the key or its insertion point. */
function positionOf(keys: Float64Array, size: number, key: number): number {
  let low = 0
  let high = size
  while (low < high) {
    const middle = (low + high) >> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}
