import type { AddressOrder, LoadKind } from '#shared/contract/records/addresses'
import { formatTimeShortest, nanosecondsInSecond, parseTime } from '#shared/domain/base/time'
import type { DepositAddresses } from '#shared/wire/address-decoder'
import type { AddressQuery } from '#engine/connection/rest/index'
import type { Progress } from '../keep/progress-file'

/** One row of pages that are asked for; it knows how to go on after a stop. */
export interface Errand {
  readonly kind: LoadKind
  readonly requests: number
  /** The request with that number, from where it stopped. */
  query(request: number): AddressQuery
  /** After the page was stored. */
  taken(request: number, page: DepositAddresses): Promise<void>
  /** The service does not take the place any more; false where there is no other way to go on than this. */
  forgetPlace(request: number): boolean
  /** It goes on with what another one began, who knows when. */
  readonly begunBefore?: boolean
  /** What came to the service meanwhile, where this one did not come to its end in one go. */
  readonly meanwhile?: () => Errand
}

/** What a service lists late must not be missed: so much is asked for once more. */
const overlap = 5n * 60n * nanosecondsInSecond

/** @param stored after each page: what it brought is certain from then on */
export function queryErrand(
  queries: readonly AddressQuery[],
  order: AddressOrder,
  stored: () => Promise<void>
): Errand {
  const cursors: (string | null)[] = queries.map(() => null)
  return {
    kind: 'query',
    requests: queries.length,
    query(request) {
      const cursor = cursors[request]
      return { ...queries[request], order, ...(cursor && { pageCursor: cursor }) }
    },
    async taken(request, page) {
      cursors[request] = page.nextCursor
      await stored()
    },
    forgetPlace(request) {
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

/** From the newest to the oldest. Where the service has forgotten the cursor, the oldest that came says where to go on. */
export function everythingErrand(ports: ProgressPorts): Errand {
  const { progress, setProgress } = ports
  const { oldest, cursor: begun, until: begunUntil } = progress()
  // A cursor holds for the very request that it came from.
  let place = { cursor: begun, until: begun === null ? oldest : begunUntil }
  return {
    kind: 'everything',
    requests: 1,
    begunBefore: oldest !== null,
    meanwhile: () => refreshErrand(ports),
    query() {
      const { cursor, until } = place
      return {
        order: 'DESC',
        ...(until !== null && { createdAt: { lte: until } }),
        ...(cursor !== null && { pageCursor: cursor })
      }
    },
    async taken(_, page) {
      const before = progress()
      place = { cursor: page.nextCursor, until: place.until }
      const times = timesOf(page)
      await setProgress({
        complete: page.nextCursor === null,
        newest: before.newest ?? times.latest,
        oldest: times.earliest ?? before.oldest,
        ...place
      })
    },
    forgetPlace() {
      const had = place.cursor !== null
      place = { cursor: null, until: progress().oldest }
      return had
    }
  }
}

/** What was created since, from the newest that is known on. */
export function refreshErrand({ progress, setProgress }: ProgressPorts): Errand {
  let place = { cursor: null as string | null, from: beforeOverlap(progress().newest) }
  return {
    kind: 'refresh',
    requests: 1,
    query() {
      const { cursor, from } = place
      return {
        order: 'ASC',
        ...(from !== null && { createdAt: { gte: from } }),
        ...(cursor !== null && { pageCursor: cursor })
      }
    },
    async taken(_, page) {
      place = { ...place, cursor: page.nextCursor }
      const { latest } = timesOf(page)
      const before = progress()
      if (latest !== null && isLater(latest, before.newest)) await setProgress({ ...before, newest: latest })
    },
    forgetPlace() {
      const had = place.cursor !== null
      place = { cursor: null, from: beforeOverlap(progress().newest) }
      return had
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
