/** Messages that the hub ignored, delayed or doubted, shown in Diagnostics. */
export interface HubCounts {
  /** Updates kept until the snapshot came. */
  buffered: number
  /** Updates that a snapshot held already. */
  olderThanSnapshot: number
  /** Messages of a subscription that was being given up. */
  afterClosing: number
  /** Updates without a snapshot to apply them to, while a new one was being asked for. */
  withoutSnapshot: number
  resyncs: number
  /** Resyncs that had to wait, since the market had asked a short while ago. */
  resyncsPutOff: number
  /** Frames that named a market and could not be understood. */
  garbled: number
  /** Times a book stayed crossed for longer than a moment. */
  crossed: number
  /** Updates whose times did not tell whether the snapshot held them. */
  unclearTimes: number
  /** Market messages for which no market was held. */
  unheld: number
}

export const noCounts = (): HubCounts => ({
  buffered: 0,
  olderThanSnapshot: 0,
  afterClosing: 0,
  withoutSnapshot: 0,
  resyncs: 0,
  resyncsPutOff: 0,
  garbled: 0,
  crossed: 0,
  unclearTimes: 0,
  unheld: 0
})
