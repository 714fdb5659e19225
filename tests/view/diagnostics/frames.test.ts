import { screen, waitFor, within } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import type { FrameQuery, RawFrame, RawFrameList } from '#shared/contract/app/diagnostics-stream'
import { FakeMain } from '../support/bridge'
import { press, show } from '../support/show'

const frame = (sequence: number, part: Partial<RawFrame> = {}): RawFrame => ({
  sequence,
  at: Date.UTC(2026, 9, 5, 12, 0, 0, sequence),
  direction: 'in',
  kind: 'update',
  market: 'BTCUSD',
  bytes: 300,
  text: `{"frame":${sequence}}`,
  cut: false,
  ...part
})

async function open(all: readonly RawFrame[]) {
  const main = new FakeMain()
  const kept = [...all]
  main.answers['diagnostics.frames'] = ({ after, direction, text }: FrameQuery): RawFrameList => ({
    frames: kept.filter(
      (one) =>
        one.sequence > after && (direction ?? one.direction) === one.direction && one.text.includes(text)
    ),
    newest: kept.at(-1)?.sequence ?? 0
  })
  await show('#/diagnostics/frames', main)
  return { main, kept }
}
const list = () => screen.findByRole('listbox', { name: /^Raw frames/ })
const shown = async () =>
  within(await list())
    .getAllByRole('option')
    .map((option) => /"frame":(\d+)/.exec(option.textContent)?.[1])
const choose = (select: HTMLElement, index: number) => {
  ;(select as HTMLSelectElement).selectedIndex = index
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

describe('raw frames', () => {
  it('are listed newest first, incrementally', async () => {
    const { main, kept } = await open([frame(1), frame(2)])
    expect(await shown()).toEqual(['2', '1'])
    kept.push(frame(3))
    await waitFor(async () => expect(await shown()).toEqual(['3', '2', '1']))
    expect(main.payloads('diagnostics.frames')).toContainEqual(expect.objectContaining({ after: 2 }))
  })

  it('stop while paused', async () => {
    const { main, kept } = await open([frame(1)])
    await shown()
    screen.getByRole('button', { name: 'Pause' }).click()
    await screen.findByRole('button', { name: 'Resume' })
    const asked = main.payloads('diagnostics.frames').length
    kept.push(frame(2))
    screen.getByRole('button', { name: 'Resume' }).click()
    await waitFor(async () => expect(await shown()).toEqual(['2', '1']))
    expect(main.payloads('diagnostics.frames').length).toBeGreaterThan(asked)
  })

  it('are filtered by main', async () => {
    const { main } = await open([frame(1), frame(2, { direction: 'out', kind: 'control', market: null })])
    await shown()
    choose(screen.getByLabelText('Direction'), 2)
    await waitFor(async () => expect(await shown()).toEqual(['2']))
    expect(main.payloads('diagnostics.frames')).toContainEqual(
      expect.objectContaining({ direction: 'out', after: 0 })
    )
    choose(screen.getByLabelText('Direction'), 0)
    const search = screen.getByLabelText<HTMLInputElement>('Filter by text')
    search.value = 'nothing like it'
    search.dispatchEvent(new Event('input', { bubbles: true }))
    await screen.findByText('No recent frames match the filter.')
  })

  it('are browsed by arrows and copied', async () => {
    const { main } = await open([frame(1), frame(2), frame(3, { cut: true, bytes: 40_000 })])
    ;(await list()).focus()
    await press('ArrowDown')
    await press('ArrowDown')
    const selected = () => within(screen.getByRole('listbox')).getByRole('option', { selected: true })
    expect(selected().textContent).toContain('"frame":2')
    expect(screen.getByRole('listbox').getAttribute('aria-activedescendant')).toBe(selected().id)
    const detail = within(screen.getByRole('region', { name: 'Selected frame' }))
    expect(detail.getByLabelText('Frame text').textContent).toBe('{\n  "frame": 2\n}')
    detail.getByRole('button', { name: 'Copy' }).click()
    await waitFor(() => expect(main.payloads('app.copyText')).toHaveLength(1))
    expect(main.payloads('app.copyText')[0]).toEqual({
      text: '#2 2026-10-05 12:00:00.002 UTC in Update 300 bytes\n{"frame":2}\n'
    })
    await press('Home')
    expect(selected().textContent).toContain('"frame":3')
    expect(detail.getByLabelText('Frame text').textContent).toBe('{"frame":3}')
  })

  it('are copied up to the limit', async () => {
    const long = 'x'.repeat(600_000)
    const { main } = await open([frame(1, { text: long }), frame(2, { text: long })])
    await list()
    screen.getByRole('button', { name: 'Copy all' }).click()
    await screen.findByText('Copied the newest 1 of 2 frames. Secrets are redacted.')
    const [{ text }] = main.payloads('app.copyText') as [{ text: string }]
    expect(text).toContain('#2 ')
    expect(text.length).toBeLessThan(1_000_000)
  })

  it('may be empty', async () => {
    await open([])
    await screen.findByText(/^No frames since Leadline started/)
  })
})
