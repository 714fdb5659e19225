import { conversionText } from '#shared/messages/conversions'
import type * as v from 'valibot'
import { JsonStore, type JsonStorePorts } from '../../base/files'
import { profileIn } from './history-key'
import { conversionsSchema, salvageConversions, type StoredConversion } from './stored'

type Content = v.InferOutput<typeof conversionsSchema>

export async function openConversionFile(ports: JsonStorePorts): Promise<ConversionFile> {
  return new ConversionFile(
    await JsonStore.open<Content>({
      ...ports,
      schema: conversionsSchema,
      version: 1,
      title: conversionText.file.title,
      initial: { last: null, profiles: {} },
      salvage: salvageConversions
    })
  )
}

/** `conversions.json`: the histories, by `historyKey`, with the user's notes. */
export class ConversionFile {
  constructor(private readonly store: JsonStore<Content>) {}

  get notice(): string | null {
    return this.store.notice
  }

  get notSaved(): string | null {
    return this.store.notSaved
  }

  /** The key of the history used last. */
  get last(): string | null {
    return this.store.value.last
  }

  entries(key: string): readonly StoredConversion[] {
    return this.store.value.profiles[key]?.entries ?? []
  }

  find(key: string, id: string): StoredConversion | undefined {
    return this.entries(key).find((entry) => entry.id === id)
  }

  /** Resolves when it is written. */
  set(key: string, entries: readonly StoredConversion[]): Promise<void> {
    return this.store.update(this.#with(key, entries))
  }

  setSoon(key: string, entries: readonly StoredConversion[]): void {
    this.store.updateSoon(this.#with(key, entries))
  }

  use(key: string): void {
    if (this.last !== key) this.store.updateSoon({ last: key })
  }

  /** The history used last follows its connection to another service. */
  followServices(keys: readonly string[]): void {
    const { last } = this
    const now = last !== null && keys.find((key) => profileIn(key) === profileIn(last))
    if (now) this.use(now)
  }

  /** Removes the histories of a deleted connection, with every service. */
  remove(profileId: string): Promise<void> {
    const { last } = this
    const all = Object.entries(this.store.value.profiles)
    const left = all.filter(([key]) => profileIn(key) !== profileId)
    const wasLast = last !== null && profileIn(last) === profileId
    if (left.length === all.length && !wasLast) return Promise.resolve()
    return this.store.update({ profiles: Object.fromEntries(left), last: wasLast ? null : last })
  }

  clear(): Promise<void> {
    return this.store.update({ profiles: {}, last: null })
  }

  dispose(): Promise<void> {
    return this.store.dispose()
  }

  #with(key: string, entries: readonly StoredConversion[]): Partial<Content> {
    const { profiles } = this.store.value
    return { profiles: { ...profiles, [key]: { ...profiles[key], entries } } }
  }
}
