export type Tone = 'confirm' | 'attention'

const notes: Record<Tone, readonly number[]> = { confirm: [587.33, 880], attention: [523.25, 392] }
const noteSeconds = 0.11
const loudness = 0.06

/** Two soft notes made by the machine itself: up for good news, down for what needs a look. */
export class Sounds {
  private context: AudioContext | null = null

  constructor(private readonly allowed: () => boolean) {}

  async play(tone: Tone): Promise<void> {
    if (!this.allowed() || typeof AudioContext === 'undefined') return
    this.context ??= new AudioContext()
    const context = this.context
    await context.resume()
    notes[tone].forEach((frequency, index) => {
      const start = context.currentTime + index * noteSeconds
      const oscillator = new OscillatorNode(context, { type: 'sine', frequency })
      const gain = new GainNode(context, { gain: 0 })
      gain.gain.setValueAtTime(0, start)
      gain.gain.linearRampToValueAtTime(loudness, start + 0.015)
      gain.gain.exponentialRampToValueAtTime(0.0001, start + noteSeconds * 1.8)
      oscillator.connect(gain).connect(context.destination)
      oscillator.start(start)
      oscillator.stop(start + noteSeconds * 2)
    })
  }

  async close(): Promise<void> {
    await this.context?.close()
    this.context = null
  }
}
