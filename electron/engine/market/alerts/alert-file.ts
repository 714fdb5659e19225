import * as v from 'valibot'
import { maxFired, type FiredAlert } from '#shared/contract/market/alerts'
import { mayWrite, readJsonOrSetAside, type Reading, WholeFile, type WholeFilePorts } from '../../base/files'
import { fileSchema, newestAlerts, readable, type Shelf, type StoredAlert } from './alert-schema'

export async function openAlertFile(ports: WholeFilePorts): Promise<AlertFile> {
  const reading = await readJsonOrSetAside(ports.file, {
    schema: fileSchema,
    title: 'alerts',
    newest: newestAlerts,
    mend: readable
  })
  const isRead = reading.state === 'read' || reading.state === 'mended'
  const { profiles, ...others } = isRead ? reading.value : understood(reading)
  const notice = 'notice' in reading ? reading.notice : null
  return new AlertFile(ports, profiles, isRead ? others : {}, notice, mayWrite(reading))
}

/** `alerts.json`: the alerts of each connection, and what has fired. */
export class AlertFile {
  readonly #shelves: Map<string, Shelf>
  readonly #file: WholeFile

  constructor(
    ports: WholeFilePorts,
    profiles: Readonly<Record<string, Shelf>>,
    others: Readonly<Record<string, unknown>>,
    /** What a person should hear about how the file was found. */
    readonly notice: string | null,
    writable: boolean
  ) {
    this.#shelves = new Map(Object.entries(profiles))
    this.#file = new WholeFile(ports, {
      title: 'alerts',
      notice,
      writable,
      content: () => ({ ...others, version: newestAlerts, profiles: Object.fromEntries(this.#shelves) })
    })
  }

  /** Why changes do not outlive the app, or null. */
  get notKept(): string | null {
    return this.#file.notKept
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
    return this.#file.write()
  }

  setFired(profileId: string, fired: readonly FiredAlert[]): Promise<void> {
    this.#shelves.set(profileId, { ...this.#shelf(profileId), fired })
    return this.#file.write()
  }

  /** It gets its number here; it is written soon, with all that fires in the meantime. */
  addFired(profileId: string, fired: Omit<FiredAlert, 'number'>, alerts: readonly StoredAlert[]): FiredAlert {
    const shelf = this.#shelf(profileId)
    const numbered = { ...fired, number: shelf.count }
    this.#shelves.set(profileId, {
      ...shelf,
      alerts,
      fired: [numbered, ...shelf.fired.slice(0, maxFired - 1)],
      count: shelf.count + 1
    })
    this.#file.writeSoon()
    return numbered
  }

  /** The connection was deleted. */
  forget(profileId: string): Promise<void> {
    return this.#shelves.delete(profileId) ? this.#file.write() : Promise.resolve()
  }

  clear(): Promise<void> {
    this.#shelves.clear()
    return this.#file.write()
  }

  /** Whatever is still to be written is. */
  dispose(): Promise<void> {
    return this.#file.dispose()
  }

  #shelf(profileId: string): Shelf {
    return this.#shelves.get(profileId) ?? { alerts: [], fired: [], count: 0 }
  }
}

/** A newer file, as far as it means something here. */
function understood(reading: Reading<unknown>): { profiles: Record<string, Shelf> } {
  if (reading.state !== 'newer') return { profiles: {} }
  try {
    const { content } = readable(reading.content)
    return { profiles: v.parse(fileSchema, content).profiles }
  } catch {
    return { profiles: {} }
  }
}
