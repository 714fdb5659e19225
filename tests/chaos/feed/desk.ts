import path from 'node:path'
import { feedSubjects } from '#engine/feed/wire/subjects'
import { startSandbox, type RunningSandbox } from '#sandbox/index'
import { clientId, clientSecret, serviceOf, writeCollector } from '../../integration/feed/collectors'
import { expectOneRecording, SentTrades } from '../../integration/feed/one-recording'
import { BusObserver } from './bus-observer'
import { LeaseProbe } from './probe'
import { Child } from './processes'
import { Relay } from './relay'
import type { CollectorReport, SeatReport } from './reports'
import type { FeedSchedule } from './schedule'
import { Servers } from './servers'
import { steadyNow } from './steady-time'
import { Truth } from './truth'

export const markets = ['BTCUSD', 'ETHUSD']
/** Seconds, for collectors and seats. */
const staleSeconds = 3
export const staleAfter = staleSeconds * 1000
const rate = 150

export interface Collector {
  readonly clock: number
  child: Child<CollectorReport>
  /** The last epoch that it led with; null unless it still says so. */
  epoch: number | null
  isStandingBy: boolean
}

export interface Seat {
  readonly clock: number
  readonly relays: readonly Relay[]
  child: Child<SeatReport> | null
  last: SeatReport | null
  /** The last that says which books are shown as live. */
  compared: SeatReport | null
  /** When it was last hindered, on the steady clock. */
  hinderedAt: number
  isHindered: boolean
}

interface Ports {
  readonly program: string
  readonly onSample: (seat: number, report: SeatReport) => void
  readonly onLine: (collector: number, line: string) => void
}

/** A desk on this computer, each part of it in a process of its own. */
export class FeedDesk {
  readonly collectors: Collector[] = []
  readonly seats: Seat[] = []

  private constructor(
    private readonly ports: Ports,
    readonly sandbox: RunningSandbox,
    readonly servers: Servers,
    readonly truth: Truth,
    readonly bus: BusObserver,
    readonly probe: LeaseProbe,
    /** Of the collectors, to each server. */
    private readonly relays: readonly Relay[],
    /** Of each collector: its file and what it records. */
    private readonly configurations: readonly { readonly file: string; readonly recordings: string }[]
  ) {}

  static async open(schedule: FeedSchedule, ports: Ports, mayUseNamespaces: boolean): Promise<FeedDesk> {
    const servers = await Servers.start(schedule.servers, mayUseNamespaces)
    const sandbox = await startSandbox({ clientId, clientSecret, rate, addresses: 0, seed: schedule.seed })
    const truth = await Truth.open(sandbox.description, markets)
    const relays = await relaysTo(servers)
    const configurations = await Promise.all(
      schedule.collectors.map(async () => {
        const more = { staleAfter: staleSeconds, recording: { folder: 'recordings' } }
        const { file, folder } = await writeCollector(sandbox, { servers: urlsOf(relays) }, more)
        return { file, recordings: path.join(folder, 'recordings') }
      })
    )
    const bus = await BusObserver.open(servers, feedSubjects(serviceOf(sandbox)))
    const desk = new FeedDesk(
      ports,
      sandbox,
      servers,
      truth,
      bus,
      new LeaseProbe(servers),
      relays,
      configurations
    )
    for (const clock of schedule.collectors) desk.#addCollector(clock)
    for (const { clock } of schedule.seats) await desk.#addSeat(clock)
    return desk
  }

  startCollector(index: number): void {
    const collector = this.collectors[index]!
    collector.child = this.#collect(index, collector.clock)
  }

  startSeat(index: number): void {
    const seat = this.seats[index]!
    const role = {
      kind: 'seat',
      servers: urlsOf(seat.relays),
      service: serviceOf(this.sandbox),
      staleAfter,
      markets
    } as const
    seat.hinderedAt = steadyNow()
    seat.child = new Child(this.ports.program, role, seat.clock, (report) => {
      seat.last = report
      if (report.books) seat.compared = report
      this.ports.onSample(index, report)
    })
  }

  /** The index of the collector that leads, or else of any that runs; -1 if none does. */
  get leader(): number {
    const running = this.collectors.filter(({ child }) => child.isRunning)
    const epoch = Math.max(...running.map((each) => each.epoch ?? 0))
    return this.collectors.findIndex((each) => each.child.isRunning && (each.epoch ?? 0) === epoch)
  }

  /** Everything that leads to a server from its clients. */
  waysTo(server: number): Relay[] {
    return [this.relays, ...this.seats.map(({ relays }) => relays)].map((relays) => relays[server]!)
  }

  /** Ends the collectors; what they recorded has to be one recording, in which each trade is once. */
  async checkRecordings(): Promise<string> {
    await Promise.all(this.collectors.map(({ child }) => child.end()))
    const folders = this.configurations.map(({ recordings }) => recordings)
    return expectOneRecording(folders, this.sandbox, new SentTrades(this.sandbox, markets))
  }

  async close(): Promise<void> {
    await Promise.all([...this.collectors, ...this.seats].map(({ child }) => child?.kill()))
    await Promise.all([this.probe.close(), this.bus.close()])
    for (const { relays } of [...this.seats, { relays: this.relays }])
      for (const relay of relays) relay.close()
    this.truth.close()
    await this.servers.stop()
    await this.sandbox.close()
  }

  #addCollector(clock: number): void {
    const index = this.collectors.length
    const child = this.#collect(index, clock)
    this.collectors.push({ clock, child, epoch: null, isStandingBy: false })
  }

  #collect(index: number, clock: number): Child<CollectorReport> {
    const role = { kind: 'collector', configuration: this.configurations[index]!.file } as const
    const child = new Child<CollectorReport>(this.ports.program, role, clock, ({ line, origin }) => {
      const collector = this.collectors[index]!
      if (collector.child !== child) return
      const leads = /^Leading, epoch (\d+)/.exec(line)
      if (leads) this.bus.setOrigin(Number(leads[1]), origin)
      collector.epoch = leads
        ? Number(leads[1])
        : /lease was lost|Standing by|Stopped/.test(line)
          ? null
          : collector.epoch
      collector.isStandingBy = line.startsWith('Standing by')
      this.ports.onLine(index, line)
    })
    return child
  }

  async #addSeat(clock: number): Promise<void> {
    const relays = await relaysTo(this.servers)
    this.seats.push({
      clock,
      relays,
      child: null,
      last: null,
      compared: null,
      hinderedAt: steadyNow(),
      isHindered: false
    })
  }
}

const relaysTo = ({ list, clientHost }: Servers): Promise<Relay[]> =>
  Promise.all(list.map(({ port }, server) => Relay.to(port, clientHost(server))))
const urlsOf = (relays: readonly Relay[]): string[] => relays.map(({ port }) => `nats://127.0.0.1:${port}`)
