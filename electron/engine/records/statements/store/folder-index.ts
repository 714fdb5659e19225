import type { Disk } from '../disk/disk'
import { onDisk } from '../disk/problem'
import { readStatement, scan, type ArchivedStatement, type Scan } from './scan'
import { StatementIndex } from './statement-index'

interface FolderPorts {
  readonly disk: Disk
  readonly root: string
  /** Compares a statement with what is known of it. */
  readonly judge: (statement: ArchivedStatement) => ArchivedStatement
  /** Statements that should be there and are not among these. */
  readonly missed: (there: readonly ArchivedStatement[]) => readonly string[]
  /** One statement was read again. */
  readonly refreshed: () => void
}

/** The index of an archive's folder, read as a whole or one statement at a time. */
export class FolderIndex {
  readonly statements: StatementIndex
  /** The keys that each scan under way may have missed. */
  readonly #scans = new Set<Set<string>>()

  constructor(private readonly ports: FolderPorts) {
    this.statements = new StatementIndex(ports.missed)
  }

  scan(signal?: AbortSignal): Promise<Scan> {
    const { disk, root } = this.ports
    return onDisk(root, () => scan(disk, root, signal))
  }

  /** @param found called before anything is compared */
  async rebuild(
    found: (statements: readonly ArchivedStatement[]) => void,
    signal?: AbortSignal
  ): Promise<void> {
    const touched = new Set<string>()
    this.#scans.add(touched)
    try {
      const whole = await this.scan(signal)
      found(whole.statements)
      this.replace(whole)
    } finally {
      this.#scans.delete(touched)
    }
    // The scan may have missed what was saved meanwhile.
    for (const key of touched) await this.refresh(key)
  }

  replace({ statements, ...others }: Scan): void {
    this.statements.replace({ ...others, statements: statements.map((one) => this.ports.judge(one)) })
  }

  async refresh(key: string): Promise<void> {
    const { disk, root, judge, refreshed } = this.ports
    for (const touched of this.#scans) touched.add(key)
    const found = await onDisk(root, () => readStatement(disk, root, key))
    this.statements.put(key, { ...found, statement: found.statement && judge(found.statement) })
    refreshed()
  }
}
