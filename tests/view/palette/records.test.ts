import { fireEvent, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import { views } from '#shared/contract/workspace/views'
import { viewOf } from '#renderer/lib/state/opening'
import {
  ConversionsMain,
  drawer,
  failures,
  giveSize,
  idOf,
  rowOf,
  showConversions
} from '../conversions/desk'
import { dialog, press, show } from '../support/show'

beforeEach(() => {
  giveSize(1200)
})

async function palette(main = new ConversionsMain()) {
  const shown = await show('#/settings', main)
  await press('k', { ctrlKey: true })
  const sheet = await dialog('Command palette')
  const search = sheet.getByRole<HTMLInputElement>('combobox')
  const titles = async (typed: string) => {
    await fireEvent.input(search, { target: { value: typed } })
    return sheet
      .queryAllByRole('option')
      .map((option) => option.querySelector('.title')?.textContent.trim() ?? '')
  }
  return { ...shown, main, sheet, search, titles }
}

const kinds = () =>
  [
    viewOf('conversion') && `Conversion ${idOf(1)}`,
    viewOf('statement') && `Statement ${idOf(1)}`,
    viewOf('address') && `Address with ID ${idOf(1)}`,
    viewOf('address') && 'Addresses with this ID in any field'
  ].filter(Boolean)

describe('an ID in the palette', () => {
  it('offers the available views', async () => {
    const { titles } = await palette()
    expect(await titles(` ${idOf(1)}\t`)).toEqual(kinds())
    const capitals = idOf(1).toUpperCase()
    for (const written of [
      `id=${idOf(1)}, please`,
      `{${capitals}}`,
      `urn:uuid:${idOf(1)}`,
      `\ufeff(${capitals})\u00a0`
    ])
      expect(await titles(written)).toEqual(kinds())
  })

  it('opens or looks up the conversion', async () => {
    const main = new ConversionsMain([rowOf(1)])
    main.service.set(idOf(2), rowOf(2))
    const { titles, search } = await palette(main)
    await titles(idOf(1))
    await fireEvent.keyDown(search, { key: 'Enter' })
    expect((await drawer()).getAllByText(idOf(1)).length).toBeGreaterThan(0)
    expect(main.payloads('conversions.lookUp')).toEqual([])
    await press('k', { ctrlKey: true })
    const again = (await dialog('Command palette')).getByRole('combobox')
    await fireEvent.input(again, { target: { value: idOf(2) } })
    await fireEvent.keyDown(again, { key: 'Enter' })
    await waitFor(async () => expect((await drawer()).getAllByText(idOf(2)).length).toBeGreaterThan(0))
    expect(main.payloads('conversions.lookUp')).toEqual([{ text: idOf(2), watch: true }])
  })

  it('searches addresses and reports none', async () => {
    const { titles, search } = await palette()
    await titles(idOf(7))
    for (let down = 0; down < 3; down += 1) await fireEvent.keyDown(search, { key: 'ArrowDown' })
    await fireEvent.keyDown(search, { key: 'Enter' })
    await screen.findByRole('heading', { name: 'Deposit addresses', level: 1 })
    const hint = `Load addresses first: “${idOf(7)}” will be searched for`
    expect(await screen.findByText((text) => text.startsWith(hint))).toBeTruthy()
  })

  it('looks up IDs of several lines', async () => {
    const { search, sheet, main } = await palette()
    const clipboardData = { getData: () => `${idOf(1)}\r\n${idOf(2)}\n` }
    await fireEvent.paste(search, { clipboardData })
    await waitFor(() =>
      expect(sheet.getAllByRole('option')[0]?.textContent).toContain('Look up 2 conversions')
    )
    const offers = sheet.getAllByRole('option').map((option) => option.textContent)
    expect(offers[1]).toContain('Fetch 2 statements')
    expect(offers[2]).toContain('Find 2 addresses')
    await fireEvent.keyDown(search, { key: 'Enter' })
    await waitFor(() => expect(failures().getAllByRole('listitem')).toHaveLength(2))
    expect(main.payloads('conversions.lookUp')).toEqual([{ text: `${idOf(1)} ${idOf(2)}`, watch: true }])
  })

  it('reads links and explains invalid ones', async () => {
    const { titles, sheet, desk, search } = await palette()
    expect(await titles(`leadline://conversion/${idOf(1)}`)).toEqual([`Conversion ${idOf(1)}`])
    expect(await titles('leadline://conversion/7')).toEqual(['Leadline link'])
    expect(sheet.getByRole('option').getAttribute('aria-disabled')).toBe('true')
    expect(await titles('leadline://help')).toEqual(['Help'])
    await fireEvent.keyDown(search, { key: 'Enter' })
    await waitFor(() => expect(desk.router.view).toBe('help'))
  })

  it.each([
    [[1], 0, { view: 'conversions', rest: idOf(1) }],
    [[1], 2, { view: 'addresses', rest: idOf(1) }],
    [[1], 3, { view: 'addresses', rest: `search ${idOf(1)}` }],
    [[1, 2], 1, { view: 'statements', rest: `${idOf(1)} ${idOf(2)}` }]
  ] as const)('opens IDs %j, choice %i, in another window', async (ids, choice, opened) => {
    const main = new ConversionsMain()
    main.content = { kind: 'workspace', workspace: 'one' }
    const { titles, search, desk } = await palette(main)
    await titles(ids.map(idOf).join(' '))
    for (let down = 0; down < choice; down += 1) await fireEvent.keyDown(search, { key: 'ArrowDown' })
    await fireEvent.keyDown(search, { key: 'Enter' })
    await waitFor(() => expect(main.payloads('windows.open')).toEqual([opened]))
    expect(desk.router.view).toBe('markets')
  })
})

describe('an external link', () => {
  it('is shown by its window, and passes others on', async () => {
    const main = new ConversionsMain([rowOf(1)])
    await showConversions(main)
    main.push('windows.show', { view: 'conversions', rest: idOf(1) })
    await fireEvent.click((await drawer()).getByRole('button', { name: 'New window' }))
    await waitFor(() =>
      expect(main.payloads('windows.open')).toEqual([{ view: 'conversions', rest: idOf(1) }])
    )
    expect(screen.getByRole('complementary', { name: 'Conversion' })).toBeTruthy()
  })

  it('opens its record repeatedly', async () => {
    const main = new ConversionsMain([rowOf(1)])
    const { desk } = await showConversions(main)
    for (let time = 0; time < 2; time += 1) {
      main.push('links.open', { kind: 'conversion', id: idOf(1) })
      await drawer()
      expect(desk.router.rest).toBe('')
      await fireEvent.click(screen.getByRole('button', { name: 'Close Conversion' }))
      await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Conversion' })).toBeNull())
    }
    main.push('conversions.show', { id: idOf(1) })
    await drawer()
  })

  it('opens every view and no unknown one', async () => {
    const { main, desk } = await showConversions()
    for (const view of views) {
      main.push('links.open', { kind: 'view', view })
      await waitFor(() => expect(desk.router.view).toBe(view))
    }
    main.push('links.open', { kind: 'view', view: 'nowhere' })
    expect(desk.router.view).toBe(views.at(-1))
  })

  it('waits for a connection', async () => {
    const main = new ConversionsMain()
    main.service.set(idOf(5), rowOf(5))
    main.conversions = { ...main.conversions, absent: 'The connection is being set up.' }
    await showConversions(main)
    main.push('links.open', { kind: 'conversion', id: idOf(5) })
    await waitFor(() => expect(failures().getByText(/^The connection is being set up/)).toBeTruthy())
    expect(main.payloads('conversions.lookUp')).toEqual([])
    main.send({ absent: null })
    expect((await drawer()).getAllByText(idOf(5)).length).toBeGreaterThan(0)
  })
})
