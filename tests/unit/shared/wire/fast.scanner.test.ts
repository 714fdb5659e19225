import { expect, test } from 'vitest'
import { canonicalMessage, sameMessage, unpackMessage } from '../unpack'
import { book, execution, nothing, PackedMessage } from '#shared/domain/market/packed'
import { maxBytes } from '#shared/wire/fast/frame'
import { Scanner } from '#shared/wire/fast/scanner'
import { decodeStreamMessage } from '#shared/wire/stream-decoder'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const executionText = (market: string, price = '61000.50', time = '2026-10-05T12:00:00.123456Z') =>
  `{"channel":{"type":"execution_data","params":{"market":"${market}"}},"payload":{"market":"${market}",` +
  `"price":"${price}","amount":"0.25","executed_at":"${time}"}}`
const bookText = (market: string, bids: string, asks: string, type = 'UPDATE') =>
  `{"channel":{"type":"market_data","params":{"market":"${market}"}},"payload":{"market":"${market}",` +
  `"type":"${type}","time":"2026-10-05T12:00:00Z","bids":[${bids}],"asks":[${asks}]}}`
const level = (price: number) => `{"price":"${price}.5","amount":"1.25000000"}`
const levels = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => level(from + index)).join(',')

function decoded(text: string) {
  const message = decodeStreamMessage(JSON.parse(text))
  if (message.kind !== 'book' && message.kind !== 'execution') throw new Error(message.kind)
  return message
}

test('keeps numbers and order', () => {
  const scanner = new Scanner()
  scanner.register('ETHUSD')
  const market = scanner.register('BTCUSD')
  const into = new PackedMessage()
  const text = bookText(
    'BTCUSD',
    '{"price":"61000.50","amount":"0.250"}',
    '{"price":"61001","amount":"0.00"}'
  )
  expect(scanner.scan(bytesOf(text), into)).toBe(true)
  expect(into).toMatchObject({ kind: book, market, snapshot: false, bids: 1, asks: 1 })
  expect([into.seconds, into.nanoseconds]).toEqual([Date.UTC(2026, 9, 5, 12) / 1000, 0])
  expect([...into.prices.slice(0, 2)]).toEqual([6100050, 61001])
  expect([...into.priceScales.slice(0, 2)]).toEqual([2, 0])
  expect([...into.amounts.slice(0, 2)]).toEqual([250, 0])
  expect([...into.amountScales.slice(0, 2)]).toEqual([3, 2])

  expect(scanner.scan(bytesOf(executionText('BTCUSD')), into)).toBe(true)
  expect(into).toMatchObject({ kind: execution, market, nanoseconds: 123_456_000, bids: 0, asks: 0 })
  expect([into.prices[0], into.priceScales[0], into.amounts[0], into.amountScales[0]]).toEqual([
    6100050, 2, 25, 2
  ])
})

test('distinguishes markets with equal hashes', () => {
  const scanner = new Scanner()
  const into = new PackedMessage()
  const names = [
    ...Array.from({ length: 400 }, (_, index) => `M${index}USD`),
    'AaUSD',
    'BBUSD',
    'AaAaUSD',
    'BBBBUSD'
  ]
  const numbers = names.map((name) => scanner.register(name))
  for (const [index, name] of names.entries()) {
    expect(scanner.scan(bytesOf(executionText(name)), into)).toBe(true)
    expect(into.market).toBe(numbers[index])
    expect(scanner.nameOf(into.market)).toBe(name)
    expect(scanner.scan(bytesOf(bookText(name, '', '')), into)).toBe(true)
    expect(into.market).toBe(numbers[index])
  }
  expect(scanner.scan(bytesOf(executionText('AaBBUSD')), into)).toBe(false)
})

test('refuses unregistered and escaped names', () => {
  const scanner = new Scanner()
  const into = new PackedMessage()
  for (const name of ['', 'Ä', 'A\\B', 'A B\u0001', 'M'.repeat(65)]) {
    scanner.register(name)
    expect(scanner.scan(bytesOf(executionText(name)), into), name).toBe(false)
  }
  expect(scanner.scan(bytesOf(executionText('BTCUSD')), into)).toBe(false)
  expect(into.kind).toBe(nothing)
  expect(scanner.nameOf(99)).toBe('')
})

test('reads views into larger buffers', () => {
  const scanner = new Scanner()
  scanner.register('BTCUSD')
  const text = executionText('BTCUSD')
  const chunk = bytesOf(`##${text}##`)
  expect(scanner.scan(chunk.subarray(2, 2 + text.length), new PackedMessage())).toBe(true)
  expect(scanner.scan(chunk.subarray(1, 2 + text.length), new PackedMessage())).toBe(false)
  expect(scanner.scan(chunk.subarray(2, 3 + text.length), new PackedMessage())).toBe(false)
})

