import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { staleAfter } from '../alerts/desk'
import { market, QuoteBench } from './desk'

let folder: string
let bench: QuoteBench
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-quotes-'))
  bench = new QuoteBench(folder)
})
afterEach(async () => {
  await bench.recorder.dispose()
  await rm(folder, { recursive: true, force: true })
})

const lines = async () => {
  await bench.at(bench.now)
  const [file] = await bench.files()
  return file === undefined ? [] : (await readFile(file, 'latin1')).trimEnd().split('\n')
}

describe('quote recording', () => {
  it('writes changes at most once a second', async () => {
    bench.show('1', '2')
    for (let count = 0; count < 100; count += 1) {
      bench.market.update(
        market,
        [['1', String(count + 1)]],
        [[`1.${count % 10}1`, count % 3 === 0 ? '1' : '0']]
      )
      bench.pass(50)
    }
    const quotes = (await lines()).filter((line) => line.startsWith('Q'))
    expect(quotes.length).toBeGreaterThan(1)
    expect(quotes.length).toBeLessThanOrEqual(6)
    const before = quotes.length
    bench.market.update(market, [['1', '7']])
    bench.pass(5000)
    for (let count = 0; count < 20; count += 1) {
      bench.market.update(market, [['1', String(count + 1)]])
      bench.pass(1000)
    }
    const after = await lines()
    expect(after.filter((line) => line.startsWith('Q')).length - before).toBeLessThanOrEqual(1)
    expect(after.filter((line) => line.startsWith('='))).not.toEqual([])
  })

  it('shows no price for an interruption that a new recording ends', async () => {
    bench.show('1', '2')
    bench.pass(2000)
    bench.market.lose()
    bench.market.clock.advance(200)
    const interrupted = bench.now - 100
    bench.reopen('1', '2')
    bench.market.clock.advance(50)
    await bench.restart()
    bench.pass(2000)
    expect(await bench.at(interrupted)).toMatchObject({ recorded: false })
    expect(await bench.at(bench.now - 500)).toMatchObject({ recorded: true, bid: '1' })
  })

  it('keeps exact prices of any valid length', async () => {
    const long = `1.${'1'.repeat(40)}`
    bench.show('0.00000001', long)
    bench.pass(2000)
    expect(await bench.at(bench.now - 500)).toMatchObject({ bid: '0.00000001', ask: long })
    bench.show('1', `2.${'1'.repeat(80)}`)
    bench.pass(2000)
    expect(await bench.at(bench.now - 500)).toMatchObject({ recorded: false })
    bench.show(null, '3')
    bench.pass(2000)
    expect(await bench.at(bench.now - 500)).toMatchObject({ bid: null, ask: '3', mid: null })
  })

  it('explains missing quotes: not live, not watched, too old, not yet', async () => {
    const start = bench.now
    bench.show('1', '2')
    bench.pass(3000)
    bench.market.lose()
    bench.pass(5000)
    const sentence = async (at: number) => {
      const found = await bench.at(at)
      return found.recorded ? found.bid : found.sentence
    }
    expect(await sentence(bench.now - 1000)).toBe(
      `Not recorded: the book of ${market} was not live at that time.`
    )
    expect(await sentence(start - 1)).toBe(`Not recorded: ${market} was not watched at that time.`)
    expect(await sentence(start - 86_400_000)).toBe(`Not recorded: ${market} was not watched at that time.`)
    expect(await sentence(bench.now - 31 * 86_400_000)).toBe('Not recorded: quotes are kept for 30 days.')
    expect(await sentence(bench.now + 1)).toBe('Not recorded yet: this time is in the future.')
    expect(await sentence(Number.NaN)).toContain('cannot be looked up')
    expect(await bench.recorder.at('other', market, bench.now - 6000)).toMatchObject({ recorded: false })
  })

  it('does not use data of a silence', async () => {
    bench.show('1', '2')
    bench.pass(3000)
    const silentSince = bench.now
    bench.market.update(market, [['1', '3']])
    bench.pass(staleAfter + 2000)
    expect(bench.market.hub.market(market)?.state).toBe('stale')
    expect(await bench.at(silentSince - 500)).toMatchObject({ bid: '1' })
    expect(await bench.at(silentSince + 5000)).toMatchObject({ recorded: false })
  })

  it('starts a complete file per day', async () => {
    const midnight = Math.ceil(bench.now / 86_400_000) * 86_400_000
    bench.market.clock.jump(midnight - 5000 - bench.now)
    bench.pass(500)
    bench.reopen('1', '2')
    bench.pass(3500)
    for (let count = 0; count < 12; count += 1) {
      bench.market.update(market, [['1', String(count + 3)]])
      bench.pass(1000)
    }
    await bench.recorder.dispose()
    expect(await bench.files()).toHaveLength(2)
    for (const at of [-2000, -1, 0, 1, 400, 5000])
      expect(await bench.at(midnight + at)).toMatchObject({ recorded: true, bid: '1', ask: '2' })
  })

  it('removes a profile or everything, and continues', async () => {
    bench.show('1', '2')
    bench.pass(3000)
    await bench.recorder.removeProfile('desk')
    expect(await bench.at(bench.now - 1000)).toMatchObject({ recorded: false })
    bench.pass(3000)
    expect(await bench.at(bench.now - 500)).toMatchObject({ recorded: true, bid: '1' })
    await bench.recorder.clear()
    await expect(stat(folder)).rejects.toThrow('ENOENT')
    bench.pass(3000)
    expect(await bench.at(bench.now - 500)).toMatchObject({ recorded: true })
  })

  it('reports once if not writable, retries, and writes pending lines', async () => {
    await rm(folder, { recursive: true })
    await writeFile(folder, '')
    bench.show('1', '2')
    bench.pass(8000)
    const before = bench.now - 2000
    await bench.at(bench.now)
    bench.show('1.5', '2')
    bench.pass(8000)
    expect(await bench.at(bench.now)).toMatchObject({ recorded: false })
    expect(bench.notices).toHaveLength(1)
    expect(bench.notices[0]!.sentence).toContain(folder)
    await rm(folder)
    bench.market.update(market, [['1.5', '8']])
    bench.pass(3000)
    expect(await bench.at(bench.now - 500)).toMatchObject({ recorded: true, bid: '1.5' })
    expect(await bench.at(before)).toMatchObject({ recorded: true, bid: '1' })
    const first = (await lines())[0]
    expect(first).toMatch(/^S /)
  })

  it('handles a crash and foreign file contents', async () => {
    bench.show('1', '2')
    bench.pass(3000)
    await bench.at(bench.now)
    const [file] = await bench.files()
    await bench.append(file!, `${'x'.repeat(300_000)}\nQ 1 <b>;\n\0\0\0\nQ 432 9.`)
    await bench.restart()
    bench.pass(2000)
    expect(await bench.at(bench.now - 500)).toMatchObject({ recorded: true, bid: '1' })
    expect(await bench.at(bench.now - 4000)).toMatchObject({ recorded: true, bid: '1' })
  })
})

