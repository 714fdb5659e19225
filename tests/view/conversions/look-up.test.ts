import { fireEvent, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import { fail } from '#shared/domain/base/problem'
import { press } from '../support/show'
import {
  ConversionsMain,
  drawer,
  failures,
  field,
  giveSize,
  grid,
  idOf,
  noDrawer,
  rowOf,
  showConversions
} from './desk'

beforeEach(() => {
  giveSize(1200)
})

const type = (text: string) => fireEvent.input(field(), { target: { value: text } })
const enter = () => fireEvent.keyDown(field(), { key: 'Enter' })
const lookUps = (main: ConversionsMain) => main.payloads('conversions.lookUp')

describe('lookups', () => {
  it('find one ID with Enter', async () => {
    const { main } = await showConversions()
    main.service.set(idOf(1), rowOf(1))
    await type(` ${idOf(1).toUpperCase()} `)
    await screen.findByText('1 ID found')
    await enter()
    expect((await drawer()).getByText('1,234,567.10')).toBeTruthy()
    expect(lookUps(main)).toEqual([{ text: idOf(1), watch: true }])
    expect(field().value).toBe('')
  })

  it('find IDs in text and report missing ones', async () => {
    const { main } = await showConversions()
    main.service.set(idOf(1), rowOf(1))
    main.service.set(idOf(3), rowOf(3))
    await type(`row\t${idOf(1)};\n"${idOf(2)}" and ${idOf(3)}, ${idOf(1)}`)
    await screen.findByText('3 IDs found')
    await fireEvent.click(screen.getByLabelText('Watch until final'))
    await fireEvent.click(screen.getByRole('button', { name: 'Look up' }))
    const one = await waitFor(failures)
    expect(one.getByText(idOf(2))).toBeTruthy()
    expect(one.getByText('The service knows no conversion 02.')).toBeTruthy()
    expect(lookUps(main)).toEqual([{ text: [idOf(1), idOf(2), idOf(3)].join(' '), watch: false }])
    expect(noDrawer()).toBe(true)
    expect((await grid()).getAttribute('aria-rowcount')).toBe('3')
  })

  it('can be retried or dismissed', async () => {
    const { main } = await showConversions()
    await type(`${idOf(1)} ${idOf(2)}`)
    await enter()
    await waitFor(() => expect(failures().getAllByRole('listitem')).toHaveLength(2))
    main.service.set(idOf(1), rowOf(1))
    await fireEvent.click(failures().getByRole('button', { name: `Try again: ${idOf(1)}` }))
    await waitFor(() => expect(failures().getAllByRole('listitem')).toHaveLength(1))
    await fireEvent.click(failures().getByRole('button', { name: `Dismiss ${idOf(2)}` }))
    await waitFor(() => expect(screen.queryByRole('region', { name: /could not/ })).toBeNull())
  })

  it('leaves the keyboard focus in the view when it is dismissed', async () => {
    await showConversions()
    await type(`${idOf(1)} ${idOf(2)}`)
    await enter()
    await waitFor(() => expect(failures().getAllByRole('listitem')).toHaveLength(2))
    const first = failures().getByRole('button', { name: `Dismiss ${idOf(1)}` })
    first.focus()
    await fireEvent.click(first)
    const again = failures().getByRole('button', { name: `Try again: ${idOf(2)}` })
    await waitFor(() => expect(document.activeElement).toBe(again))
    const all = failures().getByRole('button', { name: 'Dismiss' })
    all.focus()
    await fireEvent.click(all)
    await waitFor(() => expect(document.activeElement?.closest('main')).not.toBeNull())
  })

  it('keep all IDs after a failure', async () => {
    const { main } = await showConversions()
    main.answers['conversions.lookUp'] = () => {
      throw fail('conversions.absent', 'The line is cut.')
    }
    await type(`${idOf(1)} ${idOf(2)}`)
    await enter()
    await waitFor(() => expect(failures().getAllByText('The line is cut.')).toHaveLength(2))
  })

  it('run in batches of two hundred', async () => {
    const { main } = await showConversions()
    main.answers['conversions.lookUp'] = () => ({ results: [], left: 0 })
    const ids = Array.from({ length: 430 }, (_none, number) => idOf(number))
    await type(ids.join('\n'))
    await screen.findByText('430 IDs found, 200 at a time')
    await enter()
    const turns = [ids.slice(0, 200), ids.slice(200, 400), ids.slice(400)]
    await waitFor(() =>
      expect(lookUps(main)).toEqual(turns.map((turn) => ({ text: turn.join(' '), watch: true })))
    )
    expect(field().value).toBe('')
  })

  it('keep unanswered IDs after a connection change', async () => {
    const { main } = await showConversions()
    let answer = (_answer: unknown): void => {}
    main.answers['conversions.lookUp'] = () => new Promise((resolve) => (answer = resolve))
    const ids = Array.from({ length: 230 }, (_none, number) => idOf(number))
    await type(ids.join('\n'))
    await enter()
    await waitFor(() => expect(lookUps(main)).toHaveLength(1))
    main.send({ history: 'another/service' })
    await waitFor(() => expect(field().value.split('\n')).toEqual(ids))
    const sentence = 'The connection ended before the answer came.'
    answer({
      results: ids.slice(0, 200).map((id) => ({ id, ok: false, sentence, retryable: true })),
      left: 0
    })
    await screen.findByText('The connection changed before these IDs were found.')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Look up' })).toHaveProperty('disabled', false)
    )
    expect(screen.queryByText(sentence)).toBeNull()
    expect(field().value.split('\n')).toEqual(ids)
    expect(lookUps(main)).toHaveLength(1)
  })

  it('explain the form of an ID', async () => {
    const { main } = await showConversions()
    await type('hello')
    await enter()
    await screen.findByText(/No conversion ID found in this text/)
    expect(lookUps(main)).toEqual([])
  })

  it('use the clipboard', async () => {
    const { main } = await showConversions()
    const button = screen.getAllByRole('button', { name: 'From clipboard' })[0]!
    await fireEvent.click(button)
    await screen.findByText('The clipboard contains no conversion ID.')
    main.service.set(idOf(4), rowOf(4))
    main.answers['conversions.clipboard'] = () => ({ ids: [idOf(4)], left: 0 })
    await fireEvent.click(button)
    expect((await drawer()).getAllByText(idOf(4)).length).toBeGreaterThan(0)
  })

  it('show progress and can be stopped', async () => {
    const main = new ConversionsMain()
    main.conversions = { ...main.conversions, lookingUp: { done: 12, of: 40 } }
    await showConversions(main)
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('30')
    screen.getByText('12 of 40 IDs')
    await fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
    expect(main.payloads('conversions.stop')).toHaveLength(1)
    await type(idOf(1))
    expect(screen.getByRole('button', { name: 'Look up' })).toHaveProperty('disabled', true)
    main.send({ lookingUp: null })
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(screen.getByRole('button', { name: 'Look up' })).toHaveProperty('disabled', false)
  })
})

