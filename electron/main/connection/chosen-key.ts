import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { KeyFile } from '#shared/contract/connection/connections'
import { fail } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'

interface Typed {
  readonly clientSecret?: string | undefined
  readonly keyFile?: string | undefined
}

/** The key of the file that was chosen last for the form. Windows get its ID alone. */
export class ChosenKey {
  #chosen: { readonly id: string; readonly key: string } | null = null

  keep(file: string, key: string): KeyFile {
    const id = randomUUID()
    this.#chosen = { id, key }
    return { id, name: path.basename(file) }
  }

  /** The form with the key in the place of its file. */
  typed<Form extends Typed>({ keyFile, ...form }: Form): Omit<Form, 'keyFile'> {
    if (keyFile === undefined) return form
    if (this.#chosen?.id !== keyFile) throw fail('feed.key-file', feedText.keyFile.gone)
    return { ...form, clientSecret: this.#chosen.key }
  }
}
