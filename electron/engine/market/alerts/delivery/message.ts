import type { FiredAlert } from '#shared/contract/market/alerts'
import type { Placeholder } from '#shared/contract/market/delivery'
import { sentenceOf } from '#shared/domain/market/alerts/index'
import { deliveryText } from '#shared/messages/delivery'

/** The body of a webhook, in this order. */
export interface DeliveryMessage {
  /** Of the event: the same for every target and attempt. */
  readonly id: string
  readonly event: 'fired' | 'escalated' | 'test'
  readonly time: string
  readonly connection: string | null
  readonly market: string | null
  /** As a sentence. */
  readonly condition: string
  readonly rule: FiredAlert['condition'] | null
  readonly figures: FiredAlert['values']
  readonly note: string
}

export function messageOf(fired: FiredAlert, id: string, connection: string | null): DeliveryMessage {
  const { at, market, condition, values, note, escalatedAt } = fired
  return {
    id,
    event: escalatedAt === null ? 'fired' : 'escalated',
    time: new Date(at).toISOString(),
    connection,
    market,
    condition: sentenceOf(condition),
    rule: condition,
    figures: values,
    note
  }
}

export const testMessage = (id: string, now: number): DeliveryMessage => ({
  id,
  event: 'test',
  time: new Date(now).toISOString(),
  connection: null,
  market: null,
  condition: deliveryText.test.condition,
  rule: null,
  figures: [],
  note: deliveryText.test.note
})

const maxValue = 4000

/** Windows and the service decide what values are, so none can be read as an option, a file or a line of its own. */
function plainValue(value: string): string {
  const line = value.replace(/\p{Cc}/gu, ' ').slice(0, maxValue)
  return line === '' || /^[\p{L}\p{N}{]/u.test(line) ? line : ` ${line}`
}

/** Replaces placeholders, each as one whole argument. */
export function argumentsFor(args: readonly string[], message: DeliveryMessage): readonly string[] {
  const { id, event, time, connection, market, condition, figures, note } = message
  const values: Readonly<Record<Placeholder, string>> = {
    '{id}': id,
    '{event}': event,
    '{time}': time,
    '{connection}': connection ?? '',
    '{market}': market ?? '',
    '{condition}': condition,
    '{figures}': figures.map(({ name, value }) => `${name} ${value}`).join('; '),
    '{note}': note,
    '{json}': JSON.stringify(message)
  }
  const isPlaceholder = (argument: string): argument is Placeholder => Object.hasOwn(values, argument)
  return args.map((argument) => (isPlaceholder(argument) ? plainValue(values[argument]) : argument))
}
