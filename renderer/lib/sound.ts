import type { AlertSound } from '#shared/contract/market/alerts'
import { soundNotes, type Note } from './sound-notes'

const attack = 0.012
const silence = 0.0001
/** Sounds that overlap must not be louder than one sound. */
const maxAtOnce = 3

/** Plays sounds if the settings allow them. */
export class Sounds {
  private context: AudioContext | null = null
  private playing = 0

  constructor(private readonly allowed: () => boolean) {}

  async play(sound: AlertSound): Promise<void> {
    const notes = soundNotes[sound]
    if (notes.length === 0 || !this.allowed() || typeof AudioContext === 'undefined') return
    if (this.playing >= maxAtOnce) return
    this.playing += 1
    this.context ??= new AudioContext()
    const { context } = this
    try {
      await context.resume()
      await Promise.all(notes.map((note) => playNote(context, note)))
    } finally {
      this.playing -= 1
    }
  }

  async close(): Promise<void> {
    await this.context?.close()
    this.context = null
  }
}

function playNote(context: AudioContext, { at, seconds, pitch, to, loudness, shape }: Note): Promise<void> {
  const start = context.currentTime + at
  const end = start + seconds
  const oscillator = new OscillatorNode(context, { type: shape, frequency: pitch })
  if (to !== undefined) oscillator.frequency.exponentialRampToValueAtTime(to, end)
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(loudness, start + Math.min(attack, seconds / 3))
  gain.gain.exponentialRampToValueAtTime(silence, end)
  oscillator.connect(gain).connect(context.destination)
  return new Promise((done) => {
    oscillator.onended = () => {
      gain.disconnect()
      done()
    }
    oscillator.start(start)
    oscillator.stop(end + 0.02)
  })
}
