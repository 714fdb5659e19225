/** Keys and sizes of one side while it is rebuilt; shared by all books. */
class Workspace {
  keys = new Float64Array(1024)
  amounts = new Float64Array(1024)
  count = 0
  ascending = true

  reserve(count: number): void {
    this.count = 0
    this.ascending = true
    if (count <= this.keys.length) return
    const capacity = Math.max(count, this.keys.length * 2)
    this.keys = new Float64Array(capacity)
    this.amounts = new Float64Array(capacity)
  }

  add(key: number, amount: number): void {
    if (this.count > 0 && key < this.keys[this.count - 1]!) this.ascending = false
    this.keys[this.count] = key
    this.amounts[this.count] = amount
    this.count += 1
  }
}

export const workspace = new Workspace()
