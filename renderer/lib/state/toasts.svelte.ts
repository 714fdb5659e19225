import { libText } from '../../messages/lib'
import { formatCount, type NumberFormat } from '../format/number'
import { toProblem } from '#shared/domain/base/problem'
import { NoticeLog, type LoggedNotice, type NoticeAction, type NoticeKind } from './notice-log.svelte'

export type ToastAction = NoticeAction

interface Toast {
  readonly id: number
  readonly kind: NoticeKind
  readonly sentence: string
  readonly detail: string | null
  readonly action: ToastAction | null
  /** Milliseconds until it disappears; null if it must be dismissed. */
  readonly lasts: number | null
  /** The number of alerts it stands for. */
  readonly alerts: number
  /** Its entry in the log; null for a count of alerts, each of which has one. */
  readonly logged: number | null
}

const shownFor = 6000
const alertShownFor = 10_000
const maxShown = 5
const maxAlerts = 2
/** Errors that are not dismissed, of which the newest are shown. */
const maxWaiting = 100

/** Notifications at the window's edge; an error stays until dismissed, since it may have been missed. */
export class Toasts {
  list = $state.raw<readonly Toast[]>([])
  readonly log = new NoticeLog()
  private next = 1
  private readonly timers: Partial<Record<number, ReturnType<typeof setTimeout>>> = {}
  private readonly held: Partial<Record<number, boolean>> = {}
  /** Entries of the log that had to make room. */
  private displaced: readonly number[] = []

  show(
    kind: NoticeKind,
    sentence: string,
    detail: string | null = null,
    action: ToastAction | null = null
  ): void {
    const lasts = kind === 'information' || kind === 'success' ? shownFor : null
    this.add({ kind, sentence, detail, action, lasts, alerts: 0 })
  }

  /** The newest, and those for which there is no room: they are in the log. */
  get shown(): { readonly toasts: readonly Toast[]; readonly more: number } {
    const toasts = this.list.slice(-maxShown)
    const idsOf = (list: readonly Toast[]) => list.map(({ logged }) => logged)
    const waiting = [...idsOf(this.list.slice(0, -maxShown)), ...this.displaced]
    const onScreen = idsOf(toasts)
    const isMore = ({ id, isSeen }: LoggedNotice) => !isSeen && waiting.includes(id) && !onScreen.includes(id)
    return { toasts, more: this.log.entries.filter(isMore).length }
  }

  /** Disappears on its own, although it is not good news. */
  showBriefly(kind: NoticeKind, sentence: string): void {
    this.add({ kind, sentence, detail: null, action: null, lasts: alertShownFor, alerts: 0 })
  }

  /** Disappears on its own, since the log keeps it; several at once become one toast that leads to the log. */
  alert(sentence: string, detail: string, log: ToastAction, numbers: NumberFormat): void {
    this.dismissSame('warning', sentence)
    // The log of alerts counts those that were not seen.
    const logged = this.log.add({ kind: 'warning', sentence, detail, action: log })
    this.log.seen(logged)
    const shown = this.list.filter(({ alerts }) => alerts > 0)
    if (shown.length < maxAlerts && shown.every(({ alerts }) => alerts === 1)) {
      const one = {
        kind: 'warning' as const,
        sentence,
        detail,
        action: null,
        lasts: alertShownFor,
        alerts: 1
      }
      this.put({ ...one, logged })
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
      alerts,
      logged: null
    }
    for (const toast of folded) if (toast !== counted) this.dismiss(toast.id)
    if (!counted) return this.put(folding)
    this.list = this.list.map((toast) => (toast === counted ? { ...folding, id: toast.id } : toast))
    this.startTimer(counted.id)
  }

  /** Shows anything thrown as a toast. */
  problem(thrown: unknown): void {
    const { sentence, requestId } = toProblem(thrown)
    this.show('error', sentence, requestId ? libText.request(requestId) : null)
  }

  /** The user has seen it. */
  close(id: number): void {
    const logged = this.list.find((toast) => toast.id === id)?.logged ?? null
    if (logged !== null) this.log.seen(logged)
    this.dismiss(id)
  }

  dismiss(id: number): void {
    this.stopTimer(id)
    this.held[id] = false
    this.list = this.list.filter((toast) => toast.id !== id)
  }

  /** The list of all notices was opened. */
  readAll(): void {
    for (const { id } of this.list) this.dismiss(id)
    this.displaced = []
    this.log.allSeen()
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

  dispose(): void {
    for (const timer of Object.values(this.timers)) clearTimeout(timer)
  }

  private add(added: Omit<Toast, 'id' | 'logged'>): void {
    const { kind, sentence, detail, action } = added
    this.dismissSame(kind, sentence)
    this.put({ ...added, logged: this.log.add({ kind, sentence, detail, action }) })
  }

  private put(added: Omit<Toast, 'id'>): void {
    const toast = { ...added, id: this.next++ }
    // An error may not have been read yet, whatever comes after it.
    const oldest = this.list.length < maxShown ? undefined : this.list.find(({ kind }) => kind !== 'error')
    if (oldest) {
      if (oldest.logged !== null) this.displaced = [...this.displaced, oldest.logged].slice(-maxWaiting)
      this.dismiss(oldest.id)
    }
    this.list = [...this.list, toast].slice(-maxWaiting)
    this.startTimer(toast.id)
  }

  private dismissSame(kind: NoticeKind, sentence: string): void {
    const same = this.list.find((toast) => toast.sentence === sentence && toast.kind === kind)
    if (same) this.close(same.id)
  }

  private startTimer(id: number): void {
    this.stopTimer(id)
    const lasts = this.list.find((toast) => toast.id === id)?.lasts ?? null
    if (lasts === null || this.held[id]) return
    this.timers[id] = setTimeout(() => this.expire(id), lasts)
  }

  /** Good news was seen if the window was; bad news waits in the log. */
  private expire(id: number): void {
    const toast = this.list.find((one) => one.id === id)
    const isGood = toast?.kind === 'information' || toast?.kind === 'success'
    if (isGood && !document.hidden) this.close(id)
    else this.dismiss(id)
  }

  private stopTimer(id: number): void {
    clearTimeout(this.timers[id])
    this.timers[id] = undefined
  }
}
