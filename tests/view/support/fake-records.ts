import type { FeatureHandlers } from '#shared/contract/index'
import type { AddressesState } from '#shared/contract/records/addresses/index'
import type { ConversionsState } from '#shared/contract/records/conversions'
import type { ArchiveFacts } from '#engine/records/statements/facts'
import { rowProblemsOf } from '#engine/records/statements/problems'
import { stateOf } from '#engine/records/statements/state'
import { type StatementsState } from '#shared/contract/records/statements/index'
import { fail } from '#shared/domain/base/problem'

export const noAddresses: AddressesState = {
  profileId: null,
  service: null,
  phase: 'none',
  sentence: 'No connection was used yet.',
  notLoadable: 'Connect to load addresses.',
  revision: 0,
  rows: 0,
  networks: [],
  keepOnDisk: false,
  bytesOnDisk: 0,
  notSaved: null,
  load: null,
  everything: { begun: false, complete: false, newest: null, oldest: null },
  digest: null,
  savedFilters: [],
  labels: 0,
  replaced: { count: 0, ids: [] },
  export: null
}

const addressesAnswers = (state: () => AddressesState): Partial<FeatureHandlers<'addresses'>> => ({
  read: state,
  ask: ({ sequence }) => ({
    sequence,
    overtaken: false,
    count: 0,
    total: 0,
    revision: state().revision,
    milliseconds: 0,
    note: null
  }),
  slice: ({ from }) => ({ from, sequence: 0, rows: [] }),
  digest: ({ from }) => ({ from, count: 0, changes: [] }),
  position: () => ({ sequence: 0, index: null }),
  detail: () => {
    throw fail('addresses.gone', 'This address is not here.')
  },
  savedFilter: () => {
    throw fail('addresses.no-filter', 'This filter is not here.')
  },
  parse: () => ({ values: [], repeated: 0, bad: [], sentence: null }),
  copy: () => ({ matches: true, sentence: 'Copied.', watchedUntil: null }),
  confirm: () => ({ state: 'unknown', sentence: 'Not asked.' }),
  copyAgain: () => ({ matches: true, sentence: 'Copied.', watchedUntil: null }),
  export: () => null
})

export const noConversions: ConversionsState = {
  profileId: null,
  history: null,
  absent: 'Not connected.',
  rows: [],
  count: 0,
  isFull: false,
  watched: 0,
  lookingUp: null,
  notSaved: null
}

const conversionsAnswers = (state: () => ConversionsState): Partial<FeatureHandlers<'conversions'>> => ({
  read: state,
  lookUp: () => ({ results: [], left: 0 }),
  refresh: () => ({ results: [], left: 0 }),
  clipboard: () => ({ ids: [], left: 0 }),
  open: () => {
    throw fail('conversion.gone', 'This conversion is not in the history.')
  },
  page: () => ({ rows: state().rows, count: state().count }),
  position: () => null,
  exportCsv: () => ({ path: '/home/me/conversions.csv' })
})

export const noFacts: ArchiveFacts = {
  folder: '/home/me/leadline/statements',
  opening: false,
  version: 1,
  statements: 0,
  files: 0,
  bytes: 0,
  fault: null,
  readOnly: null,
  notice: null,
  notSaved: null,
  profileId: null,
  environment: null,
  cannotFetch: 'To fetch statements, connect to the service first.',
  run: null,
  wanted: [],
  requestCount: 0,
  pendingCount: 0,
  gone: { count: 0, folders: [] },
  verification: null,
  copy: null,
  job: null
}

export const noStatements: StatementsState = stateOf(noFacts, rowProblemsOf([]))

const statementsAnswers = (state: () => StatementsState): Partial<FeatureHandlers<'statements'>> => ({
  read: state,
  list: () => ({ version: state().version, rows: [], gone: [] }),
  revisions: () => ({ rows: [], lines: [] }),
  table: () => {
    throw fail('statements.no-file', 'This file is not in the archive.')
  },
  fetch: () => ({ count: 0, state: state() }),
  fetchFile: () => null,
  refetch: () => ({ count: 0, state: state() }),
  compare: () => ({
    counts: { same: 0, partly: 0, differs: 0, gone: 0, failed: 0 },
    elsewhere: 0,
    sentence: null,
    state: state()
  }),
  restore: () => ({ restored: 0, of: 0, state: state() }),
  export: () => null,
  chooseCopy: () => null,
  move: () => null,
  useOther: () => null
})

interface RecordStates {
  readonly addresses: AddressesState
  readonly conversions: ConversionsState
  readonly statements: StatementsState
}

export const recordsAnswers = (states: RecordStates) => ({
  addresses: addressesAnswers(() => states.addresses),
  conversions: conversionsAnswers(() => states.conversions),
  statements: statementsAnswers(() => states.statements)
})
