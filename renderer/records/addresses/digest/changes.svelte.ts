import type { ChangeKind, DigestPage } from '#shared/contract/records/addresses/index'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '#renderer/lib/client'
import type { Desk } from '#renderer/lib/desk'

export const changesPerPage = 50

/** The list of changes since the last look, a page at a time. */
export class AddressChanges {
  isOpen = $state(false)
  kind = $state<ChangeKind | null>(null)
  search = $state('')
  page = $state.raw<DigestPage | null>(null)
  problem = $state<string | null>(null)
  #asked = 0

  constructor(private readonly desk: Desk) {}

  toggle(): void {
    this.isOpen = !this.isOpen
    if (this.isOpen) void this.show(0)
  }

  pick(kind: ChangeKind | null): void {
    this.kind = kind
    void this.show(0)
  }

  find(text: string): void {
    this.search = text
    void this.show(0)
  }

  /** Something changed, perhaps to fewer pages. */
  refresh(): void {
    if (this.isOpen) void this.show(this.page?.from ?? 0)
  }

  close(): void {
    this.isOpen = false
    this.kind = null
    this.search = ''
    this.page = null
  }

  async show(from: number): Promise<void> {
    const asked = (this.#asked += 1)
    const { kind, search } = this
    try {
      const question = { kind, search, from, count: changesPerPage }
      const page = await valueOf(this.desk.bridge.call.addresses.digest(question))
      if (asked !== this.#asked) return
      this.problem = null
      if (page.changes.length > 0 || from === 0) this.page = page
      else await this.show(Math.max(0, Math.floor((page.count - 1) / changesPerPage) * changesPerPage))
    } catch (thrown) {
      if (asked === this.#asked) this.problem = toProblem(thrown).sentence
    }
  }
}
