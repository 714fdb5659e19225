import type { ArchivedStatement, Scan } from './scan'

/** The statements in the folder, and those that should be there. */
export interface Index extends Scan {
  /** Statements that were complete and whose folder or sidecar is missing. */
  readonly gone: readonly string[]
}

type FoundOne = Readonly<{ statement: ArchivedStatement | null; unknown: readonly string[] }>

const nameOf = (environment: string, profileId: string, id: string) =>
  [environment, profileId, id.toLowerCase()].join('\n')

const ownName = ({ sidecar: { environment, profile, record } }: ArchivedStatement) =>
  nameOf(environment, profile.id, typeof record['id'] === 'string' ? record['id'] : '')

/** The index, changed one statement at a time: a save costs the same however many there are. */
export class StatementIndex {
  readonly #byKey = new Map<string, ArchivedStatement>()
  readonly #byName = new Map<string, ReadonlySet<string>>()
  #unread = new Set<string>()
  #unknown: readonly string[] = []
  #gone = new Set<string>()
  #files = 0
  #bytes = 0
  #index: Index | null = null

  /** `lost`: statements that were complete and are not among these. */
  constructor(private readonly lost: (there: readonly ArchivedStatement[]) => readonly string[]) {}

  get index(): Index {
    return (this.#index ??= {
      statements: [...this.#byKey.values()],
      unread: [...this.#unread],
      unknown: this.#unknown,
      gone: [...this.#gone]
    })
  }

  get size(): { readonly statements: number; readonly files: number; readonly bytes: number } {
    return { statements: this.#byKey.size, files: this.#files, bytes: this.#bytes }
  }

  /** How many are missing or unreadable, and the first of them. */
  missing(max: number): { readonly count: number; readonly folders: readonly string[] } {
    const folders = [...this.#gone, ...this.#unread].slice(0, max)
    return { count: this.#gone.size + this.#unread.size, folders }
  }

  at(key: string): ArchivedStatement | null {
    return this.#byKey.get(key) ?? null
  }

  /** One ID may be in the archive twice. */
  named(environment: string, profileId: string, id: string): readonly ArchivedStatement[] {
    const keys = this.#byName.get(nameOf(environment, profileId, id)) ?? []
    return [...keys].map((key) => this.#byKey.get(key)!)
  }

  replace({ statements, unread, unknown }: Scan): void {
    this.#byKey.clear()
    this.#byName.clear()
    this.#files = this.#bytes = 0
    for (const statement of statements) this.#add(statement)
    this.#unread = new Set(unread)
    this.#unknown = unknown
    this.seekLost()
  }

  put(key: string, { statement, unknown }: FoundOne): void {
    const before = this.#byKey.get(key)
    if (before) this.#drop(before)
    if (statement) this.#add(statement)
    this.#unread.delete(key)
    const others = this.#unknown.filter((place) => !place.startsWith(`${key}/`))
    this.#unknown = [...others, ...unknown]
    const isPlain = statement !== null && statement.belongs === undefined && before?.belongs === undefined
    if (isPlain) this.#gone.delete(key)
    else this.seekLost()
    this.#index = null
  }

  /** Compares with the list of complete statements again. */
  seekLost(): void {
    const lost = this.lost([...this.#byKey.values()])
    this.#gone = new Set(lost.filter((key) => !this.#unread.has(key)))
    this.#index = null
  }

  #add(statement: ArchivedStatement): void {
    this.#byKey.set(statement.key, statement)
    const name = ownName(statement)
    this.#byName.set(name, new Set([...(this.#byName.get(name) ?? []), statement.key]))
    this.#count(statement, 1)
  }

  #drop(statement: ArchivedStatement): void {
    this.#byKey.delete(statement.key)
    const name = ownName(statement)
    const left = [...(this.#byName.get(name) ?? [])].filter((key) => key !== statement.key)
    if (left.length > 0) this.#byName.set(name, new Set(left))
    else this.#byName.delete(name)
    this.#count(statement, -1)
  }

  #count({ sidecar: { files } }: ArchivedStatement, sign: 1 | -1): void {
    this.#files += sign * files.length
    for (const { bytes } of files) this.#bytes += sign * bytes
  }
}
