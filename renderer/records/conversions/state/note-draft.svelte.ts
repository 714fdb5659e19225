import { valueOf } from '#renderer/lib/client'
import type { Desk } from '#renderer/lib/desk'

/** Milliseconds after the last key. */
const saveAfter = 700

/** The note being typed; saved after a pause, and before another conversion is shown. */
export class NoteDraft {
  text = $state('')
  phase = $state<'saved' | 'typing' | 'failed'>('saved')
  #id: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly desk: Desk) {}

  /** Does not overwrite a note that is being typed. */
  show(id: string, note: string): void {
    if (id !== this.#id) {
      void this.save()
      this.#id = id
      this.phase = 'saved'
    }
    if (this.phase === 'saved') this.text = note
  }

  typed(): void {
    this.phase = 'typing'
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.save(), saveAfter)
  }

  async save(): Promise<void> {
    clearTimeout(this.#timer)
    const { text } = this
    const id = this.#id
    if (id === null || this.phase === 'saved') return
    this.phase = 'saved'
    const isSaved = await this.desk.attempt(() =>
      valueOf(this.desk.bridge.call.conversions.note({ id, note: text }))
    )
    if (!isSaved && id === this.#id) this.phase = 'failed'
  }

  /** The conversion was removed. */
  drop(): void {
    clearTimeout(this.#timer)
    this.#id = null
    this.phase = 'saved'
  }
}
