import type { Told } from './connection-story'
import { timelineText } from '#shared/messages/app'

/** Starts, ends and returns of the local sandbox, as a person would tell them. */
export class SandboxStory {
  #running = false
  #before = false

  /** @param address where it runs now, or null when it has ended */
  next(address: string | null): Told[] {
    const running = this.#running
    this.#running = address !== null
    if (address !== null) {
      const { started, restarted } = timelineText.sandbox
      const words = (this.#before ? restarted : started)(address)
      this.#before = true
      return [{ kind: 'good', words }]
    }
    if (running) {
      return [{ kind: 'warning', words: timelineText.sandbox.ended }]
    }
    return this.#before ? [{ kind: 'bad', words: timelineText.sandbox.restartFailed }] : []
  }
}
