import { beforeEach, describe, expect, it } from 'vitest'
import { maxConversions, maxLookups, roomMade } from '#shared/contract/records/conversions'
import { ConversionBench, idOf, message, refuse, settled } from './desk'

let bench: ConversionBench
beforeEach(() => {
  bench = new ConversionBench().connect()
})

const lookUp = (...numbers: number[]) => bench.conversions.lookUp(numbers.map(idOf).join('\n'), false)

describe('lookups', () => {
  it('return a result per ID in order', async () => {
    bench.answer = (id) => (id === idOf(2) ? refuse('rest.not-found') : message(Number(id.slice(-12))))
    const { results, left } = await lookUp(3, 2, 1)
    expect(results).toMatchObject([
      { id: idOf(3), ok: true, row: { amount: '1000000.10', status: 'CREATED' } },
      { id: idOf(2), ok: false, sentence: 'Refused: rest.not-found.', retryable: false },
      { id: idOf(1), ok: true }
    ])
    expect(left).toBe(0)
    expect(bench.rows.map(({ id }) => id)).toEqual([idOf(1), idOf(3)])
  })

  it('run a few at a time, once per ID, up to the limit', async () => {
    const all = Array.from({ length: maxLookups + 5 }, (_, index) => index)
    const { results, left } = await lookUp(...all, ...all)
    expect(results).toHaveLength(maxLookups)
    expect(left).toBe(5)
    expect(bench.asked).toHaveLength(maxLookups)
    expect(bench.maxInFlight).toBe(4)
    expect(bench.conversions.state.lookingUp).toBeNull()
  })

  it('report progress and can be stopped', async () => {
    const held: (() => void)[] = []
    bench.answer = (id) => new Promise((resolve) => held.push(() => resolve(message(Number(id.slice(-12))))))
    const looking = lookUp(1, 2, 3, 4, 5, 6, 7, 8)
    await bench.answered()
    held.shift()!()
    await bench.answered()
    expect(bench.conversions.state.lookingUp).toEqual({ done: 1, of: 8 })
    await expect(lookUp(9)).rejects.toThrow('conversions.busy')
    bench.conversions.stop()
    const { results } = await looking
    expect(results.map(({ ok }) => ok)).toEqual([true, ...Array<boolean>(7).fill(false)])
    expect(results[7]).toMatchObject({
      sentence: expect.stringContaining('Stopped') as string,
      retryable: true
    })
    for (const release of held) release()
    await bench.answered()
    expect(bench.rows).toHaveLength(1)
    expect(bench.asked.length).toBeLessThanOrEqual(5)
  })

  it('end at an error that applies to all', async () => {
    bench.answer = () => refuse('rest.scope')
    const { results } = await lookUp(...Array.from({ length: 50 }, (_, index) => index))
    expect(results.every((each) => !each.ok && each.sentence === 'Refused: rest.scope.')).toBe(true)
    expect(bench.asked.length).toBeLessThanOrEqual(4)
  })

  it('explain missing IDs and connections', async () => {
    await expect(bench.conversions.lookUp('nothing here', true)).rejects.toMatchObject({
      problem: { sentence: expect.stringContaining('No conversion ID found in this text') as string }
    })
    bench.conversions.use('desk', null, 'Desk is used without conversions.')
    await expect(lookUp(1)).rejects.toMatchObject({
      problem: { sentence: 'Desk is used without conversions.' }
    })
    expect(bench.conversions.state.absent).toBe('Desk is used without conversions.')
  })

  it('refuse oversized and deeply nested answers', async () => {
    bench.answer = () => message(1, { odd: 'x'.repeat(100_000) })
    expect((await lookUp(1)).results[0]).toMatchObject({ ok: false })
    let deep: unknown = 1
    for (let count = 0; count < 100_000; count += 1) deep = [deep]
    bench.answer = () => message(1, { deep })
    expect((await lookUp(1)).results[0]).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('too large to be saved') as string
    })
    expect(bench.rows).toEqual([])
  })
})

