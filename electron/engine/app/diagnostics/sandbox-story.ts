import type { Told } from './connection-story'

/** Starts, ends and returns of the local sandbox, as a person would tell them. */
export class SandboxStory {
  #running = false
  #before = false

  /** @param address where it runs now, or null when it has ended */
  next(address: string | null): Told[] {
    const running = this.#running
    this.#running = address !== null
    if (address !== null) {
      const again = this.#before ? ' again' : ''
      this.#before = true
      return [{ kind: 'good', words: `Local sandbox started${again} at ${address}` }]
    }
    if (running) {
      return [{ kind: 'warning', words: 'Local sandbox ended unexpectedly, it is being started again' }]
    }
    return this.#before
      ? [{ kind: 'bad', words: 'Local sandbox could not be started again, another try follows' }]
      : []
  }
}
