import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  ConversionsMain,
  detailOf,
  drawer,
  giveSize,
  grid,
  idOf,
  noDrawer,
  rowOf,
  settledRow,
  showConversions
} from './desk'

beforeEach(() => {
  giveSize(1900)
})

describe('the drawer', () => {
  const open = async (main: ConversionsMain, number = 1) => {
    const shown = await showConversions(main)
    await fireEvent.click(await screen.findByText(idOf(number)))
    return { ...shown, sheet: await drawer() }
  }

  it('shows the timeline with quotes', async () => {
    const main = new ConversionsMain([settledRow(1)])
    main.details = (row) =>
      detailOf(row, {
        timeline: [
          { kind: 'created', time: '2026-10-05T12:00:00.25Z', took: null, tookWords: null },
          { kind: 'updated', time: '2026-10-05T12:01:00Z', took: '59750000000', tookWords: '59.75 s' },
          { kind: 'settled', time: '2026-10-05T12:02:03.5Z', took: '63500000000', tookWords: '1 min 3.5 s' }
        ],
        took: '2 min 3.25 s',
        market: { name: 'USDGUSD', inverted: false },
        quotes: {
          created: {
            recorded: true,
            at: 0,
            bid: '0.9998',
            ask: '1.00025',
            mid: '1',
            spread: '0.0004',
            spreadBasisPoints: '4.00'
          },
          settled: { recorded: false, sentence: 'Nothing was recorded then.' }
        },
        metadata: [{ name: 'html', value: '<img src=x onerror=alert(1)>' }]
      })
    const { sheet } = await open(main)
    sheet.getByText('2026-10-05 12:00:00.25 UTC')
    sheet.getByText('1 min 3.5 s')
    sheet.getByText('2 min 3.25 s')
    // Aligned at the same digit.
    for (const text of ['1.00000', '0.00040', '0.99980', '1.00025', '4.00 bp']) sheet.getByText(text)
    sheet.getByText('Nothing was recorded then.')
    sheet.getByText('<img src=x onerror=alert(1)>')
    expect(document.querySelector('img')).toBeNull()
  })

  it('saves the note after a pause and before switching', async () => {
    const main = new ConversionsMain([rowOf(1), rowOf(2)])
    const { sheet } = await open(main)
    const note = sheet.getByLabelText<HTMLTextAreaElement>('Note')
    await fireEvent.input(note, { target: { value: 'For Ro' } })
    // An answer must not replace typed text.
    main.send({ rows: [rowOf(1, { answeredAt: 1 }), rowOf(2)] })
    expect(main.payloads('conversions.note')).toEqual([])
    await fireEvent.input(note, { target: { value: 'For Rotterdam' } })
    await waitFor(() =>
      expect(main.payloads('conversions.note')).toEqual([{ id: idOf(1), note: 'For Rotterdam' }])
    )
    expect(note.value).toBe('For Rotterdam')
    await fireEvent.input(note, { target: { value: 'For Rotterdam!' } })
    await fireEvent.click(screen.getByText(idOf(2)))
    await waitFor(() =>
      expect(main.payloads('conversions.note').at(-1)).toEqual({ id: idOf(1), note: 'For Rotterdam!' })
    )
    await waitFor(async () => expect((await drawer()).getByLabelText('Note')).toHaveProperty('value', ''))
  })

  it('copies, refreshes and watches', async () => {
    const main = new ConversionsMain([rowOf(1)])
    main.service.set(idOf(1), settledRow(1))
    const { sheet } = await open(main)
    await fireEvent.click(sheet.getByRole('button', { name: 'Copy ID' }))
    await fireEvent.click(sheet.getByRole('button', { name: 'Copy as JSON' }))
    await waitFor(() =>
      expect(main.payloads('app.copyText')).toEqual([{ text: idOf(1) }, { text: `{ "id": "${idOf(1)}" }` }])
    )
    await fireEvent.click(sheet.getByLabelText('Watch until final'))
    await waitFor(() =>
      expect(main.payloads('conversions.watch')).toEqual([{ ids: [idOf(1)], watching: true }])
    )
    await fireEvent.click(sheet.getByRole('button', { name: 'Check now' }))
    await waitFor(async () => expect((await drawer()).getAllByText('Settled').length).toBeGreaterThan(0))
    expect(main.payloads('conversions.refresh')).toEqual([{ ids: [idOf(1)] }])
    expect(sheet.getByLabelText('Watch until final')).toHaveProperty('disabled', true)
  })

  it('removes after a confirmation and closes', async () => {
    const main = new ConversionsMain([rowOf(1), rowOf(2)])
    main.answers['conversions.remove'] = () => {
      main.keep([rowOf(2)])
      return main.conversions
    }
    const { sheet } = await open(main)
    await fireEvent.click(sheet.getByRole('button', { name: 'Remove…' }))
    expect(main.payloads('conversions.remove')).toEqual([])
    const question = within(await screen.findByRole('dialog', { name: 'Remove this conversion?' }))
    await fireEvent.click(question.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(noDrawer()).toBe(true))
    expect(main.payloads('conversions.remove')).toEqual([{ ids: [idOf(1)] }])
    await waitFor(async () => expect((await grid()).getAttribute('aria-rowcount')).toBe('2'))
  })

  it('closes for another connection', async () => {
    const main = new ConversionsMain([rowOf(1)])
    await open(main)
    main.send({ profileId: 'another', history: 'another/here', rows: [], count: 0 })
    await waitFor(() => expect(noDrawer()).toBe(true))
    await screen.findByText('No conversions looked up yet')
  })
})
