import { ChaosHarness } from './desk'
import { SeededRandom } from './random'
import { checkReplay, type ReplayCheck } from './replay-check'
import { describeAct, guest, scheduleFor, type Act } from './schedule'
import { sandboxKind } from './sandbox'
import { secondKind } from './second'
import { settle } from './settle'
import { Watch } from './watch'

export interface ChaosResult {
  readonly seed: number
  readonly faults: readonly string[]
  /** For a replay. */
  readonly acts: readonly string[]
  readonly frames: number
  readonly executions: number
  readonly sockets: number
  readonly cuts: number
  readonly resyncs: number
  /** The longest time that a live book was wrong, in simulated milliseconds. */
  readonly maxWrong: number
  readonly samples: number
  /** Seeks in the recording. */
  readonly sought: Pick<ReplayCheck, 'instants' | 'books' | 'trades' | 'candles'>
}

const kinds = { sandbox: sandboxKind, second: secondKind }
export type ServiceName = keyof typeof kinds

const markets = ['BTCUSD', 'ETHUSD', 'USDPUSD', 'DOGEUSD']
const sampleEvery = 700

/** Runs one schedule of faults and returns the errors. */
export async function runChaos(
  seed: number,
  service: ServiceName = 'sandbox',
  { factor = 20, instants = 6 }: { readonly factor?: number; readonly instants?: number } = {}
): Promise<ChaosResult> {
  const kind = kinds[service]
  const schedule = scheduleFor(seed, markets, kind.faults)
  const desk = await ChaosHarness.open(seed, factor, kind, markets)
  const watch = new Watch(desk, [...markets, guest])
  const { faults } = watch
  const perform = performer(desk)
  try {
    for (const name of markets) desk.hold(name)
    desk.live.start()
    const began = desk.clock.monotonic()
    const done = schedule.acts.map(async (act) => {
      await desk.wait(act.at)
      perform(act)
    })
    const keepAt = began + schedule.length * new SeededRandom(seed ^ 0x57a7).fraction()
    while (desk.clock.monotonic() - began < schedule.length) {
      if (desk.recorded.states.length === 0 && desk.clock.monotonic() >= keepAt) desk.recorded.keepState()
      await desk.service.step(40)
      await watch.sample()
      await desk.wait(sampleEvery)
    }
    await Promise.all(done)
    const unsettled = await settle(desk, markets)
    if (unsettled !== null) faults.push(unsettled)
    const replayed = desk.replayDiffers()
    if (replayed !== null) faults.push(`The replay differs: ${replayed}`)
    const { faults: wrong, ...sought } = await checkReplay(desk.recorded.items, seed, instants)
    faults.push(...wrong.map((fault) => `A seek to ${fault}`))
    const executions = compareExecutions(desk, faults)
    const { resyncs } = desk.live.hub.counts
    const left = await desk.close()
    if (left.timers > 0) faults.push(`${left.timers} timers were left`)
    if (left.sockets > 0) faults.push(`${left.sockets} sockets were left`)
    const { frames, opened: sockets, cuts } = desk.recorder
    const { maxWrong, samples } = watch
    const reported = [desk.service.choices, ...schedule.acts.map(describeAct)]
    const total = { frames, executions, sockets, cuts, resyncs, maxWrong, samples }
    return { seed, faults, acts: reported, ...total, sought }
  } catch (problem) {
    await desk.close().catch(() => undefined)
    throw new Error(`Chaos with seed ${seed} broke off: ${String(problem)}`, { cause: problem })
  }
}

function performer(desk: ChaosHarness): (act: Act) => void {
  const { service } = desk
  let releaseGuest: (() => void) | null = null
  return (act) => {
    if (act.kind === 'on') service.begin(act.name, act.market)
    else if (act.kind === 'off') service.end(act.name)
    else if (act.kind === 'wake') desk.live.session.woke()
    else if (act.kind === 'retry') desk.live.session.retryNow()
    else if (act.kind === 'network') desk.live.session.networkChanged()
    else if (act.kind === 'cut') desk.recorder.cutShare = act.share
    else if (act.kind === 'whole') desk.recorder.cutShare = 0
    else if (act.kind === 'hold') releaseGuest ??= desk.hold(guest)
    else {
      releaseGuest?.()
      releaseGuest = null
    }
  }
}

/** Every complete execution is on the tape exactly once. */
function compareExecutions(desk: ChaosHarness, faults: string[]): number {
  let executions = 0
  for (const name of markets) {
    const received = desk.recorder.executions(name)
    const kept = desk.executions(name)
    executions += received.length
    if (received.length === kept.length && received.every((one, index) => one === kept[index])) continue
    faults.push(`${name}: ${kept.length} executions on the tape, ${received.length} came on the socket`)
  }
  return executions
}
