import {
  maxTargets,
  type DeliveryState,
  type Target,
  type TargetDraft,
  type TestResult
} from '#shared/contract/market/delivery'
import { fail, toProblem } from '#shared/domain/base/problem'
import { deliveryText } from '#shared/messages/delivery'
import type { Clock, Random } from '../../../base/clock'
import type { Fetch } from '../../../base/http/index'
import { runCommand } from './command'
import { judgeTarget } from './judge-target'
import { argumentsFor, testMessage, type DeliveryMessage } from './message'
import { maxWaiting, Outbox } from './outbox'
import type { OpenedTargets, TargetFile } from './target-file'
import { newSecret, sendWebhook } from './webhook'

interface DeliveryPorts {
  readonly clock: Clock
  readonly random: Random
  readonly file: TargetFile
  readonly fetch: Fetch
  readonly newId: () => string
  readonly keepOutOfLogs: (secret: string) => void
  readonly changed: () => void
  readonly lost: (target: string, sentence: string) => void
}

/** Milliseconds until the keychain is asked again. */
const keychainWait = 30_000

interface Changed {
  readonly id: string
  readonly secret: string | null
}

/** Fired alerts to the targets that are on. Only the window of the targets may change them. */
export class Delivery {
  readonly #outboxes = new Map<string, Outbox>()
  /** Fired before the keychain could be read. */
  readonly #early: DeliveryMessage[] = []
  readonly #end = new AbortController()
  #problem: string | null = null
  #changing: Promise<unknown> = Promise.resolve()
  #starting = false
  #cancel = () => {}

  constructor(private readonly ports: DeliveryPorts) {}

  get state(): DeliveryState {
    const opened = this.ports.file.opened
    return {
      targets: (opened?.targets ?? []).map(({ id, name, kind, isOn }) => ({
        id,
        name,
        kind,
        isOn,
        ...this.#outbox(id).status
      })),
      problem: opened?.isChangedOutside ? deliveryText.changedOutside : this.#problem
    }
  }

  /** Reads the keychain if there are targets, and again while it cannot be read. */
  async start(): Promise<void> {
    const { file, clock } = this.ports
    if (file.opened || this.#starting || this.#end.signal.aborted) return
    this.#starting = true
    this.#cancel()
    try {
      await this.open()
    } catch {
      if (!this.#end.signal.aborted) this.#cancel = clock.later(keychainWait, () => void this.start())
    } finally {
      this.#starting = false
    }
  }

  /** Throws if the keychain cannot be read. */
  async open(): Promise<OpenedTargets> {
    const { file, changed, keepOutOfLogs } = this.ports
    if (file.opened) return file.opened
    try {
      const opened = await file.open()
      this.#problem = null
      for (const secret of Object.values(opened.secrets)) keepOutOfLogs(secret)
      for (const message of this.#early.splice(0)) this.deliver(message)
      return opened
    } catch (thrown) {
      this.#problem = toProblem(thrown).sentence
      throw thrown
    } finally {
      changed()
    }
  }

  deliver(message: DeliveryMessage): void {
    const { file, lost } = this.ports
    if (this.#end.signal.aborted) return
    if (file.opened) {
      for (const { id, isOn } of file.opened.targets) if (isOn) this.#outbox(id).add(message)
      return
    }
    this.#early.push(message)
    if (this.#early.length > maxWaiting) {
      this.#early.shift()
      lost('', deliveryText.lost.tooMany(maxWaiting))
    }
    void this.start()
  }

  /** @param id null adds a target */
  save(id: string | null, draft: TargetDraft): Promise<Changed> {
    return this.#change(async ({ targets, secrets }) => {
      const judged = await judgeTarget(draft)
      const before = id === null ? null : targetOf(targets, id)
      if (!before && targets.length >= maxTargets)
        throw fail('delivery.too-many', deliveryText.tooMany(maxTargets))
      const target: Target = { id: before?.id ?? this.ports.newId(), ...judged }
      const known = secrets[target.id]
      // A secret that one server knows must not sign what another one gets.
      const isSame = target.kind === 'webhook' && before?.kind === 'webhook' && before.url === target.url
      const secret = target.kind === 'webhook' && !(isSame && known !== undefined) ? newSecret() : null
      return {
        id: target.id,
        secret,
        targets: before
          ? targets.map((each) => (each.id === target.id ? target : each))
          : [...targets, target],
        secrets: secret === null ? secrets : { ...secrets, [target.id]: secret }
      }
    })
  }

  switch(id: string, isOn: boolean): Promise<Changed> {
    return this.#change(({ targets, secrets }) => {
      const target = targetOf(targets, id)
      if (isOn && target.kind === 'webhook') secretOf(secrets, id)
      return {
        id,
        secret: null,
        targets: targets.map((each) => (each.id === id ? { ...each, isOn } : each)),
        secrets
      }
    })
  }

