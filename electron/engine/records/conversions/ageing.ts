import type { UsualDuration } from '#shared/contract/records/conversions'
import { isUnderway, type Conversion } from '#shared/wire/conversion-decoder'
import type { Clock } from '../../base/clock'
import type { ConversionFile } from './conversion-file'
import { History } from './history'
import { decoded } from './shown'
import type { StoredConversion } from './stored'
import type { Age } from './csv'
import { ageAt, ageBeyond, UsualDurations } from './usual'

interface AgeingPorts {
  readonly clock: Clock
  /** Null if unknown. */
  readonly serviceNow: () => number | null
  readonly file: ConversionFile
}

/** Compares the age of watched conversions with the usual duration of their pair. */
export class Ageing {
  readonly #usual = new UsualDurations()

  constructor(private readonly ports: AgeingPorts) {}

  /** @param key the history, or null if there is none */
  usualOf(key: string | null, conversion: Conversion): UsualDuration | null {
    return this.#usual.of(key === null ? none : this.ports.file.entries(key), conversion)
  }

  /** Null if it ended or its time of creation is unknown. */
  ageOf(key: string | null, entry: StoredConversion): Age | null {
    const conversion = decoded(entry)
    const at = conversion.createdAt?.at ?? null
    if (at === null || !isUnderway(conversion)) return null
    const { clock, serviceNow } = this.ports
    const milliseconds = ageAt(at, serviceNow() ?? clock.wall())
    return { milliseconds, usual: this.usualOf(key, conversion) }
  }

  /** Its age in milliseconds, the first time that it is longer than usual. */
  newlyOverdue(key: string, entry: StoredConversion): number | null {
    if (!entry.watching || entry.overdue) return null
    const { clock, file, serviceNow } = this.ports
    const conversion = decoded(entry)
    const age = ageBeyond(conversion, this.usualOf(key, conversion), serviceNow() ?? clock.wall())
    if (age !== null) new History(file, key).markOverdue(entry.id)
    return age
  }
}

const none: readonly StoredConversion[] = []
