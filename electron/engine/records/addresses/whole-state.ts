import { addressText } from '#shared/messages/addresses'
import type { AddressesState, AddressLoad } from '#shared/contract/records/addresses/index'
import { noProgress, type Progress } from './keep/progress-file'
import type { StoreKeeper } from './store-keeper'

interface Parts {
  readonly store: Pick<StoreKeeper, 'owner' | 'state' | 'lost'>
  readonly load: AddressLoad | null
  readonly notLoadable: string | null
  /** Set until the store has saved it. */
  readonly progress: Progress | null
}

/** Combines the state of the store and of loading. */
export function wholeState({ store, load, notLoadable, progress }: Parts): AddressesState {
  const { owner, state, lost } = store
  const { complete, newest, oldest } = progress ?? state?.progress ?? noProgress
  return {
    profileId: owner?.profileId ?? null,
    service: owner?.service ?? null,
    phase: owner === null ? 'none' : lost ? 'failed' : (state?.phase ?? 'opening'),
    sentence:
      owner === null ? addressText.connection.none : (lost ?? state?.sentence ?? addressText.store.opening),
    notLoadable,
    revision: state?.revision ?? 0,
    rows: state?.rows ?? 0,
    networks: state?.networks ?? [],
    keepOnDisk: state?.keepOnDisk ?? false,
    bytesOnDisk: state?.bytesOnDisk ?? 0,
    notSaved: state?.notSaved ?? null,
    load,
    everything: { begun: newest !== null || oldest !== null || complete, complete, newest, oldest },
    digest: state?.digest ?? null,
    savedFilters: state?.savedFilters ?? [],
    labels: state?.labels ?? 0,
    replaced: state?.replaced ?? { count: 0, ids: [] },
    export: state?.export ?? null
  }
}
