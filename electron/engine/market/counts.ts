/** Messages that the hub ignored, delayed or doubted, shown in Diagnostics. */
export interface HubCounts {
  /** Updates buffered until the snapshot. */
  buffered: number
  /** Updates already in the snapshot. */
  olderThanSnapshot: number
  /** Messages of an ending subscription. */
  afterClosing: number
  /** Updates without a snapshot. */
  withoutSnapshot: number
  resyncs: number
  /** Delayed resyncs. */
  resyncsPutOff: number
  /** Unreadable frames that name a market. */
  garbled: number
  crossed: number
  /** Updates whose times do not show whether the snapshot contains them. */
  unclearTimes: number
  /** Messages for markets that are not held. */
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
