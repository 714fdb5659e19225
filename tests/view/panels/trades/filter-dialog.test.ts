import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { tapeSettings, type TapeSettings } from '#shared/contract/market/panels/trades'
import type { SavedPanel } from '#shared/contract/workspace/templates'
import { everything } from '#renderer/panels/trades/presets'
import FilterDialog from '../../../../renderer/panels/trades/FilterDialog.svelte'

interface Saving {
  readonly saved: readonly SavedPanel[]
  readonly onsave: (name: string) => Promise<boolean>
  readonly onremove: (id: string) => void
}
const saving: Saving = { saved: [], onsave: () => Promise.resolve(true), onremove: () => undefined }

async function show(settings: Partial<TapeSettings> = {}, presets: Partial<Saving> = {}) {
  const changes: Partial<TapeSettings>[] = []
  const props = {
    open: true,
    settings: v.parse(tapeSettings, settings),
    numbers: '1,234.56',
    base: 'BTC',
    quote: 'USD',
    onset: (changed: Partial<TapeSettings>) => void changes.push(changed),
    ...saving,
    ...presets
  } as const
  render(FilterDialog, props)
  await tick()
  return changes
}

async function type(name: string, text: string) {
  const field = screen.getByRole('textbox', { name })
  await fireEvent.input(field, { target: { value: text } })
  await fireEvent.change(field)
}

it('takes exact ranges of sizes and values, and none that is reversed', async () => {
  const changes = await show({ atMost: '2' })
  await type('Size BTC from', '0.000000000000000001')
  await type('Value USD from', '1,000,000')
  await type('Size BTC from', '3')
  await type('Size BTC to', '')
  await type('Size BTC to', 'much')
  expect(changes).toEqual([
    { atLeast: '0.000000000000000001', atMost: '2' },
    { valueAtLeast: '1000000', valueAtMost: null },
    { atLeast: '3', atMost: null }
  ])
  expect(screen.getByText(/Enter a size/)).toBeTruthy()
})

it('keeps what is typed when the change before it arrives', async () => {
  const props = {
    open: true,
    numbers: '1,234.56',
    base: null,
    quote: 'USD',
    onset: () => undefined,
    ...saving
  } as const
  const settings = (changed: Partial<TapeSettings>) => ({ settings: v.parse(tapeSettings, changed) })
  const { rerender } = render(FilterDialog, { ...props, ...settings({ atMost: '2' }) })
  const to = screen.getByRole<HTMLInputElement>('textbox', { name: 'Size to' })
  await fireEvent.input(to, { target: { value: '9' } })
  await rerender(settings({ atLeast: '1', atMost: '2' }))
  expect(to.value).toBe('9')
  // A limit that was applied before, in the field that is typed in.
  await rerender(settings({ atLeast: '1', atMost: '9' }))
  await fireEvent.input(to, { target: { value: '90' } })
  await rerender(settings({ atLeast: '1', atMost: '10' }))
  expect(to.value).toBe('90')
  await fireEvent.blur(to)
  // A preset that was chosen.
  await rerender(settings({ atLeast: '1', atMost: '5' }))
  expect(to.value).toBe('5')
})

it('says that sides are inferred, has its own choice for unclear ones, and always shows one', async () => {
  const changes = await show({ sides: ['buy', 'unknown'] })
  await fireEvent.click(screen.getByRole('checkbox', { name: 'Side unknown' }))
  await fireEvent.click(screen.getByRole('checkbox', { name: 'Sells (inferred)' }))
  expect(changes).toEqual([{ sides: ['buy'] }, { sides: ['buy', 'sell', 'unknown'] }])
})

it('never hides the last side', async () => {
  await show({ sides: ['sell'] })
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Sells (inferred)' })
  expect([box.checked, box.disabled]).toEqual([true, true])
})

it('saves, uses and removes presets', async () => {
  const settings = { ...everything, atLeast: '5' }
  const saved: readonly SavedPanel[] = [
    { id: 'large', name: 'Large', kind: 'trades', settings },
    { id: 'other', name: 'Hours', kind: 'chart', settings: {} }
  ]
  const calls: string[] = []
  let isSaved = false
  const changes = await show(
    {},
    {
      saved,
      onsave: (name) => Promise.resolve(isSaved).finally(() => calls.push(name)),
      onremove: (id) => void calls.push(id)
    }
  )
  const list = screen.getByRole('list', { name: 'Presets' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  await fireEvent.click(within(list).getByRole('button', { name: 'Large' }))
  expect(changes).toEqual([settings])
  await fireEvent.click(within(list).getByRole('button', { name: 'Remove preset Large' }))
  const save = screen.getByRole('button', { name: 'Save' })
  await fireEvent.click(save)
  expect(screen.getByText('Enter a name')).toBeTruthy()
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Save as preset' })
  await fireEvent.input(name, { target: { value: 'Large' } })
  expect(screen.getByText('Replaces the preset of this name.')).toBeTruthy()
  // Typed names stay until they are saved.
  for (const left of [' Per  s ', '']) {
    await fireEvent.input(name, { target: { value: ' Per  s ' } })
    await fireEvent.click(save)
    await expect.poll(() => name.value).toBe(left)
    isSaved = true
  }
  expect(calls).toEqual(['large', 'Per s', 'Per s'])
})
