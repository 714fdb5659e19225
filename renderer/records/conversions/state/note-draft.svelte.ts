import { valueOf } from '#renderer/lib/client'
import type { Desk } from '#renderer/lib/desk'

/** After the last letter: a note is a file that is written. */
const restraint = 700

/** The note as it is typed; it is kept when the hands rest, and at the latest when something else is looked at. */
export class NoteDraft {
  text = $state('')
  phase = $state<'kept' | 'typing' | 'failed'>('kept')
  #id: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly desk: Desk) {}

  /** What is kept of this one; what is being typed is not taken from under the hands. */
  show(id: string, note: string): void {
    if (id !== this.#id) {
      void this.keep()
      this.#id = id
      this.phase = 'kept'
    }
    if (this.phase === 'kept') this.text = note
  }

  typed(): void {
    this.phase = 'typing'
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.keep(), restraint)
  }

  async keep(): Promise<void> {
    clearTimeout(this.#timer)
    const { text } = this
    const id = this.#id
    if (id === null || this.phase === 'kept') return
    this.phase = 'kept'
    const isKept = await this.desk.attempt(() =>
      valueOf(this.desk.bridge.call.conversions.note({ id, note: text }))
    )
    if (!isKept && id === this.#id) this.phase = 'failed'
  }

  /** It is gone, and its note with it. */
  drop(): void {
    clearTimeout(this.#timer)
    this.#id = null
    this.phase = 'kept'
  }
}
