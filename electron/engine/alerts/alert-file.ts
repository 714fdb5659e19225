import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { mostFired, type FiredAlert } from '../../shared/contract/alerts'
import type { Clock } from '../clock'
import { mayWrite, readJsonOrSetAside, writeAtomically } from '../files'
import { fileSchema, newestAlerts, readable, type Shelf, type StoredAlert } from './alert-schema'

/** What fires comes in bursts, and each writing is a whole file. */
const firedWithin = 1000

export interface AlertFilePorts {
  readonly file: string
  readonly clock: Clock
  /** Whether alerts are kept is another matter now. */
  readonly changed: () => void
}

export async function openAlertFile(ports: AlertFilePorts): Promise<AlertFile> {
  const reading = await readJsonOrSetAside(ports.file, {
    schema: fileSchema,
    title: 'alerts',
    newest: newestAlerts,
    mend: readable
  })
  const isRead = reading.state === 'read' || reading.state === 'mended'
  const { profiles, ...others } = isRead ? reading.value : await understood(reading.state, ports.file)
  const notice = 'notice' in reading ? reading.notice : null
  return new AlertFile(ports, profiles, isRead ? others : {}, notice, mayWrite(reading))
}

/** `alerts.json`: the alerts of each connection, and what has fired. */
export class AlertFile {
  readonly #shelves: Map<string, Shelf>
  #notKept: string | null
  #writing: Promise<void> | null = null
  #again = false
  #forgetWrite: (() => void) | null = null

  constructor(
    private readonly ports: AlertFilePorts,
    profiles: Readonly<Record<string, Shelf>>,
    private readonly others: Readonly<Record<string, unknown>>,
    /** What a person should hear about how the file was found. */
    readonly notice: string | null,
    private readonly writable: boolean
  ) {
    this.#shelves = new Map(Object.entries(profiles))
    this.#notKept = writable ? null : notice
  }

  /** Why changes do not outlive the app, or null. */
  get notKept(): string | null {
    return this.#notKept
  }

  alerts(profileId: string): readonly StoredAlert[] {
    return this.#shelf(profileId).alerts
  }

  /** The newest first. */
  fired(profileId: string): readonly FiredAlert[] {
    return this.#shelf(profileId).fired
  }

  setAlerts(profileId: string, alerts: readonly StoredAlert[]): Promise<void> {
    this.#shelves.set(profileId, { ...this.#shelf(profileId), alerts })
    return this.#write()
  }

  setFired(profileId: string, fired: readonly FiredAlert[]): Promise<void> {
    this.#shelves.set(profileId, { ...this.#shelf(profileId), fired })
    return this.#write()
  }

  /** It gets its number here; it is written soon, with all that fires in the meantime. */
  addFired(profileId: string, fired: Omit<FiredAlert, 'number'>, alerts: readonly StoredAlert[]): FiredAlert {
    const shelf = this.#shelf(profileId)
    const numbered = { ...fired, number: shelf.count }
    this.#shelves.set(profileId, {
      ...shelf,
      alerts,
      fired: [numbered, ...shelf.fired.slice(0, mostFired - 1)],
      count: shelf.count + 1
    })
    this.#forgetWrite ??= this.ports.clock.later(firedWithin, () => void this.#write())
    return numbered
  }

  /** The connection was deleted. */
  forget(profileId: string): Promise<void> {
    return this.#shelves.delete(profileId) ? this.#write() : Promise.resolve()
  }

  clear(): Promise<void> {
    this.#shelves.clear()
    return this.#write()
  }

  /** Whatever is still to be written is. */
  async dispose(): Promise<void> {
    if (this.#forgetWrite) await this.#write()
    await this.#writing
  }

  #shelf(profileId: string): Shelf {
    return this.#shelves.get(profileId) ?? { alerts: [], fired: [], count: 0 }
  }

  #write(): Promise<void> {
    this.#forgetWrite?.()
    this.#forgetWrite = null
    if (!this.writable) return Promise.resolve()
    this.#again = true
    this.#writing ??= this.#writeAll()
    return this.#writing
  }

  async #writeAll(): Promise<void> {
    const before = this.#notKept
    while (this.#again) {
      this.#again = false
      const content = {
        ...this.others,
        version: newestAlerts,
        profiles: Object.fromEntries(this.#shelves)
      }
      try {
        await writeAtomically(this.ports.file, JSON.stringify(content, null, 2) + '\n')
        this.#notKept = null
      } catch {
        this.#notKept = `The alerts could not be written to ${this.ports.file}. They hold until Leadline ends.`
      }
    }
    this.#writing = null
    if (this.#notKept !== before) this.ports.changed()
  }
}

/** A newer file, as far as it means something here. */
async function understood(state: string, file: string): Promise<{ profiles: Record<string, Shelf> }> {
  if (state !== 'newer') return { profiles: {} }
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'))
    const { content } = readable(v.parse(v.looseObject({}), parsed))
    return { profiles: v.parse(fileSchema, content).profiles }
  } catch {
    return { profiles: {} }
  }
}
