import type { TimelineNote } from './connection-story'
import { timelineText } from '#shared/messages/app'

export class SandboxStory {
  #running = false
  #before = false

  /** @param address null when it has ended */
  next(address: string | null): TimelineNote[] {
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
