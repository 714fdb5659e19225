import { describe, expect, it } from 'vitest'
import type { FeedReceiver } from '#renderer/lib/feed'
import { HealthSeries } from '#renderer/lib/plot/health-series.svelte'
import type { FeedFrame, HealthFrame } from '#shared/contract/market/feed'
import { Emitter } from '#shared/domain/base/emitter'
import { FakeMain } from '../support/bridge'

const frame = (at: number): HealthFrame => ({ at, loopDelay: at / 1000, heap: 1 })
const attempt = async (work: () => Promise<unknown>) => {
  await work()
  return true
}

function start(kept: readonly HealthFrame[]) {
  const main = new FakeMain()
  main.answers['diagnostics.health'] = () => kept
  const frames = new Emitter<FeedFrame>()
  const feed = { onFrame: frames.on } as FeedReceiver
  const series = new HealthSeries({ bridge: main.bridge, feed, attempt })
  const stop = series.start(document)
  return {
    main,
    series,
    stop,
    push: (health: HealthFrame) => frames.fire({ kind: 'frame', sequence: 1, health })
  }
}
const times = ({ frames }: HealthSeries) => frames.map(({ at }) => at)

describe('the health series', () => {
  it('continues main’s history with the feed', async () => {
    const { series, push, stop } = start([frame(1000), frame(2000)])
    push(frame(2000))
    push(frame(3000))
    await expect.poll(() => times(series)).toEqual([1000, 2000, 3000])
    stop()
    push(frame(4000))
    expect(times(series)).toEqual([1000, 2000, 3000])
  })

  it('drops entries older than 15 minutes', async () => {
    const minute = 60_000
    const { series, push, stop } = start([frame(minute), frame(2 * minute)])
    await expect.poll(() => times(series)).toHaveLength(2)
    push(frame(16.5 * minute))
    expect(times(series)).toEqual([2 * minute, 16.5 * minute])
    stop()
  })

  it('requests gaps from main', async () => {
    const { main, series, push, stop } = start([frame(1000)])
    await expect.poll(() => times(series)).toEqual([1000])
    main.answers['diagnostics.health'] = () => [frame(1000), frame(2000), frame(3000), frame(9000)]
    push(frame(2000))
    expect(main.payloads('diagnostics.health')).toHaveLength(1)
    push(frame(9000))
    await expect.poll(() => times(series)).toEqual([1000, 2000, 3000, 9000])
    stop()
  })

  it('requests again when shown', async () => {
    const { main, stop } = start([])
    document.dispatchEvent(new Event('visibilitychange'))
    expect(main.payloads('diagnostics.health')).toHaveLength(2)
    stop()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(main.payloads('diagnostics.health')).toHaveLength(2)
  })
})
