import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { maxTargets, targetSchema, type Target } from '#shared/contract/market/delivery'
import { deliveryText } from '#shared/messages/delivery'
import { JsonStore, type JsonStorePorts } from '../../../base/files/index'
import type { SecretStore } from '../../../connection/secret-store'

/** In the keychain, beside the secrets of connections. */
const account = 'alert-delivery'

const targetList = v.pipe(v.array(targetSchema), v.maxLength(maxTargets), v.readonly())
const contentSchema = v.object({ targets: targetList })
type Content = v.InferOutput<typeof contentSchema>

const entrySchema = v.object({
  version: v.literal(1),
  /** Of the lists that this computer saved; two while one is being replaced. */
  digests: v.array(v.string()),
  secrets: v.record(v.string(), v.string())
})
type Secrets = Readonly<Record<string, string>>

export interface OpenedTargets {
  readonly targets: readonly Target[]
  /** Of webhooks, by ID. */
  readonly secrets: Secrets
  /** They are not those that Leadline saved. */
  readonly isChangedOutside: boolean
}

const digestOf = (targets: readonly Target[]): string =>
  createHash('sha256').update(JSON.stringify(targets)).digest('base64url')

export async function openTargetFile(
  ports: JsonStorePorts,
  store: Pick<SecretStore, 'get' | 'set'>
): Promise<TargetFile> {
  const file = await JsonStore.open<Content>({
    ...ports,
    schema: contentSchema,
    version: 1,
    title: deliveryText.file,
    initial: { targets: [] }
  })
  return new TargetFile(file, store)
}

/**
 * `delivery.json`. The keychain has the digest of its targets, so that targets of an edited or an older file are off
 * until the user turns them on.
 */
export class TargetFile {
  #opened: OpenedTargets | null = null

  constructor(
    private readonly file: JsonStore<Content>,
    private readonly store: Pick<SecretStore, 'get' | 'set'>
  ) {}

  get notice(): string | null {
    return this.file.notice
  }

  get notSaved(): string | null {
    return this.file.notSaved
  }

  get isEmpty(): boolean {
    return this.file.value.targets.length === 0
  }

  get opened(): OpenedTargets | null {
    return this.#opened
  }

  /** Throws if the keychain cannot be read. */
  async open(): Promise<OpenedTargets> {
    this.#opened ??= await this.#read()
    return this.#opened
  }

  /** The keychain first, so that no crash leaves targets that it does not know. */
  async set(targets: readonly Target[], secrets: Secrets): Promise<void> {
    const before = digestOf(this.#opened?.isChangedOutside ? [] : this.file.value.targets)
    const kept = Object.fromEntries(
      targets.flatMap(({ id }) => (secrets[id] === undefined ? [] : [[id, secrets[id]]]))
    )
    const next = digestOf(targets)
    try {
      await this.#write([before, next], kept)
    } catch (problem) {
      this.#switchOffUntilRestart(targets)
      throw problem
    }
    this.#opened = { targets, secrets: kept, isChangedOutside: false }
    await this.file.update({ targets })
    if (this.file.notSaved === null) await this.#keepOnly(next, kept)
  }

  dispose(): Promise<void> {
    return this.file.dispose()
  }

  /** A target that the user switched off or removed gets nothing, even if that could not be saved. */
  #switchOffUntilRestart(wanted: readonly Target[]): void {
    if (!this.#opened) return
    const on = new Set(wanted.filter(({ isOn }) => isOn).map(({ id }) => id))
    const targets = this.#opened.targets.map((each) => ({ ...each, isOn: each.isOn && on.has(each.id) }))
    this.#opened = { ...this.#opened, targets }
  }

  async #read(): Promise<OpenedTargets> {
    const { targets } = this.file.value
    if (targets.length === 0) return { targets, secrets: {}, isChangedOutside: false }
    const text = await this.store.get(account)
    const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), entrySchema), text)
    const digest = digestOf(targets)
    if (entry.success && entry.output.digests.includes(digest)) {
      const { digests, secrets } = entry.output
      if (digests.length > 1) await this.#keepOnly(digest, secrets)
      return { targets, secrets, isChangedOutside: false }
    }
    return {
      targets: targets.map((target) => ({ ...target, isOn: false })),
      secrets: {},
      isChangedOutside: true
    }
  }

  /** The list is saved: if this fails, it is tried again with the next change or start. */
  async #keepOnly(digest: string, secrets: Secrets): Promise<void> {
    await this.#write([digest], secrets).catch(() => undefined)
  }

  async #write(digests: readonly string[], secrets: Secrets): Promise<void> {
    await this.store.set(account, JSON.stringify({ version: 1, digests, secrets }))
  }
}
