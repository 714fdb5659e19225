import type { PanelKind } from '#shared/domain/workspace/index'
import { startDesk, type Electron, type RunningDesk } from './desk'
import { startBusyService } from './sandbox'

export interface MemorySample {
  /** Since the warm-up. */
  readonly at: number
  /** Of all processes. */
  readonly bytes: number
  /** By kind of process. */
  readonly kinds: Readonly<Record<string, number>>
}

export interface MemoryRequest {
  readonly root: string
  readonly executable: string
  readonly rate: number
  readonly warmUp: number
  readonly seconds: number
}

const panels: readonly PanelKind[] = ['watchlist', 'chart', 'book', 'trades', 'depth', 'connection']
const between = 5000

/** After a warm-up. */
export async function watchMemory(
  electron: Electron,
  { root, executable, rate, warmUp, seconds }: MemoryRequest,
  report: (text: string) => void
): Promise<readonly MemorySample[]> {
  const service = await startBusyService(root, rate)
  let desk: RunningDesk | null = null
  try {
    const size = { width: 1280, height: 800 }
    desk = await startDesk(electron, { root, executable, service, windows: 4, panels, size })
    report(`warming up for ${warmUp} s`)
    await pause(warmUp * 1000)
    const start = performance.now()
    const samples: MemorySample[] = []
    while (performance.now() - start < seconds * 1000) {
      const at = (performance.now() - start) / 1000
      const kinds = await memoryOf(desk)
      const bytes = Object.values(kinds).reduce((sum, part) => sum + part, 0)
      samples.push({ at, bytes, kinds })
      if (samples.length % 12 === 0) report(`${Math.round(at)} s: ${Math.round(bytes / 1e6)} MB`)
      await pause(between)
    }
    return samples
  } finally {
    await desk?.close()
    await service.close()
  }
}

const memoryOf = (desk: RunningDesk) =>
  desk.app.evaluate(({ app }) => {
    const kinds: Record<string, number> = {}
    for (const { type, memory } of app.getAppMetrics())
      kinds[type] = (kinds[type] ?? 0) + memory.workingSetSize * 1024
    return kinds
  })

/** The slope of a linear fit over an hour, relative to its start. */
export function growthInAnHour(samples: readonly Pick<MemorySample, 'at' | 'bytes'>[]): number {
  const count = samples.length
  const middle = samples.reduce((sum, { at }) => sum + at, 0) / count
  const mean = samples.reduce((sum, { bytes }) => sum + bytes, 0) / count
  const across = samples.reduce((sum, { at }) => sum + (at - middle) ** 2, 0)
  const along = samples.reduce((sum, { at, bytes }) => sum + (at - middle) * (bytes - mean), 0)
  const slope = along / across
  return (slope * 3600) / (mean - slope * middle)
}

const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))
