import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { FeedSeat } from '#engine/feed/seat/seat'
import { connectFeed } from '#engine/feed/server/connect'
import { readMessage } from '#engine/feed/wire/messages'
import { feedSubjects } from '#engine/feed/wire/subjects'
import { startSandbox } from '#sandbox/index'
import { SeededRandom } from '../../chaos/random'
import { control, shownBook, trueBook } from './books'
import { clientId, clientSecret, serviceOf, startCollector, type Collector } from './collectors'
import { freshFolder } from '../support/folder'
import { startNats } from './nats-server'
import { expectOneRecording, SentTrades } from './one-recording'

interface DeskOptions {
  readonly seats: number
  /** Messages a second. */
  readonly rate: number
  readonly seconds: number
  readonly faults: number
  readonly seed: number
  readonly say: (line: string) => void
}

const markets = ['BTCUSD', 'ETHUSD']
const patience = 60_000
/** Linux counts processor time in these. */
const ticksPerSecond = 100

async function until(condition: () => boolean, what: string): Promise<number> {
  const began = performance.now()
  while (!condition()) {
    if (performance.now() - began > patience) throw new Error(`${what} did not happen in a minute`)
    await pause(10)
  }
  return performance.now() - began
}

async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Measures a desk on this computer, then breaks it; returns the times until all seats were live again. */
export async function runDesk({ seats: count, rate, seconds, faults, seed, say }: DeskOptions) {
  const random = new SeededRandom(seed)
  const nats = await startNats()
  const sandbox = await startSandbox({ clientId, clientSecret, rate, addresses: 0 })
  const sent = new SentTrades(sandbox, markets)
  const subjects = feedSubjects(serviceOf(sandbox))
  const join = () => connectFeed({ servers: [nats.url], identity: { open: true }, name: 'seat' })
  const seats: FeedSeat[] = []
  for (let index = 0; index < count; index += 1) {
    const seat = new FeedSeat({ subjects, staleAfter: 10_000 })
    seat.follow((await join()).connection)
    seats.push(seat)
  }
  const collectors: Collector[] = []
  const folders: string[] = []
  const collect = async () => {
    const folder = await freshFolder()
    folders.push(folder)
    const more = { recording: { folder } }
    collectors.push(await startCollector(sandbox, { servers: [nats.url] }, more))
  }
  const isLive = () =>
    seats.every(({ markets: shown }) => markets.every((market) => shown.market(market)?.state === 'live'))
  const epochs = () => seats.map(({ follower }) => follower.epoch ?? 0)
  const leader = () =>
    collectors.find(({ output }) =>
      output.text
        .trimEnd()
        .split('\n')
        .findLast((line) => /Leading|lease was lost/.test(line))
        ?.startsWith('Leading')
    )

  await collect()
  await until(isLive, 'The first start')
  await measure()
  await collect()
  await until(() => collectors[1]!.output.text.includes('Standing by'), 'Standing by')
  const times: number[] = []
  for (let fault = 0; fault < faults; fault += 1) times.push(await breakIt(fault))
  for (const seat of seats) seat.dispose()
  for (const each of collectors) await each.kill()
  say(await expectOneRecording(folders, sandbox, sent))
  await sandbox.close()
  await nats.stop()
  return times

  async function measure(): Promise<void> {
    const delays: number[] = []
    const { connection } = await join()
    connection.subscribe(subjects.frames, {
      callback(_error, { data }) {
        const message = readMessage(data)
        if (message?.kind !== 'batch') return
        const now = performance.timeOrigin + performance.now()
        for (const { at, kind } of message.items) if (kind === 'f') delays.push(now - message.clock - at)
      }
    })
    const { pid } = collectors[0]!.child
    const before = await processorSeconds(pid!)
    for (let second = 0; second < seconds; second += 1) {
      await pause(1000)
      await sent.read()
    }
    const used = (await processorSeconds(pid!)) - before
    await connection.close()
    delays.sort((one, other) => one - other)
    const share = (part: number) => delays[Math.floor(delays.length * part)]?.toFixed(1)
    say(`${Math.round(delays.length / seconds)} messages a second to ${count} seats and this listener`)
    say(`delay from the collector's socket: p50 ${share(0.5)} ms, p99 ${share(0.99)} ms`)
    say(
      `collector: ${((used / delays.length) * 1e6).toFixed(1)} us of processor time a message, stream included`
    )
  }

  async function breakIt(number: number): Promise<number> {
    const kind = random.pick(['kill', 'stop', 'restart'] as const)
    const used = leader()!
    const before = Math.max(...epochs())
    await pause(random.whole(0, 2000))
    let time: number
    if (kind === 'restart') {
      await nats.restart()
      time = await until(isLive, 'Going on after a restart')
    } else {
      if (kind === 'kill') await used.kill()
      else used.child.kill('SIGSTOP')
      time = await until(() => isLive() && epochs().every((epoch) => epoch > before), 'Another leader')
      if (kind === 'kill') {
        collectors.splice(collectors.indexOf(used), 1)
        await collect()
      } else used.child.kill('SIGCONT')
    }
    await until(() => collectors.every(({ output }) => output.text.includes('Standing by')), 'Standing by')
    await expectTruth(`${number}: ${kind}`)
    say(`${number}: ${kind}, all live again after ${(time / 1000).toFixed(1)} s`)
    return time
  }

  async function expectTruth(what: string): Promise<void> {
    await control(sandbox, 'POST', 'pause')
    await sent.read()
    for (const market of markets) {
      const truth = JSON.stringify(await trueBook(sandbox, market))
      const isTrue = () =>
        seats.every((seat) => JSON.stringify(shownBook(seat.markets.market(market))) === truth)
      await until(isTrue, `${what}: the true book of ${market}`)
    }
    await control(sandbox, 'POST', 'resume')
    await until(isLive, `${what}: going on`)
  }
}