it('keep input for the next run', async () => {
  const main = new ConversionsMain()
  main.service.set(idOf(6), rowOf(6))
  main.conversions = { ...main.conversions, lookingUp: { done: 1, of: 2 } }
  await showConversions(main)
  await screen.findByRole('progressbar')
  await type(idOf(6))
  await enter()
  await screen.findByText('Queued: these are next.')
  expect(lookUps(main)).toEqual([])
  main.send({ lookingUp: null })
  expect((await drawer()).getAllByText(idOf(6)).length).toBeGreaterThan(0)
  expect(screen.queryByText('Queued: these are next.')).toBeNull()
})

describe('unavailable lookups', () => {
  it('explain why and keep the history readable', async () => {
    const main = new ConversionsMain([rowOf(1)])
    main.conversions = { ...main.conversions, absent: 'Not connected.' }
    await showConversions(main)
    await screen.findByText(/^Not connected\. Connect to look up/)
    expect((await grid()).getAttribute('aria-rowcount')).toBe('2')
    await type(idOf(2))
    expect(screen.getByRole('button', { name: 'Look up' })).toHaveProperty('disabled', true)
    await fireEvent.click(screen.getByRole('button', { name: 'Connect to the local sandbox' }))
    expect(main.payloads('connections.connect')).toEqual([{ id: 'local-sandbox' }])
  })

  it('no longer explain why once they are available', async () => {
    const main = new ConversionsMain()
    main.conversions = { ...main.conversions, absent: 'Not connected.' }
    await showConversions(main)
    await screen.findByText(/^Not connected\. Connect to look up/)
    await type(idOf(2))
    await enter()
    await screen.findByText('Not connected.')
    main.send({ absent: null })
    await waitFor(() => expect(screen.queryByText('Not connected.')).toBeNull())
    expect(field().value).toBe(idOf(2))
    expect(lookUps(main)).toEqual([])
  })

  it('lead to the connection', async () => {
    const main = new ConversionsMain()
    const absent = 'Treasury desk is used without conversions. That can be changed in its connection.'
    main.conversions = { ...main.conversions, absent }
    const profiles = main.connections.profiles.map((profile) =>
      profile.id === 'treasury'
        ? { ...profile, features: { ...profile.features, conversions: false } }
        : profile
    )
    main.connections = { ...main.connections, profiles }
    main.status({ profileId: 'treasury', phase: 'connected' })
    const { desk } = await showConversions(main)
    await screen.findByText(absent)
    await fireEvent.click(screen.getByRole('button', { name: 'Open connection' }))
    expect(desk.router.view).toBe('connections')
  })

  it('report and retry an unreadable history', async () => {
    const main = new ConversionsMain()
    main.answers['conversions.read'] = () => {
      throw fail('conversions.unread', 'The file is locked.')
    }
    await showConversions(main)
    await screen.findByText('The file is locked.')
    delete main.answers['conversions.read']
    await fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('No conversions looked up yet')
  })
})

