import { alertsText } from '../messages/panels/alerts'
import { soundTitles } from './sound-notes'
import type { Alert, AlertDraft, FiredAlert } from '#shared/contract/market/alerts'
import type { WatchedMarket } from '#shared/contract/market/markets'
import type { Settings } from '#shared/contract/app/settings'
import { marketOfCondition, sentenceOf, type AlertCondition } from '#shared/domain/market/alerts/index'
import { formatDecimal } from './format/number'
import { formatDateTime, formatTime } from './format/time'

type Format = Pick<Settings, 'numbers' | 'clock'>

const plain = /^-?\d+(\.\d+)?$/
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A value of the log as it is shown: figures in the user's format, words unchanged. */
export function shownValue(value: string, { numbers, clock }: Format): string {
  if (plain.test(value)) return formatDecimal(value, numbers)
  if (!instant.test(value)) return value
  const fraction = /\.\d+/.exec(value)?.[0] ?? ''
  return `${formatTime(Date.parse(value), clock)}${fraction}`
}

export const sentenceShown = (condition: AlertCondition, { numbers }: Format): string =>
  sentenceOf(condition, (text) => formatDecimal(text, numbers))

/** Starts with the market, if it has one. */
export function fullSentence(condition: AlertCondition, format: Format): string {
  const market = marketOfCondition(condition)
  const sentence = sentenceShown(condition, format)
  return market === null ? sentence : `${market}: ${sentence}`
}

interface AlertStanding {
  readonly look: 'armed' | 'resting' | 'blind' | 'off'
  readonly text: string
}

/** The state of the alert's market; null if it has none or it is not watched. */
type Watched = Pick<WatchedMarket, 'market' | 'state' | 'since'> | null

export function standingOf(alert: Alert, { clock }: Format, watched: Watched = null): AlertStanding {
  const { armed, pausedUntil, snoozedUntil, blind, firedAt } = alert
  if (!armed)
    return {
      look: 'off',
      text: firedAt === null ? alertsText.standing.off : alertsText.standing.fired(formatTime(firedAt, clock))
    }
  if (snoozedUntil !== null)
    return { look: 'resting', text: alertsText.standing.snoozed(formatTime(snoozedUntil, clock)) }
  if (pausedUntil !== null)
    return { look: 'resting', text: alertsText.standing.paused(formatTime(pausedUntil, clock)) }
  if (blind !== null) return { look: 'blind', text: blindSentence(blind, clock, watched) }
  return {
    look: 'armed',
    text:
      firedAt === null
        ? alertsText.standing.armed
        : alertsText.standing.armedFired(formatTime(firedAt, clock))
  }
}

/** Since when and why the alert is not evaluated, so that its silence is not read as a quiet market. */
function blindSentence(why: string, clock: Format['clock'], watched: Watched): string {
  if (!watched || watched.state === 'live' || watched.state === 'idle')
    return alertsText.standing.unknown(why)
  const since = formatTime(watched.since, clock)
  return alertsText.standing.blind(since, why, watched.market)
}

/** "Once · Bell · Notification" */
export function deliveryText({
  pause,
  sound,
  notify,
  remindEvery,
  escalateAfter,
  deliver,
  keepEvidence
}: AlertDraft): string {
  const { delivery } = alertsText
  return [
    pause === null ? delivery.once : delivery.again(pause),
    soundTitles[sound],
    ...(notify ? [delivery.notification] : []),
    ...(remindEvery === null ? [] : [delivery.reminds(remindEvery)]),
    ...(escalateAfter === null ? [] : [delivery.escalates(escalateAfter)]),
    ...(deliver === 'no' ? [] : [delivery.delivers[deliver]]),
    ...(keepEvidence ? [delivery.keepsEvidence] : [])
  ].join(' · ')
}

/** The first values were evaluated; the rest is the market at that time. */
export const valuesShown = ({ values }: FiredAlert, format: Format, max: number): string =>
  values
    .slice(0, max)
    .map(({ name, value }) => `${name} ${shownValue(value, format)}`)
    .join(' · ')

/** With the date unless it is today. */
export function firedAtShown({ at }: FiredAlert, { clock }: Format, now: number): string {
  const whole = formatDateTime(at, clock)
  return whole.slice(0, 10) === formatDateTime(now, clock).slice(0, 10) ? whole.slice(11) : whole
}