test('ignores data of earlier frames', () => {
  const scanner = new Scanner()
  scanner.register('BTCUSD')
  const into = new PackedMessage()
  for (const text of [executionText('BTCUSD'), bookText('BTCUSD', levels(3, 1), levels(3, 10), 'SNAPSHOT')]) {
    const bytes = bytesOf(text)
    for (let length = 0; length < bytes.length; length += 1) {
      expect(scanner.scan(bytes, into)).toBe(true)
      expect(scanner.scan(bytes.subarray(0, length), into), `${length} bytes`).toBe(false)
      expect(into.kind).toBe(nothing)
    }
  }
})

test('checks every byte', () => {
  const scanner = new Scanner()
  scanner.register('BTCUSD')
  const into = new PackedMessage()
  for (const text of [
    executionText('BTCUSD'),
    bookText('BTCUSD', levels(2, 1), levels(1, 10), 'SNAPSHOT'),
    bookText('BTCUSD', levels(1, 1), levels(2, 10))
  ]) {
    const bytes = bytesOf(text)
    const original = canonicalMessage(decoded(text))
    for (let at = 0; at < bytes.length; at += 1) {
      for (let code = 0; code < 256; code += 1) {
        if (code === bytes[at]) continue
        const changed = bytes.slice()
        changed[at] = code
        if (!scanner.scan(changed, into)) continue
        const read = unpackMessage(into, 'BTCUSD')
        const changedText = new TextDecoder('utf-8', { fatal: true }).decode(changed)
        // Only changed digits can be accepted, and then decode equally.
        expect(changedText[at], changedText).toMatch(/[0-9.]/)
        expect(sameMessage(read, decoded(changedText)), changedText).toBe(true)
        if (!/0/.test(text[at]!) && !/0/.test(changedText[at]!))
          expect(sameMessage(read, original)).toBe(false)
      }
    }
  }
})

test('validates dates without side effects', () => {
  const scanner = new Scanner()
  scanner.register('BTCUSD')
  const into = new PackedMessage()
  const read = (time: string) => scanner.scan(bytesOf(executionText('BTCUSD', '1', time)), into)
  for (let year = 0; year <= 9999; year += 1) {
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
    const day = `${String(year).padStart(4, '0')}-02-29T23:59`
    expect(read(`${day}:59Z`), day).toBe(leap)
    if (leap) expect(into.seconds * 1000, day).toBe(Date.parse(`${day}:59Z`))
    expect(read(`${String(year).padStart(4, '0')}-03-01T00:00:00Z`)).toBe(true)
    expect(into.seconds * 1000).toBe(Date.parse(`${String(year).padStart(4, '0')}-03-01T00:00:00Z`))
  }
  expect(read('2026-10-05T12:34:56Z')).toBe(true)
  const { seconds } = into
  for (const time of [
    '2026-10-32T12:34:56Z',
    '2026-10-05T12:34:60Z',
    '2026-10-05T12:34:56.Z',
    '2026-10-05T24:34:56Z'
  ]) {
    expect(read(time), time).toBe(false)
    expect(read('2026-10-05T12:34:57Z')).toBe(true)
    expect(into.seconds).toBe(seconds + 1)
  }
})

test('is exact up to fifteen digits', () => {
  const scanner = new Scanner()
  scanner.register('BTCUSD')
  const into = new PackedMessage()
  const read = (price: string) => scanner.scan(bytesOf(executionText('BTCUSD', price)), into)
  for (let digits = 1; digits <= 15; digits += 1) {
    for (let scale = 0; scale < digits; scale += 1) {
      const text = '987654321987654'.slice(0, digits)
      const price = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
      expect(read(price), price).toBe(true)
      expect([into.prices[0], into.priceScales[0]], price).toEqual([Number(text), scale])
    }
  }
  expect(read('1000000000000000')).toBe(false)
  expect(read('0.1000000000000000')).toBe(false)
  expect(read('0.000000000000000000000000000001')).toBe(true)
  expect([into.prices[0], into.priceScales[0]]).toEqual([1, 30])
  expect(read(`${'0'.repeat(70)}1`)).toBe(false)
  for (const price of ['0', '0.00', '', '.', '.5', '5.', '1..2', '1.2.3', '-1'])
    expect(read(price), price).toBe(false)
})

test('reads books up to the limit', () => {
  const scanner = new Scanner()
  scanner.register('BTCUSD')
  const into = new PackedMessage()
  const text = bookText('BTCUSD', levels(10_000, 1), levels(10_000, 20_000), 'SNAPSHOT')
  expect(scanner.scan(bytesOf(text), into)).toBe(true)
  expect([into.bids, into.asks]).toEqual([10_000, 10_000])
  expect(sameMessage(unpackMessage(into, 'BTCUSD'), decoded(text))).toBe(true)
  const giant = bytesOf(bookText('BTCUSD', levels(Math.ceil(maxBytes / level(1).length), 1), '', 'SNAPSHOT'))
  expect(giant.length).toBeGreaterThan(maxBytes)
  expect(scanner.scan(giant, into)).toBe(false)
  expect(scanner.scan(bytesOf(executionText('BTCUSD')), into)).toBe(true)
})
