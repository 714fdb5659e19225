import { libText } from '../../messages/lib'
import { untrack } from 'svelte'
import { commandIds, commands, type Command, type CommandId } from '#shared/contract/app/commands'
import { keyCaps, matches, takesKey, type Stroke } from '../keys'

export interface Handler {
  readonly run: () => unknown
  /** Why it is unavailable, in a few words, or null. */
  readonly disabled?: () => string | null
}

export interface Entry extends Command {
  readonly id: CommandId
  readonly caps: readonly string[]
  readonly disabled: string | null
}

const recentKey = 'leadline.recent-commands'
const maxRecent = 5
const unremembered: readonly CommandId[] = ['palette.open', 'markets.jump']

/** Connects the window's actions to the table of commands; palette, keys and menus all use it. */
export class CommandRegistry {
  #recent = $state.raw<readonly string[] | null>(null)
  private handlers = $state.raw<Partial<Record<CommandId, Handler>>>({})

  constructor(
    private readonly platform: string,
    private readonly report: (thrown: unknown) => void,
    /** Its first use takes a starting window several milliseconds. */
    private readonly memory: () => Storage | null,
    private readonly inReplay: () => boolean = () => false
  ) {}

  /** Commands, and what else was picked in the palette by a name with a colon: "market:BTCUSD". */
  get recent(): readonly string[] {
    return this.#recent ?? this.#remembered()
  }

  /** May be called in an effect, which must not rerun because of it. */
  bind(handlers: Partial<Record<CommandId, Handler>>): () => void {
    this.handlers = { ...untrack(() => this.handlers), ...handlers }
    return () => {
      const bound = untrack(() => Object.entries(this.handlers))
      this.handlers = Object.fromEntries(
        bound.filter(([id, handler]) => handlers[id as CommandId] !== handler)
      )
    }
  }

  get entries(): readonly Entry[] {
    return commandIds.map((id) => {
      const command: Command = commands[id]
      const key = command.key ?? command.bareKey
      return { ...command, id, caps: key ? keyCaps(key, this.platform) : [], disabled: this.whyNot(id) }
    })
  }

  caps(id: CommandId): readonly string[] {
    const { key, bareKey }: Command = commands[id]
    const shown = key ?? bareKey
    return shown ? keyCaps(shown, this.platform) : []
  }

  whyNot(id: CommandId): string | null {
    const handler = this.handlers[id]
    const { when }: Command = commands[id]
    if (when !== undefined && when !== this.#mode) return libText.onlyIn[when]
    return handler ? (handler.disabled?.() ?? null) : libText.unavailable
  }

  /** False when the command cannot be run now. */
  run(id: CommandId): boolean {
    const handler = this.handlers[id]
    if (!handler || this.whyNot(id) !== null) return false
    if (!unremembered.includes(id)) this.remember(id)
    try {
      Promise.resolve(handler.run()).catch(this.report)
    } catch (thrown) {
      this.report(thrown)
    }
    return true
  }

  /** Runs the command of a key, if there is one, and consumes the event. */
  press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return
    const id = this.commandOf(event, takesKey(event.target, event.key))
    if (id && this.run(id)) event.preventDefault()
  }

  private commandOf(stroke: Stroke, taken: boolean): CommandId | undefined {
    const found = commandIds.filter((id) => {
      const { key, bareKey }: Command = commands[id]
      if (key && matches(stroke, key, this.platform)) return true
      return bareKey !== undefined && !taken && matches(stroke, bareKey, this.platform)
    })
    const whenOf = (id: CommandId) => commands[id].when
    return found.find((id) => whenOf(id) === this.#mode) ?? found.find((id) => whenOf(id) === undefined)
  }

  get #mode(): 'live' | 'replay' {
    return this.inReplay() ? 'replay' : 'live'
  }

  remember(id: string): void {
    this.#recent = [id, ...this.recent.filter((other) => other !== id)].slice(0, maxRecent)
    this.memory()?.setItem(recentKey, this.#recent.join(' '))
  }

  #remembered(): readonly string[] {
    const ids = (this.memory()?.getItem(recentKey) ?? '').split(' ')
    return ids.filter((id) => id in commands || id.includes(':'))
  }
}
