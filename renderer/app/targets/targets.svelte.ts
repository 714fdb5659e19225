import {
  placeholders,
  type SavedTarget,
  type Target,
  type TargetDraft,
  type TargetsBridge,
  type TargetsState,
  type TestResult
} from '#shared/contract/market/delivery'
import { toProblem, type Problem } from '#shared/domain/base/problem'
import { valueOf } from '../../lib/client'

/** Both kinds, so that nothing typed is lost. */
export interface TargetForm {
  readonly id: string | null
  readonly kind: Target['kind']
  name: string
  program: string
  /** One per line. */
  args: string
  url: string
  isOn: boolean
}

export const emptyForm = (kind: Target['kind']): TargetForm => ({
  id: null,
  kind,
  name: '',
  program: '',
  args: [placeholders[4], placeholders[5]].join('\n'),
  url: '',
  isOn: true
})

export function formOf(target: Target): TargetForm {
  const form = { ...emptyForm(target.kind), id: target.id, name: target.name, isOn: target.isOn }
  return target.kind === 'webhook'
    ? { ...form, url: target.url }
    : { ...form, program: target.program, args: target.args.join('\n') }
}

function draftOf({ kind, name, program, args, url, isOn }: TargetForm): TargetDraft {
  if (kind === 'webhook') return { kind, name, url, isOn }
  const lines = args.split('\n').map((line) => line.replace(/\r$/, ''))
  return { kind, name, program, args: args === '' ? [] : lines, isOn }
}

/** The fields that a code of main names. */
export const fieldOf = ({ code }: Problem): string | null =>
  /^delivery\.(name|program|args|url)$/.exec(code)?.[1] ?? null

/** The targets as main has them, and what this window shows beside them. */
export class TargetsModel {
  state = $state.raw<TargetsState | null>(null)
  problem = $state.raw<Problem | null>(null)
  /** Shown once. */
  secret = $state.raw<{ readonly id: string; readonly text: string } | null>(null)
  tested = $state.raw<Readonly<Record<string, TestResult | 'running'>>>({})
  busy = $state(false)

  constructor(readonly call: TargetsBridge) {}

  read(): Promise<boolean> {
    return this.#attempt(async () => this.#use(await valueOf(this.call('read'))))
  }

  /** Throws, so that the form can show which field is wrong. */
  async save(form: TargetForm): Promise<void> {
    this.#saved(await valueOf(this.call('save', { id: form.id, draft: draftOf(form) })))
  }

  switch(id: string, isOn: boolean): Promise<boolean> {
    return this.#attempt(async () => this.#use(await valueOf(this.call('switch', { id, isOn }))))
  }

  remove(id: string): Promise<boolean> {
    return this.#attempt(async () => this.#use(await valueOf(this.call('remove', { id }))))
  }

  newSecret(id: string): Promise<boolean> {
    return this.#attempt(async () => this.#saved(await valueOf(this.call('newSecret', { id }))))
  }

  /** Whether it is on the clipboard. */
  copy(text: string): Promise<boolean> {
    return this.#attempt(async () => void (await valueOf(this.call('copy', { text }))))
  }

  async test(id: string): Promise<void> {
    this.tested = { ...this.tested, [id]: 'running' }
    const result = await valueOf(this.call('test', { id })).catch((thrown: unknown): TestResult => ({
      isDelivered: false,
      sentence: toProblem(thrown).sentence,
      output: ''
    }))
    this.tested = { ...this.tested, [id]: result }
  }

  chooseProgram(): Promise<string | null> {
    return valueOf(this.call('chooseProgram')).catch(() => null)
  }

  #saved({ id, secret, state }: SavedTarget): void {
    this.#use(state)
    if (secret !== null) this.secret = { id, text: secret }
    const { [id]: _before, ...others } = this.tested
    this.tested = others
  }

  #use(state: TargetsState): void {
    this.state = state
    this.problem = null
    if (!state.targets.some(({ target }) => target.id === this.secret?.id)) this.secret = null
  }

  async #attempt(work: () => Promise<void>): Promise<boolean> {
    this.busy = true
    try {
      await work()
      return true
    } catch (thrown) {
      this.problem = toProblem(thrown)
      return false
    } finally {
      this.busy = false
    }
  }
}
