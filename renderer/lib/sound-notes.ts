import { libText } from '../messages/lib'
import type { AlertSound } from '#shared/contract/market/alerts'

/** One note: when it starts and how long it rings, in seconds; its pitch in hertz. */
export interface Note {
  readonly at: number
  readonly seconds: number
  readonly pitch: number
  /** The pitch at the end of a glide. */
  readonly to?: number
  readonly loudness: number
  readonly shape: OscillatorType
}

const soft = (at: number, pitch: number, seconds = 0.2, loudness = 0.06): Note => ({
  at,
  pitch,
  seconds,
  loudness,
  shape: 'sine'
})

/** A struck bell: its partials are not whole multiples, and the higher ones fade sooner. */
const struck = (at: number, pitch: number, seconds: number): readonly Note[] => [
  soft(at, pitch, seconds, 0.055),
  soft(at, pitch * 2.76, seconds * 0.55, 0.022),
  soft(at, pitch * 5.4, seconds * 0.25, 0.01)
]

const knocked = (at: number): readonly Note[] => [
  { at, pitch: 220, to: 90, seconds: 0.11, loudness: 0.16, shape: 'sine' },
  { at, pitch: 900, to: 300, seconds: 0.03, loudness: 0.03, shape: 'triangle' }
]

/** Every sound of Leadline, synthesized. */
export const soundNotes: Record<AlertSound, readonly Note[]> = {
  none: [],
  /** Up, for good news. */
  confirm: [soft(0, 587.33), soft(0.11, 880)],
  /** Down, for something that needs attention. */
  attention: [soft(0, 523.25), soft(0.11, 392)],
  bell: struck(0, 880, 1.4),
  knock: [...knocked(0), ...knocked(0.16)],
  rise: [soft(0, 523.25, 0.16), soft(0.09, 659.25, 0.16), soft(0.18, 783.99, 0.16), soft(0.27, 1046.5, 0.34)],
  alarm: [0, 0.5].flatMap((at) => [
    { ...soft(at, 987.77, 0.17, 0.05), shape: 'triangle' as const },
    { ...soft(at + 0.16, 783.99, 0.17, 0.05), shape: 'triangle' as const },
    { ...soft(at + 0.32, 987.77, 0.14, 0.05), shape: 'triangle' as const }
  ])
}

export const soundTitles: Record<AlertSound, string> = {
  none: libText.sounds.none,
  confirm: libText.sounds.up,
  attention: libText.sounds.down,
  bell: libText.sounds.bell,
  knock: libText.sounds.knock,
  rise: libText.sounds.chord,
  alarm: libText.sounds.alarm
}
