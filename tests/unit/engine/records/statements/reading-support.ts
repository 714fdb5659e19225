import type { ArchivedStatement } from '#engine/records/statements/store/scan'
import { formatTime, parseTime } from '#shared/domain/base/time'

/** The same instant in one of the forms that RFC 3339 allows. */
export function timeText(at: bigint, digits: number, offset: 'Z' | '+00:00' | '+02:00' | '-05:30'): string {
  const needed = /\.?0*Z$/.exec(formatTime(at))!.index - 20
  const shown = Math.max(digits, needed, 0)
  if (offset === 'Z') return formatTime(at, shown)
  const sign = offset.startsWith('-') ? -1n : 1n
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  const ahead = sign * BigInt(hours * 60 + minutes) * 60_000_000_000n
  return formatTime(at + ahead, shown).replace('Z', offset)
}

export const nanosecondsOf = (text: string) => parseTime(text)!

export interface Given {
  readonly id: string
  readonly environment?: string
  readonly profile?: string
  readonly asset?: string | null
  readonly start?: string
  readonly end?: string
  readonly type?: string
  readonly total?: string
  readonly created?: string | null
  readonly completed?: string
  readonly faults?: ArchivedStatement['faults']
  readonly belongs?: string
  readonly folder?: string
}

/** As found by scanning the folder. */
export function archived(given: Given): ArchivedStatement {
  const { id, environment = 'production', profile = 'desk', start = '2026-10-01T00:00:00Z' } = given
  const { asset = 'USDP', created = '2026-11-02T00:00:00Z', completed = '2026-11-03T00:00:00.000Z' } = given
  return {
    key: given.folder ?? `${environment}/${profile} (1)/${asset}/${start.slice(0, 7)}/${id}`,
    sidecar: {
      kind: 'leadline-statement',
      version: 1,
      environment,
      profile: { id: profile, name: `The ${profile}` },
      record: {
        id,
        ...(asset !== null && { asset_type: asset }),
        period_start: start,
        period_end: given.end ?? '2026-10-31T23:59:59Z',
        type: given.type ?? 'REWARDS',
        status: 'COMPLETED',
        total_accrued: given.total ?? '1.000000',
        ...(created !== null && { created_at: created })
      },
      files: [
        {
          name: 'a.pdf',
          format: 'PDF',
          bytes: 3,
          sha256: '0'.repeat(64),
          generated_at: null,
          etag: null,
          fetched_at: completed
        }
      ],
      completed_at: completed
    },
    faults: given.faults ?? [],
    ...(given.belongs !== undefined && { belongs: given.belongs })
  }
}