describe('unobserved time', () => {
  const isKnown = async (at: number) => (await bench.at(at)).recorded
  /** Sampled every second with a new price. */
  const threeSeconds = () => {
    for (const bid of ['1', '1.1', '1.2']) {
      bench.show(bid, '2')
      bench.pass(1000)
    }
    return bench.now
  }

  it('includes a gap between two samples', async () => {
    const before = threeSeconds()
    bench.pass(200)
    bench.market.lose()
    bench.pass(200)
    bench.reopen('1.2', '2')
    bench.pass(3000)
    expect(await isKnown(before - 1100)).toBe(true)
    expect(await isKnown(before + 300)).toBe(false)
    expect(await isKnown(before + 1500)).toBe(true)
  })

  it('includes sleep, even with a message at wake-up', async () => {
    const asleep = threeSeconds()
    bench.market.clock.jump(20_000)
    bench.market.update(market, [['1.2', '9']])
    bench.pass(500)
    bench.reopen('1.2', '2')
    bench.pass(3000)
    expect(await isKnown(asleep - 1000)).toBe(true)
    expect(await isKnown(asleep + 10_000)).toBe(false)
    expect(await isKnown(bench.now - 500)).toBe(true)
  })

  it('includes the time after a crash within a line', async () => {
    const gone = threeSeconds()
    await bench.crash(4, 4000)
    bench.market.update(market, [['1.2', '9']])
    bench.pass(3000)
    expect(await isKnown(gone - 1000)).toBe(true)
    expect(await isKnown(gone + 2000)).toBe(false)
    expect(await isKnown(bench.now - 500)).toBe(true)
  })
})
