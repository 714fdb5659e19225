import { recordingText } from '#shared/messages/recording'
import type { Damage } from './log/verify'

const maxDamage = 20

/** The first of them in words, and how many there are. */
export const damageWords = (damage: readonly Damage[]) => ({
  damage: damage
    .slice(0, maxDamage)
    .map(({ segment, offset, length, kind }) => recordingText.damage[kind](segment, offset, length)),
  damaged: damage.length
})