describe('the conversion history', () => {
  it('shows the latest first, keeps notes, and is searchable', async () => {
    bench.answer = (id) =>
      message(Number(id.slice(-12)), {
        ref_id: `order-${Number(id.slice(-12))}`,
        metadata: { desk: 'Rotterdam' }
      })
    await lookUp(1, 2)
    await lookUp(1)
    await bench.conversions.note(idOf(2), 'For the month end')
    await lookUp(2, 1)
    expect(bench.rows.map(({ id, note }) => [id, note])).toEqual([
      [idOf(1), ''],
      [idOf(2), 'For the month end']
    ])
    const found = (search: string) => bench.conversions.page(search, 0, 10).rows.map(({ id }) => id)
    expect(found('MONTH')).toEqual([idOf(2)])
    expect(found('order-1')).toEqual([idOf(1)])
    expect(found('rotter')).toHaveLength(2)
    expect(found(idOf(2).slice(-5))).toEqual([idOf(2)])
    expect(found('nowhere')).toEqual([])
    expect(bench.conversions.page('', 1, 1)).toMatchObject({ rows: [{ id: idOf(2) }], count: 2 })
    for (const search of ['', idOf(2), 'usdg']) {
      const places = [1, 2].map((number) => bench.conversions.position(search, idOf(number)))
      expect(places.map((place) => (place === null ? null : found(search)[place]))).toEqual(
        [1, 2].map((number) => (found(search).includes(idOf(number)) ? idOf(number) : null))
      )
    }
    expect(bench.conversions.position('', idOf(9))).toBeNull()
  })

  it('belongs to a connection, is readable offline, and is removed with it', async () => {
    await lookUp(1)
    bench.disconnect()
    expect(bench.conversions.state).toMatchObject({ profileId: 'desk', count: 1, absent: 'Not connected.' })
    await bench.conversions.note(idOf(1), 'Offline')
    bench.connect('other')
    expect(bench.conversions.state).toMatchObject({ profileId: 'other', count: 0 })
    await expect(bench.conversions.open(idOf(1))).rejects.toThrow('conversions.gone')
    bench.connect('desk')
    expect(bench.row(1)?.note).toBe('Offline')
    await bench.conversions.removeProfile('desk')
    expect(bench.rows).toEqual([])
  })

  it('removes some and all', async () => {
    await bench.conversions.lookUp([1, 2, 3].map(idOf).join(' '), true)
    await bench.conversions.remove([idOf(1), idOf(3)])
    expect(bench.rows.map(({ id }) => id)).toEqual([idOf(2)])
    await bench.conversions.clear()
    expect(bench.conversions.state).toMatchObject({ profileId: 'desk', count: 0, watched: 0 })
    const { length } = bench.asked
    await bench.pass(60_000)
    expect(bench.asked).toHaveLength(length)
  })

  it('refuses lookups when full, and removes the oldest without a note', async () => {
    const many = Array.from({ length: maxConversions }, (_, index) => index)
    for (let from = 0; from < many.length; from += maxLookups)
      await lookUp(...many.slice(from, from + maxLookups))
    await bench.conversions.note(idOf(0), 'Kept')
    await bench.conversions.watch([idOf(1)], true)
    expect(bench.conversions.state).toMatchObject({ count: maxConversions, isFull: true })
    const { length } = bench.asked
    const { results } = await lookUp(maxConversions)
    expect(results).toMatchObject([
      { ok: false, sentence: expect.stringContaining('Save it as CSV') as string }
    ])
    expect(bench.asked).toHaveLength(length)
    const keptNow = () => new Set(bench.conversions.page('', 0, 5000).rows.map(({ id }) => id))
    expect(keptNow().size).toBe(maxConversions)
    expect((await lookUp(5)).results).toMatchObject([{ ok: true }])
    await bench.conversions.makeRoom()
    const kept = keptNow()
    const gone = many.filter((number) => !kept.has(idOf(number)))
    expect(gone).toHaveLength(roomMade)
    // The oldest without a note, watch or recent lookup.
    expect(gone).toEqual(many.filter((number) => ![0, 1, 5].includes(number)).slice(0, roomMade))
    expect((await lookUp(maxConversions)).results).toMatchObject([{ ok: true }])
  })
})

describe('the conversion detail', () => {
  it('shows every field, including unknown ones', async () => {
    const odd = { nested: [1, { b: null }], html: '<b>x</b>', truth: false, metadata: { desk: 'A', n: 5 } }
    bench.answer = () => message(1, { ...odd, identity_id: 7, ...settled })
    await lookUp(1)
    const { fields, metadata, row } = await bench.conversions.open(idOf(1))
    expect(Object.fromEntries(fields.map(({ name, value }) => [name, value]))).toEqual({
      ...message(1, settled),
      identity_id: '7',
      nested: '[1,{"b":null}]',
      html: '<b>x</b>',
      truth: 'false'
    })
    expect(fields.filter(({ described }) => !described).map(({ name }) => name)).toEqual([
      'nested',
      'html',
      'truth'
    ])
    expect(metadata).toEqual([
      { name: 'desk', value: 'A' },
      { name: 'n', value: '5' }
    ])
    expect(row).toMatchObject({ end: 'settled', amount: '1000000.10' })
  })

  it('shows the quotes at its times', async () => {
    bench.markets = ['BTCUSD', 'USDGUSD']
    const quote = {
      recorded: true,
      at: 1,
      bid: '0.9998',
      ask: '1.0001',
      mid: '0.99995',
      spread: '0.0003',
      spreadBasisPoints: '3.00'
    } as const
    bench.quote = { ...quote, standing: 'lasting' }
    await lookUp(1)
    const open = await bench.conversions.open(idOf(1))
    expect(open).toMatchObject({
      market: { name: 'USDGUSD', inverted: false },
      quotes: { created: quote, settled: null },
      took: null
    })
    bench.answer = () => message(1, settled)
    await lookUp(1)
    const over = await bench.conversions.open(idOf(1))
    expect(over.quotes.settled).toEqual(quote)
    expect(over.took).toBe('2 min 3.25 s')
    expect(bench.quotesAsked).toEqual([
      ['desk', 'USDGUSD', Date.UTC(2026, 9, 5, 12) + 250],
      ['desk', 'USDGUSD', Date.UTC(2026, 9, 5, 12, 2, 3, 500)]
    ])
    bench.markets = ['BTCUSD']
    expect(await bench.conversions.open(idOf(1))).toEqual(over)
    bench.answer = () => message(2)
    await lookUp(2)
    expect(await bench.conversions.open(idOf(2))).toMatchObject({
      market: null,
      quotes: { created: null, settled: null }
    })
  })

  it('shows observed statuses', async () => {
    await lookUp(1)
    await bench.pass(1000)
    await lookUp(1)
    bench.answer = () => message(1, settled)
    await lookUp(1)
    const { seen } = await bench.conversions.open(idOf(1))
    expect(seen.map(({ status }) => status)).toEqual(['CREATED', 'SETTLED'])
    expect(seen[1]!.at - seen[0]!.at).toBe(1000)
  })
})
