import path from 'node:path'
import * as v from 'valibot'
import type { Disposable } from '#shared/domain/base/emitter'
import { feedText } from '#shared/messages/feed'
import type { Clock } from '../../base/clock'
import { JsonStore } from '../../base/files'
import type { ServiceNamed } from '../../connection'
import { logFolderOf } from '../../recording/location'
import { nothingSeen, type SeenLeases } from './lease'

const schema = v.object({
  next: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  until: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15))
})
const writeInterval = 5000

export const seenFileOf = (root: string, service: ServiceNamed): string =>
  path.join(path.dirname(logFolderOf(root, service)), 'lease.json')

/** What is known of leases, kept across restarts: the server may lose its lease meanwhile. */
export class SeenFile implements Disposable {
  readonly seen: SeenLeases
  #cancel: () => void = () => {}

  private constructor(
    private readonly store: JsonStore<v.InferOutput<typeof schema>>,
    private readonly clock: Clock
  ) {
    this.seen = { ...nothingSeen(), ...store.value }
    this.#later()
  }

  static async open(file: string, clock: Clock): Promise<SeenFile> {
    const initial = { next: 0, until: 0 }
    const title = feedText.collector.lease
    return new SeenFile(await JsonStore.open({ file, clock, schema, version: 1, title, initial }), clock)
  }

  async dispose(): Promise<void> {
    this.#cancel()
    this.#update()
    await this.store.dispose()
  }

  #later(): void {
    this.#cancel = this.clock.later(writeInterval, () => {
      this.#update()
      this.#later()
    })
  }

  #update(): void {
    const { next, until } = this.seen
    const { value } = this.store
    if (next !== value.next || until !== value.until) this.store.updateSoon({ next, until })
  }
}
