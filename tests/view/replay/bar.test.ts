import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ReplayOverview } from '#shared/contract/recording/replay'
import { replayNow } from '../support/app-states'
import { press } from '../support/show'
import { fail } from '#shared/domain/base/problem'
import { giveReplayPort } from '../support/port'
import { fired, ReplayStage } from './stage'

const stage = new ReplayStage()

describe('the bar', () => {
  it('goes to a typed time, and explains one that it cannot go to', async () => {
    const { bar } = await stage.replaying()
    const type = async (text: string) => {
      if (!bar.queryByRole('textbox', { name: 'Time of the replay' })) await press('g', { ctrlKey: true })
      const field = await bar.findByRole('textbox', { name: 'Time of the replay' })
      await fireEvent.input(field, { target: { value: text } })
      await fireEvent.keyDown(field, { key: 'Enter' })
      return field
    }
    await type('25:00')
    expect(bar.getByRole('alert').textContent).toMatch(/^Not a valid time/)
    await waitFor(() => expect(stage.sent('overview').length).toBeGreaterThan(0))
    const edited = bar.getByRole<HTMLInputElement>('textbox', { name: 'Time of the replay' })
    await fireEvent.keyDown(edited, { key: 'Escape' })
    await press('g', { ctrlKey: true })
    // Whatever is typed replaces it, a day too.
    const selected = await bar.findByRole<HTMLInputElement>('textbox', { name: 'Time of the replay' })
    await waitFor(() =>
      expect([selected.selectionStart, selected.selectionEnd]).toEqual([0, selected.value.length])
    )
    const field = await type('2026-11-20 10:00')
    await waitFor(() =>
      expect(bar.getByRole('alert').textContent).toMatch(/^The recording is from 2026-11-18 00:00:00 UTC/)
    )
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(stage.sent('seek')).toEqual([])
    await fireEvent.input(field, { target: { value: '-1h 30m' } })
    expect(bar.getByRole('status').textContent).toBe('Wed 2026-11-18 12:32:11.482 UTC')
    await fireEvent.input(field, { target: { value: '-1h 30' } })
    expect(bar.getByRole('status').textContent).toMatch(/^E\.g\. 14:02, yesterday 9:30/)
    await type('13:30:00.5')
    expect(stage.sent('seek')).toEqual([{ at: Date.UTC(2026, 10, 18, 13, 30, 0, 500) }])
    expect(bar.queryByRole('textbox', { name: 'Time of the replay' })).toBeNull()
  })

  it('says when the desk shares what follows, at the end of its recording', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 18, 14, 6, 30) })
    onTestFinished(() => void vi.useRealTimers())
    const { main } = stage
    const [profile, ...others] = main.connections.profiles
    const feed = { servers: ['tls://feed.example.com:4222'], digest: '20df12314ad4' }
    main.connections = { ...main.connections, profiles: [{ ...profile!, feed }, ...others] }
    main.live()
    const end = Date.UTC(2026, 10, 18, 14, 5)
    main.streamIs({ shared: { until: end - 1, every: 300_000 } })
    main.answers['replay.overview'] = ({ parts }: { parts: number }) =>
      ({
        ...{ from: Date.UTC(2026, 10, 18), to: end - 1, complete: true },
        ...{ activity: new Float64Array(parts), gaps: new Float64Array(), trades: new Float64Array() },
        pinned: new Float64Array()
      }) satisfies ReplayOverview
    const { bar } = await stage.replaying({ phase: 'ended', at: end - 1 })
    bar.getByText('More at 14:11')
    await waitFor(() => expect(stage.sent('overview').length).toBeGreaterThan(0))
    await press('g', { ctrlKey: true })
    const field = await bar.findByRole('textbox', { name: 'Time of the replay' })
    await fireEvent.input(field, { target: { value: '14:06:10' } })
    await fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() =>
      expect(bar.getByRole('alert').textContent).toBe(
        'The desk has not shared this time yet. It is expected at 14:11.'
      )
    )
    expect(stage.sent('seek')).toEqual([])
  })

  it('gives the focus back once a time was typed', async () => {
    const { bar } = await stage.replaying()
    const button = bar.getByRole('button', { name: /^Time of the replay/ })
    const leave = async (key: string) => {
      await fireEvent.keyDown(await bar.findByRole('textbox', { name: 'Time of the replay' }), { key })
      await waitFor(() => expect(bar.queryByRole('textbox', { name: 'Time of the replay' })).toBeNull())
    }
    button.focus()
    await fireEvent.click(button, { detail: 0 })
    await leave('Enter')
    await waitFor(() =>
      expect(document.activeElement).toBe(bar.getByRole('button', { name: /^Time of the replay/ }))
    )
    const scrubber = bar.getByRole('slider', { name: 'Position in the recording' })
    scrubber.focus()
    await press('g', { ctrlKey: true })
    await leave('Escape')
    await waitFor(() => expect(document.activeElement).toBe(scrubber))
    await fireEvent.click(bar.getByRole('button', { name: /^Time of the replay/ }), { detail: 1 })
    await leave('Enter')
    expect(document.activeElement).not.toBe(bar.getByRole('button', { name: /^Time of the replay/ }))
  })

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

  it('pins the day, or the range between in and out, and unpins it', async () => {
    const { bar } = await stage.replaying()
    const pinned: number[] = []
    stage.main.answers['replay.overview'] = ({ parts }: { parts: number }) =>
      ({
        ...{ from: Date.UTC(2026, 10, 18), to: Date.UTC(2026, 10, 19), complete: true },
        ...{ activity: new Float64Array(parts), gaps: new Float64Array(), trades: new Float64Array() },
        pinned: Float64Array.from(pinned)
      }) satisfies ReplayOverview
    stage.main.answers['replay.pin'] = () => null
    const pin = bar.getByRole('button', { name: 'Pin' })
    expect(pin.getAttribute('title')).toBe('Pin this day: keep it beyond the limits')
    pinned.push(Date.UTC(2026, 10, 18), Date.UTC(2026, 10, 19) - 1)
    await fireEvent.click(pin)
    await waitFor(() => expect(pin.getAttribute('aria-pressed')).toBe('true'), { timeout: 5000 })
    await screen.findByText(/^Pinned from 2026-11-18 00:00/)
    await fireEvent.click(pin)
    await waitFor(() => expect(stage.sent('pin')).toEqual([{ pinned: true }, { pinned: false }]))
    await stage.changed({ ...replayNow, rangeIn: replayNow.at, rangeOut: replayNow.at + 86_400_000 })
    await waitFor(() => expect(pin.getAttribute('title')).toBe('Pin this range: keep it beyond the limits'))
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

  it('says nothing if a request was too late for a replay that ended, though another is open', async () => {
    await stage.replaying()
    await waitFor(() => expect(stage.sent('overview').length).toBeGreaterThan(0))
    const asked = stage.sent('overview').length
    stage.main.answers['replay.overview'] = () => {
      throw fail('replay.closed', 'This window shows live data. Open a replay first.')
    }
    await waitFor(() => {
      stage.main.push('replay.overviewChanged', null)
      expect(stage.sent('overview').length).toBeGreaterThan(asked)
    })
    stage.main.answers['replay.overview'] = () => {
      throw fail('replay.failed', 'Something else failed.')
    }
    await waitFor(
      () => {
        stage.main.push('replay.overviewChanged', null)
        screen.getByText('Something else failed.')
      },
      { timeout: 5000 }
    )
    expect(screen.queryByText(/^This window shows live data/)).toBeNull()
  })

  it('says that nothing was recorded only once something was read', async () => {
    await stage.replaying()
    const book = within(await screen.findByRole('region', { name: /^Order book/ }))
    await book.findByText('Nothing read yet.')
    giveReplayPort(window, () => replayNow.at).send()
    await book.findByText('Nothing recorded.')
    expect(book.queryByText('Nothing read yet.')).toBeNull()
    await stage.changed(null)
    await waitFor(() => expect(book.queryByText('Nothing recorded.')).toBeNull())
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

  it('leaves Space to play and pause after a click', async () => {
    const { bar } = await stage.replaying()
    const button = bar.getByRole('button', { name: 'Next gap' })
    button.focus()
    await fireEvent.click(button, { detail: 0 })
    expect(document.activeElement).toBe(button)
    await fireEvent.click(button, { detail: 1 })
    expect(document.activeElement).toBe(document.body)
  })

  it('has the speed that was chosen by keys, and the one that is reached', async () => {
    const { bar } = await stage.replaying()
    const speeds = () => bar.getAllByRole('button', { name: /^\d+x$/ }).map((each) => each.textContent)
    expect(speeds()).toEqual(['1x', '10x', '100x', '1000x'])
    await stage.changed({ phase: 'playing', speed: 25, reached: 24.96 })
    // No more and no wider buttons, because the bar has no room for them.
    expect(speeds()).toEqual(['1x', '10x', '25x', '1000x'])
    expect(bar.getByRole('button', { name: '25x' }).getAttribute('aria-pressed')).toBe('true')
    await stage.changed({ speed: 2 })
    expect(speeds()).toEqual(['1x', '2x', '100x', '1000x'])
    await stage.changed({ speed: 500 })
    expect(speeds()).toEqual(['1x', '10x', '100x', '500x'])
    await stage.changed({ phase: 'playing', speed: 25, reached: 24.96 })
    bar.getByText('reached 25.0x')
  })

  it('moves by keys on the scrubber, which names its gaps', async () => {
    const { bar } = await stage.replaying()
    const scrubber = bar.getByRole('slider', { name: 'Position in the recording' })
    await waitFor(() => expect(Number(scrubber.getAttribute('aria-valuemax'))).toBeGreaterThan(0))
    await bar.findByText('Not recorded from 09:00:00 to 10:00:00.')
    expect(scrubber.getAttribute('aria-valuetext')).toBe('2026-11-18 14:02:11.482, Paused')
    for (const key of ['Home', 'End']) {
      await fireEvent.keyDown(scrubber, { key })
      await tick()
    }
    await waitFor(() => expect(stage.sent('seek')).toHaveLength(2))
    expect(stage.sent('seek')).toEqual([{ at: Date.UTC(2026, 10, 18) }, { at: Date.UTC(2026, 10, 19) }])
  })

  it('offers to open a failed replay again', async () => {
    const { bar } = await stage.replaying()
    await stage.changed({ phase: 'failed', problem: 'The replay stopped unexpectedly.' })
    bar.getByText('The replay stopped unexpectedly.')
    expect(bar.queryByText('Reading the recording')).toBeNull()
    await fireEvent.click(bar.getByRole('button', { name: 'Try again' }))
    expect(stage.sent('open')).toEqual([{ at: replayNow.at, newWindow: false }])
  })
})
