import { waitFor } from '@testing-library/svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import { showLastPicture } from '../../renderer/app/window/last-picture'
import type { FakeMain } from './support/bridge'
import { show } from './support/show'

const ended = () => document.querySelector('.as-of')?.textContent
const answers = (main: FakeMain) => main.payloads('windows.ending')

beforeEach(() =>
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(private readonly report: (list: { getEntries: () => object[] }) => void) {}
      observe() {
        const element = document.querySelector('[elementtiming]')
        setTimeout(() => this.report({ getEntries: () => [{ element, startTime: 1 }] }))
      }
      disconnect() {}
    }
  )
)

it('shows the desk as it was for its picture, with the time, until it stays open after all', async () => {
  const { main } = await show('#/markets')
  main.push('windows.ending', { isEnding: true })
  await waitFor(() => expect(answers(main)).toEqual([{ isPicturable: true }]))
  expect(ended()).toMatch(/^As of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC · not live$/)
  main.push('windows.ending', { isEnding: false })
  expect(ended()).toBeUndefined()
})

it('is not pictured with records', async () => {
  const { main } = await show('#/conversions')
  main.push('windows.ending', { isEnding: true })
  await waitFor(() => expect(answers(main)).toEqual([{ isPicturable: false }]))
  expect(ended()).toBeUndefined()
})

it('removes the picture of the last session once figures are painted, or soon after a desk without any', async () => {
  for (const [desk, figures] of [
    [new Promise(() => {}), Promise.resolve()],
    [Promise.resolve(), new Promise(() => {})]
  ]) {
    document.body.insertAdjacentHTML('beforeend', '<img id="last-picture" src="">')
    await showLastPicture(document, desk!, figures!, () => {})
    expect(document.getElementById('last-picture')).toBeNull()
  }
})
