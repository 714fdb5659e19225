import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { addressIn, ClipboardWatch, type Replaced } from '#engine/records/addresses/clipboard-watch'
import { addressForms } from '#shared/domain/records/address/index'
import { cryptoNetworks } from '#shared/domain/records/networks'
import { HandClock } from '../../hand-clock'

const written = (network: (typeof cryptoNetworks)[number], fill: number) => {
  const form = addressForms[network][0]!
  return form.write(new Uint8Array(form.bytes).fill(fill))
}

function watching() {
  const clock = new HandClock()
  const notices: Replaced[] = []
  const moved = { count: 0 }
  const board = { text: '', broken: false }
  const watch = new ClipboardWatch({
    clock,
    clipboard: {
      async read() {
        if (board.broken) throw new Error('busy')
        return board.text
      },
      async write(text) {
        board.text = text
      }
    },
    replaced: (what) => notices.push(what),
    moved: () => (moved.count += 1)
  })
  const pass = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= 100) {
      clock.advance(100)
      await turn()
    }
  }
  return { clock, notices, moved, board, watch, pass }
}

test('recognizes every address form, alone and in a payment request', () => {
  for (const network of cryptoNetworks) {
    for (const form of addressForms[network]) {
      for (let fill = 1; fill < 20; fill += 1) {
        const payload = new Uint8Array(form.bytes).fill(fill)
        if (form.accepts && !form.accepts(payload)) continue
        expect(addressIn(` ${form.write(payload)}\n`)).not.toBeNull()
      }
    }
  }
  const account = written('ETHEREUM', 7)
  expect(addressIn(`ethereum:${account}@1?value=1`)).toBe(account)
  expect(addressIn(`web+stellar:pay?amount=1&destination=${written('STELLAR', 1)}`)).not.toBeNull()
  for (const text of ['', 'hello', '0x12', account.slice(0, -1), 'x'.repeat(100_000)])
    expect(addressIn(text)).toBeNull()
})

describe('within a minute of copying', () => {
  const mine = written('BITCOIN', 3)

  test('reports each other address once, and keeps watching', async () => {
    for (const network of cryptoNetworks) {
      const { notices, moved, board, watch, pass } = watching()
      expect(await watch.copy(mine)).toMatchObject({ matches: true })
      await pass(10_000)
      expect([notices, moved.count]).toEqual([[], 0])
      board.text = written(network, 9)
      await pass(2000)
      expect(notices).toHaveLength(1)
      expect(moved.count).toBe(1)
      expect(notices[0]).toMatchObject({ copied: mine, found: board.text })
      board.text = written(network, 8)
      await pass(5000)
      expect(notices.map(({ found }) => found)).toEqual([written(network, 9), written(network, 8)])
      expect(await watch.copyAgain()).toMatchObject({ matches: true })
      expect(board.text).toBe(mine)
      await pass(5000)
      board.text = written(network, 9)
      await pass(1000)
      expect(notices).toHaveLength(3)
    }
  })

  test('ignores other text, the same address and unreadable clipboards', async () => {
    const { notices, board, watch, pass } = watching()
    await watch.copy(mine)
    for (const text of ['a sentence', mine, ` bitcoin:${mine}`, '']) {
      board.text = text
      await pass(1000)
    }
    board.broken = true
    await pass(2000)
    board.broken = false
    expect(notices).toEqual([])
    board.text = written('SOLANA', 1)
    await pass(1000)
    expect(notices).toHaveLength(1)
  })

  test('stops claiming a match on other text and after the minute', async () => {
    const { notices, moved, board, watch, pass } = watching()
    await watch.copy(mine)
    board.text = 'a sentence'
    await pass(1000)
    expect([notices, moved.count]).toEqual([[], 1])
    await watch.copy(mine)
    await pass(59_000)
    expect(moved.count).toBe(1)
    await pass(2000)
    expect(moved.count).toBe(2)
  })

  test('stops after the minute', async () => {
    const { notices, board, watch, pass, clock } = watching()
    const { watchedUntil } = await watch.copy(mine)
    expect(watchedUntil).toBe(clock.wall() + 60_000)
    await pass(61_000)
    board.text = written('SOLANA', 1)
    await pass(10_000)
    expect(notices).toEqual([])
  })

  test('restarts when another address is copied', async () => {
    const { notices, watch, pass } = watching()
    await watch.copy(mine)
    await watch.copy(written('SOLANA', 4))
    await pass(5000)
    expect(notices).toEqual([])
    watch.stop()
  })

  test('does not watch other text', async () => {
    const { watch } = watching()
    expect(await watch.copy('{"id": 1}')).toEqual({ matches: true, watchedUntil: null })
  })
})

test('reports a clipboard that changed during the copy', async () => {
  const watch = new ClipboardWatch({
    clock: new HandClock(),
    clipboard: { read: async () => 'else', write: async () => undefined },
    replaced: () => undefined,
    moved: () => undefined
  })
  expect((await watch.copy('mine')).matches).toBe(false)
})
