import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ReplayOverview } from '#shared/contract/recording/replay'
import { replayNow } from '../support/app-states'
import { press } from '../support/show'
import { fail } from '#shared/domain/base/problem'
import { giveReplayPort } from '../support/port'
import { ReplayStage } from './stage'

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
