import { startSecondService, type FaultName } from '../second-service'
import { drawVariants } from '../second-service/variants'
import { SeededRandom } from './random'
import { shortSilence, type Fault, type ServiceKind } from './service'

const faults: readonly (Fault & { readonly name: FaultName })[] = [
  { name: 'held', weight: 2, maxMilliseconds: 25_000, byMarket: false },
  { name: 'held', weight: 1, maxMilliseconds: shortSilence, byMarket: true, oneMarket: true },
  { name: 'dead', weight: 2, maxMilliseconds: 25_000, byMarket: false },
  { name: 'drop', weight: 2, maxMilliseconds: 8000, byMarket: false },
  { name: 'close-1001', weight: 1, maxMilliseconds: 6000, byMarket: false },
  { name: 'close-1011', weight: 1, maxMilliseconds: 6000, byMarket: false },
  { name: 'close-1013', weight: 1, maxMilliseconds: 6000, byMarket: false },
  { name: 'handshake-401', weight: 1, maxMilliseconds: 8000, byMarket: false },
  { name: 'handshake-403', weight: 1, maxMilliseconds: 8000, byMarket: false },
  { name: 'handshake-503', weight: 1, maxMilliseconds: 8000, byMarket: false },
  { name: 'token-revoked', weight: 1, maxMilliseconds: 5000, byMarket: false },
  { name: 'token-down', weight: 1, maxMilliseconds: 10_000, byMarket: false },
  { name: 'token-429', weight: 1, maxMilliseconds: 10_000, byMarket: false },
  { name: 'slow-acks', weight: 2, maxMilliseconds: 20_000, byMarket: false, ofBeginnings: true },
  { name: 'garbage', weight: 2, maxMilliseconds: 10_000, byMarket: false },
  { name: 'binary', weight: 2, maxMilliseconds: 20_000, byMarket: false },
  { name: 'snapshot-again', weight: 2, maxMilliseconds: 20_000, byMarket: true, oneMarket: true }
]

/** Each seed chooses other variants. */
export const secondKind: ServiceKind = {
  faults,
  async open(seed, clock) {
    const variants = drawVariants(new SeededRandom(seed ^ 0xd1a1ec7))
    const service = await startSecondService({ seed, variants, rate: 400, addresses: 1, clock })
    return {
      description: service.description,
      choices: JSON.stringify(variants),
      truth: async (market) => ({
        bids: service.market(market).levels('bids'),
        asks: service.market(market).levels('asks')
      }),
      pause: async () => service.pause(),
      resume: async () => service.resume(),
      step: async (count) => service.step(count),
      connections: async () => service.connections(),
      begin: (fault, market) => service.beginFault(fault as FaultName, market),
      end: (fault) => service.endFault(fault as FaultName),
      endAll: () => service.endFaults(),
      close: () => service.close()
    }
  }
}