  remove(id: string): Promise<Changed> {
    return this.#change(({ targets, secrets }) => ({
      id,
      secret: null,
      targets: targets.filter((each) => each.id !== id),
      secrets
    }))
  }

  newSecret(id: string): Promise<Changed> {
    return this.#change(({ targets, secrets }) => {
      targetOf(targets, id)
      const secret = newSecret()
      return { id, secret, targets, secrets: { ...secrets, [id]: secret } }
    })
  }

  /** One attempt, whether the target is on or not. */
  async test(id: string): Promise<TestResult> {
    const { clock, newId } = this.ports
    const opened = await this.open()
    const target = targetOf(opened.targets, id)
    const begun = clock.monotonic()
    try {
      const output = await this.#send(target, testMessage(newId(), clock.wall()), this.#end.signal)
      const milliseconds = Math.round(clock.monotonic() - begun)
      return { isDelivered: true, sentence: deliveryText.test.delivered(milliseconds), output }
    } catch (thrown) {
      const { sentence, detail = '' } = toProblem(thrown)
      return { isDelivered: false, sentence, output: target.kind === 'command' ? detail : '' }
    }
  }

  async dispose(): Promise<void> {
    this.#cancel()
    this.#end.abort()
    for (const outbox of this.#outboxes.values()) outbox.dispose()
    await this.#changing.catch(() => undefined)
    await this.ports.file.dispose()
  }

  /** Changes are made one after another. */
  #change(change: (opened: OpenedTargets) => Planned | Promise<Planned>): Promise<Changed> {
    const made = this.#changing
      .catch(() => undefined)
      .then(async () => {
        const { file, keepOutOfLogs, changed } = this.ports
        const { id, secret, targets, secrets } = await change(await this.open())
        if (secret !== null) keepOutOfLogs(secret)
        try {
          await file.set(targets, secrets)
        } finally {
          // The change may count although the keychain failed afterwards.
          this.#removeOutboxes(file.opened?.targets ?? [])
          changed()
        }
        return { id, secret }
      })
    this.#changing = made
    return made
  }

  /** Alerts waiting for a target that is off or gone are not sent. */
  #removeOutboxes(targets: readonly Target[]): void {
    for (const [id, outbox] of this.#outboxes) {
      if (targets.some((target) => target.id === id && target.isOn)) continue
      outbox.dispose()
      this.#outboxes.delete(id)
    }
  }

  #outbox(id: string): Outbox {
    const found = this.#outboxes.get(id)
    if (found) return found
    const { clock, random, file, changed, lost } = this.ports
    const made = new Outbox({
      clock,
      random,
      changed,
      // As it is at that moment: it may have been changed meanwhile.
      send: async (message, signal) => this.#send(targetOf((await this.open()).targets, id), message, signal),
      lost: (_message, sentence) =>
        lost(file.opened?.targets.find((each) => each.id === id)?.name ?? '', sentence)
    })
    this.#outboxes.set(id, made)
    return made
  }

  async #send(target: Target, message: DeliveryMessage, signal: AbortSignal): Promise<string> {
    const { clock, fetch, file } = this.ports
    if (target.kind === 'command') {
      const { program, args } = target
      return runCommand(clock, { program, args: argumentsFor(args, message) }, signal)
    }
    const secret = secretOf(file.opened?.secrets ?? {}, target.id)
    await sendWebhook({ fetch, clock }, { url: target.url, secret }, message, signal)
    return ''
  }
}

type Planned = Changed & Omit<OpenedTargets, 'isChangedOutside'>

function targetOf(targets: readonly Target[], id: string): Target {
  const found = targets.find((each) => each.id === id)
  if (!found) throw fail('delivery.gone', deliveryText.gone)
  return found
}

function secretOf(secrets: OpenedTargets['secrets'], id: string): string {
  const secret = secrets[id]
  if (secret === undefined) throw fail('delivery.secret', deliveryText.noSecret)
  return secret
}
