import { toProblem } from '../../../electron/shared/domain/problem'

export type ToastKind = 'information' | 'success' | 'warning' | 'error'

/** What can still be done about it, for example taken back. */
export interface ToastAction {
  readonly label: string
  readonly run: () => unknown
}

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly sentence: string
  readonly detail: string | null
  readonly action: ToastAction | null
}

const shownFor = 6000
const mostShown = 5

/** What happened, said at the edge of the window. An error stays until it is dismissed: it may have been missed. */
export class Toasts {
  list = $state.raw<readonly Toast[]>([])
  private next = 1
  private readonly timers: Partial<Record<number, ReturnType<typeof setTimeout>>> = {}

  show(
    kind: ToastKind,
    sentence: string,
    detail: string | null = null,
    action: ToastAction | null = null
  ): void {
    const same = this.list.find((toast) => toast.sentence === sentence && toast.kind === kind)
    if (same) this.dismiss(same.id)
    const toast = { id: this.next++, kind, sentence, detail, action }
    this.list = [...this.list, toast]
    if (this.list.length > mostShown) this.dismiss(this.list[0]!.id)
    if (kind === 'information' || kind === 'success') this.startTimer(toast.id)
  }

  /** Any thrown thing as a toast. */
  problem(thrown: unknown): void {
    const { sentence, requestId } = toProblem(thrown)
    this.show('error', sentence, requestId ? `Request ${requestId}` : null)
  }

  dismiss(id: number): void {
    this.hold(id)
    this.list = this.list.filter((toast) => toast.id !== id)
  }

  /** Stops the clock of a toast that is being read. */
  hold(id: number): void {
    clearTimeout(this.timers[id])
    this.timers[id] = undefined
  }

  release(id: number): void {
    const toast = this.list.find((each) => each.id === id)
    if (toast && (toast.kind === 'information' || toast.kind === 'success')) this.startTimer(id)
  }

  close(): void {
    for (const timer of Object.values(this.timers)) clearTimeout(timer)
  }

  private startTimer(id: number): void {
    this.hold(id)
    this.timers[id] = setTimeout(() => this.dismiss(id), shownFor)
  }
}
