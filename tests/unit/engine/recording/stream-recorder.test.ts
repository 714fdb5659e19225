import { expect, test } from 'vitest'
import { RecordedStream } from '#engine/recording/stream-recorder'

test('what follows from a frame is recorded after it, and everything else at once', () => {
  const items: string[] = []
  const stream = new RecordedStream({
    record: (kind, _at, content) => items.push(`${kind} ${Buffer.from(content).toString()}`),
    recordEvent: (event) => items.push(String(event['event']))
  })
  stream.event({ event: 'opened' })
  stream.reading()
  stream.event({ event: 'resync', market: 'BTCUSD' })
  stream.frame(Buffer.from('garbled'), false, 1)
  stream.event({ event: 'lost' })
  stream.reading()
  stream.frame(Buffer.from('binary'), true, 2)
  expect(items).toEqual(['opened', 'f garbled', 'resync', 'lost', 'b binary'])
})
