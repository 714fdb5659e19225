import * as v from 'valibot'
import type { ProblemError } from '#shared/domain/base/problem'
import type { JsonStore } from '../base/files'

interface Named {
  readonly name: string
}
type Entry<Content> = Content & { readonly id: string }

interface NamedListPorts<Content> {
  readonly store: Pick<JsonStore<object>, 'notice' | 'dispose'>
  readonly read: () => readonly Entry<Content>[]
  readonly write: (entries: readonly Entry<Content>[]) => Promise<void>
  readonly changed: (entries: readonly Entry<Content>[]) => void
  readonly newId: () => string
  readonly max: number
  readonly refusals: Readonly<Record<'gone' | 'nameTaken' | 'tooMany', () => ProblemError>>
}

/** What the user saved by a name, in a file. */
export class NamedList<Content extends Named> {
  constructor(private readonly ports: NamedListPorts<Content>) {}

  get notice(): string | null {
    return this.ports.store.notice
  }

  get all(): readonly Entry<Content>[] {
    return this.ports.read()
  }

  /** Replaces the one of the same name. */
  save(content: Content): Promise<readonly Entry<Content>[]> {
    const { max, newId, refusals } = this.ports
    const known = this.all.find(({ name }) => name === content.name)
    if (known)
      return this.#set(this.all.map((each) => (each === known ? { ...content, id: known.id } : each)))
    if (this.all.length >= max) throw refusals.tooMany()
    return this.#set([...this.all, { ...content, id: newId() }])
  }

  rename(id: string, name: string): Promise<readonly Entry<Content>[]> {
    const { refusals } = this.ports
    if (!this.all.some((each) => each.id === id)) throw refusals.gone()
    if (this.all.some((each) => each.id !== id && each.name === name)) throw refusals.nameTaken()
    return this.#set(this.all.map((each) => (each.id === id ? { ...each, name } : each)))
  }

  remove(id: string): Promise<readonly Entry<Content>[]> {
    return this.#set(this.all.filter((each) => each.id !== id))
  }

  clear(): Promise<readonly Entry<Content>[]> {
    return this.#set([])
  }

  dispose(): Promise<void> {
    return this.ports.store.dispose()
  }

  async #set(entries: readonly Entry<Content>[]): Promise<readonly Entry<Content>[]> {
    const written = this.ports.write(entries)
    this.ports.changed(entries)
    await written
    return entries
  }
}

/** An unreadable entry must not affect the others. */
export function readableOf<Schema extends v.GenericSchema>(found: unknown, schema: Schema, max: number) {
  const all: readonly unknown[] = Array.isArray(found) ? found : []
  const readable = all.filter((each): each is v.InferInput<Schema> => v.is(schema, each)).slice(0, max)
  return { readable, lost: all.length - readable.length }
}
