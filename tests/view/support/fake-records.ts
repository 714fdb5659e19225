import type { Bridge } from '#shared/contract/index'
import type { AddressesState } from '#shared/contract/records/addresses'
import type { ConversionsState } from '#shared/contract/records/conversions'
import type { ArchiveFacts } from '#engine/records/statements/facts'
import { rowProblemsOf } from '#engine/records/statements/problems'
import { stateOf } from '#engine/records/statements/state'
import { type StatementsState } from '#shared/contract/records/statements/index'
import { fail, type Result } from '#shared/domain/base/problem'

export type Hear = <T>(name: string, payload: unknown, usual: () => T) => Promise<Result<T>>

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
  savedFilters: [],
  labels: 0,
  replaced: { count: 0, ids: [] },
  export: null
}

const addressesCalls = (hear: Hear, state: () => AddressesState): Bridge['call']['addresses'] => {
  const told = (name: string) => (payload?: unknown) => hear(`addresses.${name}`, payload, state)
  return {
    read: told('read'),
    open: told('open'),
    ask: (payload) =>
      hear('addresses.ask', payload, () => ({
        sequence: payload.sequence,
        overtaken: false,
        count: 0,
        total: 0,
        revision: state().revision,
        milliseconds: 0,
        note: null
      })),
    slice: (payload) =>
      hear('addresses.slice', payload, () => ({ from: payload.from, sequence: 0, rows: [] })),
    position: (payload) => hear('addresses.position', payload, () => ({ sequence: 0, index: null })),
    closeView: (payload) => hear('addresses.closeView', payload, () => null),
    detail: (payload) =>
      hear('addresses.detail', payload, () => {
        throw fail('addresses.gone', 'This address is not here.')
      }),
    load: told('load'),
    loadEverything: told('loadEverything'),
    refresh: told('refresh'),
    stop: told('stop'),
    resume: told('resume'),
    clear: told('clear'),
    keepOnDisk: told('keepOnDisk'),
    label: told('label'),
    saveFilter: told('saveFilter'),
    savedFilter: (payload) =>
      hear('addresses.savedFilter', payload, () => {
        throw fail('addresses.no-filter', 'This filter is not here.')
      }),
    removeFilter: told('removeFilter'),
    parse: (payload) =>
      hear('addresses.parse', payload, () => ({ values: [], repeated: 0, bad: [], sentence: null })),
    copy: (payload) =>
      hear('addresses.copy', payload, () => ({ matches: true, sentence: 'Copied.', watchedUntil: null })),
    confirm: (payload) =>
      hear('addresses.confirm', payload, () => ({ state: 'unknown', sentence: 'Not asked.' })),
    seen: told('seen'),
    copyAgain: () =>
      hear('addresses.copyAgain', undefined, () => ({
        matches: true,
        sentence: 'Copied.',
        watchedUntil: null
      })),
    export: (payload) => hear('addresses.export', payload, () => null),
    cancelExport: () => hear('addresses.cancelExport', undefined, () => null)
  }
}

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

const conversionsCalls = (hear: Hear, state: () => ConversionsState): Bridge['call']['conversions'] => {
  const told = (name: string) => (payload?: unknown) => hear(`conversions.${name}`, payload, state)
  const asked = (name: string) => (payload: unknown) =>
    hear(`conversions.${name}`, payload, () => ({ results: [], left: 0 }))
  return {
    read: told('read'),
    lookUp: asked('lookUp'),
    refresh: asked('refresh'),
    stop: () => hear('conversions.stop', undefined, () => null),
    clipboard: () => hear('conversions.clipboard', undefined, () => ({ ids: [], left: 0 })),
    open: (payload) =>
      hear('conversions.open', payload, () => {
        throw fail('conversion.gone', 'This conversion is not in the history.')
      }),
    page: (payload) =>
      hear('conversions.page', payload, () => ({ rows: state().rows, count: state().count })),
    position: (payload) => hear('conversions.position', payload, () => null),
    exportCsv: (payload) =>
      hear('conversions.exportCsv', payload, () => ({ path: '/home/me/conversions.csv' })),
    watch: told('watch'),
    note: (payload) => hear('conversions.note', payload, () => null),
    remove: told('remove'),
    makeRoom: told('makeRoom')
  }
}

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

const statementsCalls = (hear: Hear, state: () => StatementsState): Bridge['call']['statements'] => {
  const told = (name: string) => (payload?: unknown) => hear(`statements.${name}`, payload, state)
  const fetched = (name: string) => (payload?: unknown) =>
    hear(`statements.${name}`, payload, () => ({ count: 0, state: state() }))
  return {
    read: told('read'),
    list: () => hear('statements.list', undefined, () => ({ version: state().version, rows: [], gone: [] })),
    revisions: (payload) => hear('statements.revisions', payload, () => ({ rows: [], lines: [] })),
    table: (payload) =>
      hear('statements.table', payload, () => {
        throw fail('statements.no-file', 'This file is not in the archive.')
      }),
    show: (payload) => hear('statements.show', payload, () => null),
    fetch: fetched('fetch'),
    fetchFile: () => hear('statements.fetchFile', undefined, () => null),
    refetch: fetched('refetch'),
    stopFetch: told('stopFetch'),
    cancelRequests: told('cancelRequests'),
    verify: told('verify'),
    compare: (payload) =>
      hear('statements.compare', payload, () => ({
        counts: { same: 0, partly: 0, differs: 0, gone: 0, failed: 0 },
        elsewhere: 0,
        sentence: null,
        state: state()
      })),
    stop: told('stop'),
    acceptRemoval: told('acceptRemoval'),
    acceptList: told('acceptList'),
    resolveCopy: told('resolveCopy'),
    restore: () => hear('statements.restore', undefined, () => ({ restored: 0, of: 0, state: state() })),
    rebuild: told('rebuild'),
    dismiss: told('dismiss'),
    openFolder: (payload) => hear('statements.openFolder', payload, () => null),
    export: (payload) => hear('statements.export', payload, () => null),
    chooseCopy: () => hear('statements.chooseCopy', undefined, () => null),
    syncCopy: told('syncCopy'),
    dropCopy: told('dropCopy'),
    move: () => hear('statements.move', undefined, () => null),
    useOther: () => hear('statements.useOther', undefined, () => null)
  }
}

interface RecordStates {
  readonly addresses: AddressesState
  readonly conversions: ConversionsState
  readonly statements: StatementsState
}

export const recordsCalls = (hear: Hear, states: RecordStates) => ({
  addresses: addressesCalls(hear, () => states.addresses),
  conversions: conversionsCalls(hear, () => states.conversions),
  statements: statementsCalls(hear, () => states.statements)
})
