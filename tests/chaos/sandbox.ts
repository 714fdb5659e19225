import { startSandbox } from '#sandbox/index'
import { scenarioNames, scenarios, type ScenarioName } from '#shared/domain/connection/scenarios'
import { shortSilence, type Fault, type ServiceKind, type Truth } from './service'

type Named = Fault & { readonly name: ScenarioName }

/** Others have the default odds. */
const odds: readonly Named[] = [
  { name: 'update-before-snapshot', weight: 3, maxMilliseconds: 30_000, byMarket: true, ofBeginnings: true },
  { name: 'duplicate-snapshot', weight: 3, maxMilliseconds: 20_000, byMarket: true, ofBeginnings: true },
  { name: 'crossed-book', weight: 3, maxMilliseconds: 15_000, byMarket: true },
  { name: 'late-executions', weight: 3, maxMilliseconds: 20_000, byMarket: true },
  { name: 'lagging-executions', weight: 2, maxMilliseconds: 20_000, byMarket: true },
  { name: 'zero-variants', weight: 3, maxMilliseconds: 30_000, byMarket: true },
  { name: 'time-digits', weight: 3, maxMilliseconds: 30_000, byMarket: true, ofBeginnings: true },
  { name: 'extra-fields', weight: 2, maxMilliseconds: 30_000, byMarket: true },
  { name: 'unknown-channel', weight: 2, maxMilliseconds: 20_000, byMarket: true },
  { name: 'unknown-type', weight: 2, maxMilliseconds: 20_000, byMarket: true },
  { name: 'malformed-json', weight: 2, maxMilliseconds: 10_000, byMarket: true },
  { name: 'binary-frame', weight: 2, maxMilliseconds: 20_000, byMarket: true },
  { name: 'giant-frame', weight: 0.3, maxMilliseconds: 1000, byMarket: false },
  { name: 'burst', weight: 0.5, maxMilliseconds: 2500, byMarket: true },
  { name: 'silent', weight: 2, maxMilliseconds: 25_000, byMarket: false },
  { name: 'silent', weight: 1, maxMilliseconds: shortSilence, byMarket: true, oneMarket: true },
  { name: 'half-open', weight: 2, maxMilliseconds: 25_000, byMarket: false },
  { name: 'slow-ack', weight: 2, maxMilliseconds: 20_000, byMarket: false, ofBeginnings: true },
  { name: 'error-shapes', weight: 2, maxMilliseconds: 20_000, byMarket: false },
  { name: 'drop', weight: 2, maxMilliseconds: 8000, byMarket: true },
  { name: 'drop-mid-frame', weight: 2, maxMilliseconds: 8000, byMarket: true },
  { name: 'close-1001', weight: 1, maxMilliseconds: 6000, byMarket: true },
  { name: 'close-1006', weight: 1, maxMilliseconds: 6000, byMarket: true },
  { name: 'close-1011', weight: 1, maxMilliseconds: 6000, byMarket: true },
  { name: 'close-1013', weight: 1, maxMilliseconds: 6000, byMarket: true },
  { name: 'handshake-401', weight: 1, maxMilliseconds: 8000, byMarket: false },
  { name: 'handshake-403', weight: 1, maxMilliseconds: 8000, byMarket: false },
  { name: 'token-revoked', weight: 1, maxMilliseconds: 5000, byMarket: false },
  { name: 'token-down', weight: 1, maxMilliseconds: 10_000, byMarket: false },
  { name: 'token-slow', weight: 1, maxMilliseconds: 15_000, byMarket: false },
  { name: 'token-429', weight: 1, maxMilliseconds: 10_000, byMarket: false },
  { name: 'clock-skew', weight: 1, maxMilliseconds: 15_000, byMarket: false, ofBeginnings: true }
]

const others = scenarioNames
  .filter((name) => ['stream', 'access'].includes(scenarios[name].group))
  .filter((name) => !odds.some((fault) => fault.name === name))
  .map((name): Named => ({ name, weight: 2, maxMilliseconds: 10_000, byMarket: scenarios[name].byMarket }))

export const sandboxKind: ServiceKind = {
  faults: [...odds, ...others],
  async open(seed, clock) {
    const {
      description,
      scenarios: switches,
      close
    } = await startSandbox({ seed, rate: 500, addresses: 1, clock })
    const control = async (method: string, path: string, body?: string): Promise<unknown> => {
      const response = await fetch(`${description.control_url}${path}`, {
        method,
        headers: { authorization: `Bearer ${description.control_key}` },
        ...(body !== undefined && { body })
      })
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}.`)
      return response.json()
    }
    return {
      description,
      choices: '',
      truth: async (market) => (await control('GET', `/books/${market}`)) as Truth,
      pause: async () => void (await control('POST', '/pause')),
      resume: async () => void (await control('POST', '/resume')),
      step: async (count) => void (await control('POST', '/step', JSON.stringify({ count }))),
      connections: async () =>
        ((await control('GET', '/connections')) as { connections: unknown[] }).connections.length,
      begin: (fault, market) => switches.switchOn(fault as ScenarioName, market === null ? {} : { market }),
      end: (fault) => switches.switchOff(fault as ScenarioName),
      endAll() {
        for (const { name } of switches.active()) switches.switchOff(name)
      },
      close
    }
  }
}
