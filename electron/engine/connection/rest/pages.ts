import { fail } from '#shared/domain/base/problem'
import { restText } from '#shared/messages/service'
import type { DepositAddresses } from '#shared/wire/address-decoder'
import type { AddressQuery } from './query'
import type { CallOptions } from './types'

interface PagesProgress {
  readonly pages: number
  readonly addresses: number
  readonly unreadable: number
  /** The last page was received. */
  readonly done: boolean
}

export interface PagesOptions extends CallOptions {
  readonly onProgress?: (progress: PagesProgress) => void
}

/** A filter may produce empty pages before its matches; a faulty service may produce only empty ones. */
const maxEmptyPages = 100

type ReadPage = (query: AddressQuery, options: CallOptions) => Promise<DepositAddresses>

/** Pages are requested as the loop continues. */
export async function* pagesOf(
  read: ReadPage,
  query: AddressQuery,
  { signal, onProgress }: PagesOptions
): AsyncGenerator<DepositAddresses, void, undefined> {
  const options = signal ? { signal } : {}
  const seen = new Seen(query.pageCursor)
  let progress = { pages: 0, addresses: 0, unreadable: 0, done: false }
  for (let cursor = query.pageCursor; ;) {
    const page = await read(cursor === undefined ? query : { ...query, pageCursor: cursor }, options)
    seen.note(page)
    progress = {
      pages: progress.pages + 1,
      addresses: progress.addresses + page.items.length,
      unreadable: progress.unreadable + page.unreadable.length,
      done: page.nextCursor === null
    }
    onProgress?.(progress)
    yield page
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}

/** Detects a service that repeats pages, by cursors and by content. */
class Seen {
  readonly #cursors = new Set<string>()
  readonly #pages = new Set<string>()
  #empty = 0

  constructor(first: string | undefined) {
    if (first) this.#cursors.add(first)
  }

  note({ items, unreadable, nextCursor }: DepositAddresses) {
    const count = items.length + unreadable.length
    this.#empty = count === 0 ? this.#empty + 1 : 0
    const print = `${items[0]?.id} ${items.at(-1)?.id} ${count}`
    const again = items.length > 0 && this.#pages.has(print)
    this.#pages.add(print)
    const sameCursor = nextCursor !== null && this.#cursors.has(nextCursor)
    if (nextCursor !== null) this.#cursors.add(nextCursor)
    if (again || sameCursor || this.#empty > maxEmptyPages) {
      throw fail('rest.endless', restText.samePage, {
        detail: again ? 'the same page' : sameCursor ? 'the same cursor' : 'only empty pages'
      })
    }
  }
}