describe('an empty history', () => {
  it('offers sandbox IDs', async () => {
    const main = new ConversionsMain()
    const examples = [1, 2, 3].map(idOf)
    main.conversions = { ...main.conversions, examples }
    for (const number of [1, 2, 3]) main.service.set(idOf(number), rowOf(number))
    await showConversions(main)
    await fireEvent.click(await screen.findByRole('button', { name: 'Try 3 of the local sandbox' }))
    await screen.findByText('3 looked up · 0 watched')
    expect(lookUps(main)).toEqual([{ text: examples.join(' '), watch: true }])
  })

  it('leads to the field', async () => {
    const { desk } = await showConversions()
    await fireEvent.click(await screen.findByRole('button', { name: 'Type or paste an ID' }))
    await waitFor(() => expect(document.activeElement).toBe(field()))
    desk.router.go('settings')
    await waitFor(() => expect(screen.queryByLabelText('Conversion IDs')).toBeNull())
    expect(desk.commands.run('conversions.lookUp')).toBe(true)
    await waitFor(() => expect(document.activeElement).toBe(field()))
    await press('Escape')
  })
})

it('focuses the field after a lookup', async () => {
  const main = new ConversionsMain()
  main.service.set(idOf(1), rowOf(1))
  await showConversions(main)
  await fireEvent.input(field(), { target: { value: `${idOf(1)} ${idOf(2)}` } })
  const button = screen.getByRole('button', { name: 'Look up' })
  button.focus()
  await fireEvent.click(button)
  expect(await grid()).toBeTruthy()
  expect(document.activeElement).toBe(field())
  main.send({ lookingUp: { done: 1, of: 2 } })
  const stop = await screen.findByRole('button', { name: 'Stop' })
  stop.focus()
  await fireEvent.click(stop)
  main.send({ lookingUp: null })
  await waitFor(() => expect(document.activeElement).toBe(field()))
})

it('offers the CSV before removing the oldest', async () => {
  const main = new ConversionsMain([rowOf(1)])
  await showConversions(main)
  await grid()
  expect(screen.queryByText(/The history is full/)).toBeNull()
  main.send({ isFull: true })
  expect(await screen.findByText(/The history is full/)).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Save all as CSV…' }))
  await waitFor(() =>
    expect(main.payloads('conversions.exportCsv')).toEqual([{ search: '', watched: false }])
  )
  await fireEvent.click(screen.getByRole('button', { name: 'Make room…' }))
  expect(main.payloads('conversions.makeRoom')).toEqual([])
  await fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(main.payloads('conversions.makeRoom')).toHaveLength(1))
})
