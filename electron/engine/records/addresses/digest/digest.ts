import {
  changeKinds,
  type AddressChange,
  type AddressDigest,
  type ChangeKind,
  type DigestPage,
  type DigestQuestion
} from '#shared/contract/records/addresses/index'
import type { AddressRows } from '../store/address-rows'
import { cells } from '../store/row-record'
import { differencesOf, isSame } from './differences'

/** What the user saw at the last look. */
interface Look {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The list was complete. */
  readonly isWhole: boolean
  /** The comparison before it. */
  readonly comparedAt: number | null
}

/** All of it but the rows, for the disk. */
export interface KeptDigest {
  readonly look: Look | null
  readonly comparedAt: number | null
  readonly unclear: number
  /** IDs that the service no longer lists, now and at the last look. */
  readonly unlisted: readonly string[]
  readonly unlistedBefore: readonly string[]
}

/** IDs that are remembered as no longer listed. */
export const maxUnlisted = 100_000

type Kind = ChangeKind | 'loaded'

const searched = [cells.id, cells.address, cells.refId]

/** What changed since the last look: rows only grow, so the row at which it was taken says what was known then. */
export class Digest {
  #look: Look | null = null
  /** The first row after the look. */
  #row = 0
  #next = 0
  #comparedAt: number | null = null
  #unclear = 0
  /** By ID code, like the others: the row at the look, of those that have a newer one. */
  readonly #was = new Map<number, number>()
  readonly #added = new Set<number>()
  readonly #unlisted = new Set<number>()
  #unlistedBefore = new Set<number>()
  readonly #kinds = new Map<number, Kind>()
  readonly #counts: Record<Kind, number> = { added: 0, changed: 0, unlisted: 0, relisted: 0, loaded: 0 }

  constructor(private readonly rows: AddressRows) {}

  get row(): number {
    return this.#row
  }

  get state(): AddressDigest | null {
    if (this.#look === null) return null
    const { at, isWhole, comparedAt } = this.#look
    return {
      since: at,
      isWhole,
      counts: { ...this.#counts },
      comparedAt: this.#comparedAt === comparedAt ? null : this.#comparedAt,
      comparedBefore: comparedAt,
      unclear: this.#unclear
    }
  }

  get kept(): KeptDigest {
    const ids = (codes: ReadonlySet<number>) => [...codes].map((code) => this.rows.texts.text(code))
    return {
      look: this.#look,
      comparedAt: this.#comparedAt,
      unclear: this.#unclear,
      unlisted: ids(this.#unlisted),
      unlistedBefore: ids(this.#unlistedBefore)
    }
  }

  get hasChanges(): boolean {
    return changeKinds.some((kind) => this.#counts[kind] > 0)
  }

  /** Everything is known to the user now. */
  look(at: number, isWhole: boolean): void {
    this.#begin({ at, isWhole, comparedAt: this.#comparedAt }, this.rows.end)
    this.#unlistedBefore = new Set(this.#unlisted)
  }

  /** @param row at which the look was taken */
  restore({ look, comparedAt, unclear, unlisted, unlistedBefore }: KeptDigest, row: number): void {
    if (look) this.#begin(look, row)
    this.#comparedAt = comparedAt
    this.#unclear = unclear
    const known = (ids: readonly string[]) => ids.map((id) => this.#codeOf(id)).filter((code) => code > 0)
    for (const code of known(unlisted)) this.#unlisted.add(code)
    this.#unlistedBefore = new Set(known(unlistedBefore))
    this.advance()
    for (const code of new Set([...this.#unlisted, ...this.#unlistedBefore])) this.#judge(code)
  }

  /** Takes the rows added since the last call. */
  advance(): void {
    if (this.#look === null) return
    for (; this.#next < this.rows.end; this.#next += 1) {
      const code = this.rows.cell(this.#next, cells.id)
      const before = this.rows.before(this.#next)
      if (before < 0) this.#added.add(code)
      else if (before < this.#row) this.#was.set(code, before)
      this.#judge(code)
    }
  }

  compared(at: number, unclear: number): void {
    this.#comparedAt = at
    this.#unclear = unclear
  }

  isUnlisted(id: string): boolean {
    return this.#unlisted.has(this.#codeOf(id))
  }

  /** The service has it; true if it did not before. */
  listed(id: string): boolean {
    if (this.#unlisted.size === 0) return false
    const code = this.#codeOf(id)
    if (!this.#unlisted.delete(code)) return false
    this.#judge(code)
    return true
  }

  /** The service has no such ID; false if there is no room to remember it. */
  unlist(id: string): boolean {
    const code = this.#codeOf(id)
    if (code <= 0) return true
    if (this.#unlisted.size >= maxUnlisted && !this.#unlisted.has(code)) return false
    this.#unlisted.add(code)
    this.#judge(code)
    return true
  }

  page({ kind, search, from, count }: DigestQuestion): DigestPage {
    const wanted = kind === null ? changeKinds : [kind]
    const needle = search.trim().toLowerCase()
    const found = wanted.flatMap((one) => {
      const own = this.#counts[one] === 0 ? [] : [...this.#kinds].filter(([, its]) => its === one)
      return needle === '' ? own : own.filter(([code]) => this.#matches(code, needle))
    })
    const changes = found.slice(from, from + count).map(([code, its]) => this.#change(code, its))
    return { from, count: found.length, changes }
  }

  #begin(look: Look, row: number): void {
    this.#look = look
    this.#row = row
    this.#next = row
    for (const facts of [this.#was, this.#added, this.#kinds]) facts.clear()
    for (const kind of Object.keys(this.#counts) as Kind[]) this.#counts[kind] = 0
  }

  #codeOf(id: string): number {
    return this.rows.rowOf(id) < 0 ? 0 : this.rows.texts.find(id)
  }

  #judge(code: number): void {
    if (this.#look === null || code <= 0) return
    const before = this.#kinds.get(code)
    if (before) this.#counts[before] -= 1
    this.#kinds.delete(code)
    const kind = this.#kindOf(code, this.#look)
    if (kind === null) return
    this.#kinds.set(code, kind)
    this.#counts[kind] += 1
  }

  #kindOf(code: number, look: Look): Kind | null {
    const wasKnown = !this.#added.has(code)
    const wasListed = wasKnown && !this.#unlistedBefore.has(code)
    if (this.#unlisted.has(code)) return wasListed ? 'unlisted' : null
    if (!wasKnown) return look.isWhole ? 'added' : 'loaded'
    if (!wasListed) return 'relisted'
    const was = this.#was.get(code)
    return was === undefined || isSame(this.rows, was, this.rows.rowOfCode(code)) ? null : 'changed'
  }

  #matches(code: number, needle: string): boolean {
    const row = this.rows.rowOfCode(code)
    const was = this.#was.get(code) ?? row
    const codes = new Set([row, was].flatMap((one) => searched.map((cell) => this.rows.cell(one, cell))))
    return [...codes].some((text) => text > 0 && this.rows.texts.text(text).toLowerCase().includes(needle))
  }

  #change(code: number, kind: Kind): AddressChange {
    const row = this.rows.rowOfCode(code)
    const { id, address, network, refId } = this.rows.record(row)
    const was = this.#was.get(code)
    return {
      id,
      address,
      network,
      refId,
      kind: kind as ChangeKind,
      differences: was === undefined ? [] : differencesOf(this.rows, was, row)
    }
  }
}
