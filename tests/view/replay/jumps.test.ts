import { fireEvent, screen, waitFor } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, it } from 'vitest'
import type { ReplayOverview } from '#shared/contract/recording/replay'
import { replayNow } from '../support/app-states'
import { press } from '../support/show'
import { fired, ReplayStage } from './stage'

const stage = new ReplayStage()

describe('the bar', () => {
  it('jumps with keys, and loops', async () => {
    await stage.replaying()
    await waitFor(() => expect(stage.sent('overview').length).toBeGreaterThan(0))
    await press('u')
    await press('U', { shiftKey: true })
    expect(stage.sent('jump')).toEqual([
      { to: 'gap', back: false },
      { to: 'gap', back: true }
    ])
    await fireEvent.input(screen.getByLabelText('Size of the trades to jump to'), {
      target: { value: '2.5' }
    })
    await press('b')
    await press('B', { shiftKey: true })
    expect(stage.sent('jump').slice(2)).toMatchObject([
      { to: 'trade', size: '2.5', back: false },
      { to: 'trade', size: '2.5', back: true }
    ])
    // In the user's number format.
    await fireEvent.input(screen.getByLabelText('Size of the trades to jump to'), {
      target: { value: '1,000.5' }
    })
    await press('b')
    expect(stage.sent('jump').at(-1)).toMatchObject({ to: 'trade', size: '1000.5', back: false })
    await press('A', { shiftKey: true })
    await waitFor(() => expect(stage.sent('seek')).toEqual([{ at: Date.UTC(2026, 10, 18, 13, 0, 0, 251) }]))
    await press('L', { shiftKey: true })
    expect(stage.sent('setRange')).toMatchObject([{ loop: true }])
  })

  it('jumps to alerts, large trades and gaps, and says when there is none', async () => {
    const { bar } = await stage.replaying()
    await waitFor(() => expect(stage.sent('overview').length).toBeGreaterThan(0))
    await tick()
    const jump = (name: string) => fireEvent.click(bar.getByRole('button', { name }))
    await jump('Next alert')
    await waitFor(() => expect(stage.sent('seek')).toEqual([{ at: Date.UTC(2026, 10, 18, 14, 30, 0, 251) }]))
    await jump('Previous alert')
    await waitFor(() =>
      expect(stage.sent('seek').at(-1)).toEqual({ at: Date.UTC(2026, 10, 18, 13, 0, 0, 251) })
    )
    await jump('Next large trade')
    await waitFor(() =>
      expect(stage.sent('seek').at(-1)).toEqual({ at: Date.UTC(2026, 10, 18, 15, 0, 0, 1) })
    )
    await fireEvent.input(bar.getByLabelText('Size of the trades to jump to'), { target: { value: '2.5' } })
    await jump('Previous large trade')
    stage.main.answers['replay.jump'] = () => false
    await jump('Next gap')
    await screen.findByText('No other gap in this direction.')
    expect(stage.sent('jump')).toMatchObject([
      { to: 'trade', size: '2.5', back: true },
      { to: 'gap', back: false }
    ])
  })

  it('says when the next alert fired outside of the recording', async () => {
    stage.main.alerts = {
      ...stage.main.alerts,
      fired: [{ ...fired(3, '10:00:00'), at: Date.UTC(2026, 10, 20, 10) }]
    }
    const { bar } = await stage.replaying()
    await waitFor(() => expect(stage.sent('overview').length).toBeGreaterThan(0))
    await tick()
    await fireEvent.click(bar.getByRole('button', { name: 'Next alert' }))
    await screen.findByText(
      'The nearest alert in this direction fired at 2026-11-20 10:00:00 UTC, outside the recording.'
    )
    expect(stage.sent('seek')).toEqual([])
  })

  it('jumps to a large trade outside of the visible time, once all are known', async () => {
    const { bar } = await stage.replaying()
    await waitFor(() => expect(stage.sent('overview').length).toBeGreaterThan(0))
    const [far, farther] = [Date.UTC(2026, 10, 18, 22), Date.UTC(2026, 10, 18, 23)]
    let complete = false
    let drawn = 0
    stage.main.answers['replay.overview'] = ({ from, parts }: { from: number | null; parts: number }) => {
      if (from !== replayNow.at) drawn += 1
      const trades = from === replayNow.at ? [...(complete ? [far, 1] : []), farther, 1] : []
      return {
        ...{ from: Date.UTC(2026, 10, 18), to: Date.UTC(2026, 10, 19), complete, gaps: new Float64Array() },
        pinned: new Float64Array(),
        ...{ activity: new Float64Array(parts), trades: Float64Array.from(trades) }
      } satisfies ReplayOverview
    }
    // What was asked first is adopted before the next request.
    await waitFor(() => {
      stage.main.push('replay.overviewChanged', null)
      expect(drawn).toBeGreaterThan(1)
    })
    const asked = stage.sent('overview').length
    await fireEvent.click(bar.getByRole('button', { name: 'Next large trade' }))
    await waitFor(() => expect(stage.sent('overview').length).toBeGreaterThan(asked))
    expect(stage.sent('seek')).toEqual([])
    complete = true
    await waitFor(() => expect(stage.sent('seek')).toEqual([{ at: far + 1 }]))
    await fireEvent.click(bar.getByRole('button', { name: 'Previous large trade' }))
    await screen.findByText('No other such trade in this direction.')
  })
})
