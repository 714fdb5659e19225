import { vi } from 'vitest'
import type {
  AddressDetail,
  AddressesState,
  AddressQuestion,
  AddressRow
} from '#shared/contract/records/addresses/index'
import { FakeMain } from '../support/bridge'
import { noAddresses } from '../support/fake-records'

export const row = (place: number): AddressRow => ({
  id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
  network: place % 2 ? 'BITCOIN' : 'BASE',
  address: `bc1q${String(place).padStart(38, '0')}`,
  profileId: '636b993c-0f34-43e8-a0f3-3c85286f345b',
  identityId: null,
  accountId: null,
  refId: `user-${place}`,
  conversionTarget: 'NO_CONVERSION',
  createdAt: '2026-10-14T08:13:00Z',
  label: null,
  replaced: false,
  matches: []
})

/** The details of a row. */
export const detailOf = (shown: AddressRow, more: Partial<AddressDetail> = {}): AddressDetail => ({
  ...shown,
  networkName: 'Bitcoin',
  groups: [shown.address],
  verification: { state: 'right', sentence: 'The checksum is right.' },
  customerId: 'c',
  conversion: 'Nothing is converted.',
  compatibleNetworks: null,
  metadata: [],
  more: [],
  paymentUri: null,
  json: '{}',
  receivedAt: Date.parse('2026-11-22T10:00:00Z'),
  keptAt: null,
  isUnlisted: false,
  previous: null,
  ...more
})

export const runningLoad = {
  run: 1,
  kind: 'everything',
  phase: 'running',
  sentence: 'Loading.',
  requests: 1,
  requestsDone: 0,
  pages: 0,
  received: 0,
  added: 0,
  unreadable: 0,
  resumable: false
} as const

export interface Asked {
  readonly view: string
  readonly sequence: number
  readonly question: AddressQuestion
}

const loaded: Partial<AddressesState> = {
  profileId: 'treasury',
  phase: 'ready',
  notLoadable: null,
  revision: 1,
  rows: 40
}

/** With forty addresses and the query of each slice. */
export function mainWith(state: Partial<AddressesState> = {}, rowAt = row) {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1400)
  const main = new FakeMain()
  main.addresses = { ...noAddresses, ...loaded, ...state }
  let sequence = -1
  main.answers['addresses.ask'] = (asked: Asked) => {
    sequence = asked.sequence
    const count = asked.question.search === 'nothing' ? 0 : 40
    return {
      sequence,
      overtaken: false,
      count,
      total: 40,
      revision: main.addresses.revision,
      milliseconds: 1,
      note: null
    }
  }
  main.answers['addresses.slice'] = ({ from, count }: { from: number; count: number }) => ({
    from,
    sequence,
    rows: Array.from({ length: Math.min(count, 40 - from) }, (_none, place) => rowAt(from + place))
  })
  const change = (part: Partial<AddressesState>) => {
    main.addresses = { ...main.addresses, ...part }
    main.push('addresses.changed', main.addresses)
  }
  const asked = () => main.payloads('addresses.ask') as Asked[]
  return { main, change, asked }
}
