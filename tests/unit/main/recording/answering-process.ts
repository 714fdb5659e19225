import type { ReplayRequest } from '#engine/recording/replay/messages'

/** A process that answers at once. */
export class Answering {
  readonly requests: ReplayRequest[] = []
  isKilled = false
  problem: object | null = null
  isSilent = false
  reply: (message: unknown) => void = () => {}
  end: () => void = () => {}

  send(request: ReplayRequest): void {
    this.requests.push(request)
    if (request.kind === 'conditions' || this.isSilent) return
    const result = this.problem ? { ok: false, error: this.problem } : { ok: true, value: null }
    const state = this.problem ? null : { phase: 'paused', at: 1, connection: 'Desk' }
    queueMicrotask(() => this.reply({ kind: 'answer', id: request.id, result, state }))
  }

  onReply(listener: (message: unknown) => void): void {
    this.reply = listener
  }

  onEnd(listener: () => void): void {
    this.end = listener
  }

  kill(): void {
    this.isKilled = true
  }
}
