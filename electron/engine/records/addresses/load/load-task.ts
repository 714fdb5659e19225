import type { AddressOrder, LoadKind } from '#shared/contract/records/addresses/index'
import { formatTimeShortest, nanosecondsInSecond, parseTime } from '#shared/domain/base/time'
import type { DepositAddress, DepositAddresses } from '#shared/wire/address-decoder'
import type { AddressQuery } from '#engine/connection/rest/index'
import type { Checked } from '../digest/comparison'
import type { Progress } from '../keep/progress-file'

/** A series of pages to load, which can be resumed. */
export interface LoadTask {
  readonly kind: LoadKind
  readonly requests: number
  /** Continues where the request stopped. */
  query(request: number): AddressQuery
  /** After the page was stored. */
  onPage(request: number, page: DepositAddresses): Promise<void>
  /** After the service refused the cursor; false if it cannot restart. */
  restart(request: number): boolean
  /** It continues an earlier load. */
  readonly begunBefore?: boolean
  /** Loads what was created during an interruption. */
  readonly meanwhile?: () => LoadTask
  /** After all pages; repeated if it was interrupted. */
  finish?(signal: AbortSignal): Promise<void>
}

/** Loads addresses created during an interruption. */
const overlap = 5n * 60n * nanosecondsInSecond

/** @param stored called after each page */
export function queryTask(
  queries: readonly AddressQuery[],
  order: AddressOrder,
  stored: () => Promise<void>
): LoadTask {
  const cursors: (string | null)[] = queries.map(() => null)
  return {
    kind: 'query',
    requests: queries.length,
    query(request) {
      const cursor = cursors[request]
      return { ...queries[request], order, ...(cursor && { pageCursor: cursor }) }
    },
    async onPage(request, page) {
      cursors[request] = page.nextCursor
      await stored()
    },
    restart(request) {
      const had = cursors[request] !== null
      cursors[request] = null
      return had
    }
  }
}

interface ProgressPorts {
  readonly progress: () => Progress
  readonly setProgress: (progress: Progress) => Promise<void>
}

/** Loaded again, because a service may list addresses late. */
export function everythingTask(ports: ProgressPorts): LoadTask {
  const { progress, setProgress } = ports
  const { oldest, cursor: begun, until: begunUntil } = progress()
  // Newest first; without a valid cursor it continues at the oldest loaded address.
  let resume = { cursor: begun, until: begun === null ? oldest : begunUntil }
  return {
    kind: 'everything',
    requests: 1,
    begunBefore: oldest !== null,
    meanwhile: () => refreshTask(ports),
    query() {
      const { cursor, until } = resume
      return {
        order: 'DESC',
        ...(until !== null && { createdAt: { lte: until } }),
        ...(cursor !== null && { pageCursor: cursor })
      }
    },
    async onPage(_, page) {
      const before = progress()
      resume = { cursor: page.nextCursor, until: resume.until }
      const times = timesOf(page)
      await setProgress({
        complete: page.nextCursor === null,
        newest: before.newest ?? times.latest,
        oldest: times.earliest ?? before.oldest,
        ...resume
      })
    },
    restart() {
      const had = resume.cursor !== null
      resume = { cursor: null, until: progress().oldest }
      return had
    }
  }
}

export function refreshTask({ progress, setProgress }: ProgressPorts): LoadTask {
  let resume = { cursor: null as string | null, from: beforeOverlap(progress().newest) }
  return {
    kind: 'refresh',
    requests: 1,
    query() {
      const { cursor, from } = resume
      return {
        order: 'ASC',
        ...(from !== null && { createdAt: { gte: from } }),
        ...(cursor !== null && { pageCursor: cursor })
      }
    },
    async onPage(_, page) {
      resume = { ...resume, cursor: page.nextCursor }
      const { latest } = timesOf(page)
      const before = progress()
      if (latest !== null && isLater(latest, before.newest)) await setProgress({ ...before, newest: latest })
    },
    restart() {
      const had = resume.cursor !== null
      resume = { cursor: null, from: beforeOverlap(progress().newest) }
      return had
    }
  }
}

interface ComparePorts {
  readonly page: (ids: readonly string[], signal: AbortSignal) => Promise<DepositAddresses>
  readonly add: (records: readonly DepositAddress[]) => Promise<unknown>
  readonly next: (checked: Checked) => Promise<readonly string[]>
  readonly stored: () => Promise<void>
}

/** Passes over everything, then asks by ID for what was not included: only what is not found then is gone. */
export function compareTask({ page, add, next, stored }: ComparePorts): LoadTask {
  const all = queryTask([{}], 'DESC', stored)
  return {
    ...all,
    kind: 'compare',
    async finish(signal) {
      let checked: Checked = { found: [], missing: [], unclear: [] }
      for (;;) {
        const ids = await next(checked)
        if (ids.length === 0) return
        signal.throwIfAborted()
        const { items, unreadable, nextCursor } = await page(ids, signal)
        await add(items)
        const answered = new Set(items.map(({ id }) => id.toLowerCase()))
        const isAnswered = (id: string) => answered.has(id.toLowerCase())
        const found = ids.filter(isAnswered)
        const lacking = ids.filter((id) => !isAnswered(id))
        const isClear = unreadable.length === 0 && nextCursor === null
        checked = { found, missing: isClear ? lacking : [], unclear: isClear ? [] : lacking }
      }
    }
  }
}

function beforeOverlap(text: string | null): string | null {
  const time = text === null ? null : parseTime(text)
  return time === null ? null : formatTimeShortest(time - overlap)
}

function isLater(text: string, than: string | null): boolean {
  const known = than === null ? null : parseTime(than)
  return known === null || parseTime(text)! > known
}

function timesOf({ items }: DepositAddresses): { earliest: string | null; latest: string | null } {
  let earliest: bigint | null = null
  let latest: bigint | null = null
  for (const { createdAt } of items) {
    if (createdAt.at === null) continue
    if (earliest === null || createdAt.at < earliest) earliest = createdAt.at
    if (latest === null || createdAt.at > latest) latest = createdAt.at
  }
  const text = (time: bigint | null) => (time === null ? null : formatTimeShortest(time))
  return { earliest: text(earliest), latest: text(latest) }
}
