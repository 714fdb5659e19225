import { Emitter } from '#shared/domain/base/emitter'

type OnSaveStateChange = (notSaved: string | null) => void

/** Why changes to the user's files are not saved, as long as that lasts. */
export class UnsavedFiles {
  readonly #reasons = new Map<string, string>()
  readonly #changes = new Emitter()
  readonly onChange: Emitter['on'] = this.#changes.on

  get reasons(): readonly string[] {
    return [...this.#reasons.values()]
  }

  /** The port of a file's store. */
  of(file: string): OnSaveStateChange {
    return (notSaved) => {
      if (notSaved === (this.#reasons.get(file) ?? null)) return
      if (notSaved === null) this.#reasons.delete(file)
      else this.#reasons.set(file, notSaved)
      this.#changes.fire()
    }
  }
}
