import { libText } from '../../messages/lib'
import { formatCount, type NumberFormat } from '../format/number'
import { toProblem } from '#shared/domain/base/problem'

type ToastKind = 'information' | 'success' | 'warning' | 'error'

export interface ToastAction {
  readonly label: string
  readonly run: () => unknown
}

interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly sentence: string
  readonly detail: string | null
  readonly action: ToastAction | null
  /** Milliseconds until it disappears; null if it must be dismissed. */
  readonly lasts: number | null
  /** The number of alerts it stands for. */
  readonly alerts: number
}

const shownFor = 6000
const alertShownFor = 10_000
const maxShown = 5
const maxAlerts = 2

/** Notifications at the window's edge; an error stays until dismissed, since it may have been missed. */
export class Toasts {
  list = $state.raw<readonly Toast[]>([])
  private next = 1
  private readonly timers: Partial<Record<number, ReturnType<typeof setTimeout>>> = {}
  private readonly held: Partial<Record<number, boolean>> = {}

  show(
    kind: ToastKind,
    sentence: string,
    detail: string | null = null,
    action: ToastAction | null = null
  ): void {
    const lasts = kind === 'information' || kind === 'success' ? shownFor : null
    this.add({ kind, sentence, detail, action, lasts, alerts: 0 })
  }

  /** Disappears on its own, although it is not good news. */
  showBriefly(kind: ToastKind, sentence: string): void {
    this.add({ kind, sentence, detail: null, action: null, lasts: alertShownFor, alerts: 0 })
  }

  /** Disappears on its own, since the log keeps it; several at once become one toast that leads to the log. */
  alert(sentence: string, detail: string, log: ToastAction, numbers: NumberFormat): void {
    this.dismissSame('warning', sentence)
    const shown = this.list.filter(({ alerts }) => alerts > 0)
    if (shown.length < maxAlerts && shown.every(({ alerts }) => alerts === 1)) {
      this.add({ kind: 'warning', sentence, detail, action: null, lasts: alertShownFor, alerts: 1 })
      return
    }
    const counted = shown.find(({ alerts }) => alerts > 1)
    // A toast that is being read stays.
    const read = shown.find(({ id, alerts }) => alerts === 1 && this.held[id])
    const folded = shown.filter((toast) => toast !== read)
    const alerts = folded.reduce((sum, each) => sum + each.alerts, 1)
    const folding = {
      kind: 'warning' as const,
      sentence: libText.alertsFired(alerts, formatCount(alerts, numbers)),
      detail: libText.newestAlert(sentence),
      action: log,
      lasts: alertShownFor,
      alerts
    }
    for (const toast of folded) if (toast !== counted) this.dismiss(toast.id)
    if (!counted) return this.add(folding)
    this.list = this.list.map((toast) => (toast === counted ? { ...folding, id: toast.id } : toast))
    this.startTimer(counted.id)
  }

  /** Shows anything thrown as a toast. */
  problem(thrown: unknown): void {
    const { sentence, requestId } = toProblem(thrown)
    this.show('error', sentence, requestId ? libText.request(requestId) : null)
  }

  dismiss(id: number): void {
    this.stopTimer(id)
    this.held[id] = false
    this.list = this.list.filter((toast) => toast.id !== id)
  }

  dismissAlerts(): void {
    for (const { id, alerts } of this.list) if (alerts > 0) this.dismiss(id)
  }

  /** Keeps a toast while it is being read. */
  hold(id: number): void {
    this.held[id] = true
    this.stopTimer(id)
  }

  release(id: number): void {
    this.held[id] = false
    this.startTimer(id)
  }

  close(): void {
    for (const timer of Object.values(this.timers)) clearTimeout(timer)
  }

  private add(added: Omit<Toast, 'id'>): void {
    this.dismissSame(added.kind, added.sentence)
    const toast = { ...added, id: this.next++ }
    // An error may not have been read yet, whatever comes after it.
    const oldest = this.list.length < maxShown ? undefined : this.list.find(({ kind }) => kind !== 'error')
    if (oldest) this.dismiss(oldest.id)
    this.list = [...this.list, toast]
    this.startTimer(toast.id)
  }

  private dismissSame(kind: ToastKind, sentence: string): void {
    const same = this.list.find((toast) => toast.sentence === sentence && toast.kind === kind)
    if (same) this.dismiss(same.id)
  }

  private startTimer(id: number): void {
    this.stopTimer(id)
    const lasts = this.list.find((toast) => toast.id === id)?.lasts ?? null
    if (lasts === null || this.held[id]) return
    this.timers[id] = setTimeout(() => this.dismiss(id), lasts)
  }

  private stopTimer(id: number): void {
    clearTimeout(this.timers[id])
    this.timers[id] = undefined
  }
}
