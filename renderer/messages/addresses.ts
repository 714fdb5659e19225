import { choose, count, plural } from '#shared/messages/language'

/** `shown` is a number as the user's settings write it. */
export const addressesText = choose({
  en: {
    title: 'Deposit addresses',
    head: {
      loadingAll: 'loaded so far',
      refreshing: (added: string) => `loaded, ${added} of them new`,
      comparing: (compared: string) => `loaded, ${compared} of them compared`,
      loadingPage: (page: string) => `loaded, fetching page ${page}`,
      loaded: 'loaded',
      loading: 'Loading addresses',
      stop: 'Stop',
      refresh: 'Refresh',
      resume: 'Resume',
      continue: 'Continue loading',
      loadEverything: 'Load everything',
      export: 'Export',
      csv: 'As a CSV table…',
      json: 'As JSON…'
    },
    clear: {
      title: 'Clear all loaded addresses?',
      action: 'Clear all',
      text: (rows: number, shown: string) =>
        `${count(rows, 'address', 'addresses', shown)} of this connection will be removed from Leadline and from this disk. The service keeps all of them, and you can load them again. Your labels and saved filters stay.`
    },
    body: {
      notRead: 'The addresses could not be read',
      reading: 'Reading addresses',
      loading: 'Loading addresses',
      ended: 'The address store stopped',
      restart: 'Restart',
      noRows: 'The list could not be read'
    },
    exporting: {
      progress: 'Exporting',
      written: (written: string, rows: string) => `${written} of ${rows} written`,
      to: (file: string) => `to ${file}`,
      cancel: 'Cancel',
      dismiss: 'Dismiss'
    },
    found: {
      none: 'Nothing found',
      noneFiltered: 'No loaded address matches the filters.',
      noneOfFiltered: (search: string) => `No match among the filtered addresses for “${search}”.`,
      noneOfLoaded: (search: string) => `No match among the loaded addresses for “${search}”.`,
      clearSearch: 'Clear search',
      clearFilters: 'Clear filters',
      ask: 'Ask the service',
      askAgain: 'Ask the service again'
    },
    empty: {
      noMatch: 'No address matches',
      askedAt: (time: string) => `The service had no deposit address for these filters at ${time}.`,
      none: 'No deposit addresses',
      allLoaded: 'All pages were loaded; the service had no deposit addresses.',
      notLoaded: 'No deposit addresses loaded',
      loadFirst:
        'Load all addresses of the connection, or only those that match a filter. You can then search them by any part of the address, its IDs, its metadata or your labels.',
      searchLater: (search: string) =>
        `Load addresses first: “${search}” will be searched for in the address, its IDs, its metadata and your labels.`,
      clearFilters: 'Clear filters',
      loadEverything: 'Load everything',
      loadFiltered: 'Load with these filters',
      chooseNetworks: 'Choose networks'
    },
    notices: {
      changed: (addresses: number, shown: string) =>
        `${count(addresses, 'address has', 'addresses have', shown)} changed under the same ID. ${plural(addresses, { one: 'Open it', other: 'Open each one' })} to compare the old and the new.`,
      showChanged: 'Show',
      stillUsable: (notLoadable: string) => `${notLoadable} You can still search, filter, copy and export.`,
      clipboard: 'The copied address was replaced',
      copied: 'Copied',
      found: 'On the clipboard',
      copyAgain: 'Copy again',
      acknowledge: 'Acknowledge'
    },
    digest: {
      label: 'Changes since your last look',
      since: (time: string, changes: string) => `Since ${time}: ${changes}`,
      none: (time: string) => `No changes since ${time}`,
      counts: {
        added: (shown: string) => `${shown} added`,
        changed: (shown: string) => `${shown} changed`,
        unlisted: (shown: string) => `${shown} no longer listed`,
        relisted: (shown: string) => `${shown} listed again`
      },
      kinds: {
        added: 'Added',
        changed: 'Changed',
        unlisted: 'No longer listed',
        relisted: 'Listed again'
      },
      all: (shown: string) => `All ${shown}`,
      option: (kind: string, shown: string) => `${kind} ${shown}`,
      compared: (time: string) => `All addresses were compared with the service at ${time}.`,
      before: (time: string) =>
        `The comparison before your last look was at ${time}; a change may be older than your last look.`,
      neverBefore: 'No earlier comparison is known; a change may be older than your last look.',
      notCompared:
        'Includes only what was loaded or opened since. Compare all to find other changes and removals.',
      unclear: (shown: string) => `${shown} could not be compared.`,
      loaded: (addresses: number, shown: string) =>
        `${count(addresses, 'more address was', 'more addresses were', shown)} loaded that may not be new: the list was not complete at your last look.`,
      show: 'Show changes',
      hide: 'Hide changes',
      markSeen: 'Mark as seen',
      kind: 'Kind of change',
      search: 'Address, ID or ref ID',
      range: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
      previous: 'Previous',
      next: 'Next',
      noMatch: 'No change matches.',
      metadata: (key: string) => `Metadata ${key}`,
      was: 'Before',
      is: 'Now',
      empty: 'none'
    },
    unavailable: {
      elsewhere: 'Available in Deposit addresses',
      noRows: 'No addresses are shown',
      notLoading: 'Nothing is loading',
      noneSelected: 'Select an address first',
      incomplete: 'Load everything first'
    },
    detail: {
      title: 'Deposit address',
      titleOn: (network: string) => `${network} deposit address`,
      notRead: 'The address could not be read',
      reading: 'Reading the address',
      hidden: 'The QR code and the Copy button are hidden because of a warning about this address.',
      showAnyway: 'Show anyway',
      qrOfRequest: (request: string) => `QR code of the payment request ${request}`,
      qrOfAddress: (address: string) => `QR code of the address ${address}`,
      asRequest: 'As a payment request',
      onlyAddress: 'The code contains only the address',
      copyAddress: 'Copy address',
      copyRequest: 'Copy request',
      copyJson: 'Copy as JSON',
      clipboardVerified: 'Clipboard verified',
      spoken: (groups: string) => `Address ${groups}`,
      wrongChecksum: 'Invalid checksum',
      label: 'Your label',
      labelHint: 'Stored only on this computer',
      saveLabel: 'Save',
      allFields: 'All fields',
      metadata: 'Metadata'
    },
    changed: {
      title: 'This address has changed',
      text: (time: string) =>
        `Since ${time} the service has given a different address for this ID. Check with the owner of the account before you use either one.`,
      before: 'Before',
      now: 'Now',
      network: 'Network',
      networks: (before: string, now: string) => `${before} before, ${now} now`,
      acknowledge: 'Acknowledge'
    },
    source: {
      confirmed: (time: string) => `Confirmed by the service at ${time}.`,
      received: (time: string) => `Received from the service at ${time}.`,
      saved: (time: string) => `Saved on ${time}; not confirmed since.`,
      notConfirmed: (time: string, reason: string) => `Saved on ${time}; not confirmed since. ${reason}`,
      gone: 'The service no longer has this address',
      goneAt: (time: string) => `Checked by its ID at ${time}. Do not use the saved copy.`,
      unlisted: 'The service did not find it by its ID. Do not use the saved copy.'
    },
    fields: {
      profile: 'Profile',
      customer: 'Customer',
      identity: 'Identity',
      account: 'Account',
      refId: 'Ref ID',
      convertsTo: 'Converts to',
      created: 'Created',
      createdAsSent: 'Created, as sent',
      alsoAccepts: 'Also accepts',
      network: 'Network',
      addressId: 'Address ID',
      noConversion: 'No conversion'
    },
    columns: {
      created: 'Created',
      createdUtc: 'Created, UTC',
      network: 'Network',
      address: 'Address',
      label: 'Label',
      found: 'Also found in',
      profile: 'Profile',
      refId: 'Ref ID',
      target: 'Converts to',
      changed: 'Address has changed'
    },
    /** Where a search found its text. */
    matchedFields: {
      address: 'address',
      id: 'address ID',
      refId: 'ref ID',
      label: 'label',
      profileId: 'profile',
      identityId: 'identity',
      accountId: 'account',
      customerId: 'customer',
      metadataKey: 'metadata key',
      metadataValue: 'metadata'
    },
    foot: {
      addresses: (addresses: number, shown: string) => count(addresses, 'address', 'addresses', shown),
      matches: (matches: string, total: string) => `${matches} of ${total} loaded match`,
      inMemory: 'in memory only',
      keepOnDisk: 'Keep on disk',
      clearAll: 'Clear all',
      compare: 'Compare all',
      compareHint: 'Read the whole list again to find changed and removed addresses',
      ask: 'Ask the service'
    },
    coverage: {
      reading: 'Partial: still reading addresses from disk.',
      complete: 'Complete. Refresh to load new addresses.',
      allMatches: (time: string) => `All matches as of ${time}.`,
      loadingMatches: 'Partial: more matches are loading.',
      loading: 'Partial: addresses are still loading.',
      maybeMore: 'Partial: the service may have more addresses.',
      maybeMoreMatches: 'Partial: the service may have more matches.'
    },
    filters: {
      search: 'Address, label or any ID',
      filters: 'Filters',
      add: 'Add a filter',
      filter: 'Filter',
      saved: 'Saved',
      savedFilters: 'Saved filters',
      manage: 'Save or remove filters…',
      newestFirst: 'Newest first',
      oldestFirst: 'Oldest first',
      order: (order: string) => `Order: ${order}`,
      editHint: (filter: string) => `${filter} (press Delete to remove)`,
      removeOne: (filter: string) => `Remove ${filter}`,
      remove: 'Remove',
      dialog: (filter: string) => `Filter: ${filter}`,
      cancel: 'Cancel',
      apply: 'Apply',
      andMore: (values: string, more: number) => `${values} and ${more} more`,
      titles: {
        networks: 'Network',
        createdAt: 'Created',
        profileIds: 'Profile',
        refIds: 'Ref ID',
        identityIds: 'Identity',
        accountIds: 'Account',
        ids: 'Address ID'
      },
      names: {
        networks: 'Networks',
        createdAt: 'Creation time',
        profileIds: 'Profile IDs',
        refIds: 'Reference IDs',
        identityIds: 'Identity IDs',
        accountIds: 'Account IDs',
        ids: 'Address IDs'
      }
    },
    created: {
      gte: 'At or after (≥)',
      gt: 'After (>)',
      lte: 'At or before (≤)',
      lt: 'Before (<)',
      eq: 'Exactly at (=)',
      example: '2026-10-01 09:30',
      invalid: 'Not a valid time, e.g. 2026-10-01 09:30.',
      hint: 'Times are UTC unless followed by a zone such as +02:00. All conditions must match.'
    },
    networks: {
      choose: 'Networks',
      names: 'Or type or paste names',
      namesHint: 'Bitcoin, Base – press Enter to select',
      selected: (networks: number) => `${networks} selected`,
      clear: 'Clear'
    },
    values: {
      hint: 'Type or paste values separated by commas, spaces or line breaks',
      none: 'No values yet.',
      read: (values: number, shown: string) => `${count(values, 'value', 'values', shown)}.`,
      requests: (requests: number) => `Needs ${count(requests, 'request')}.`
    },
    saved: {
      saveAs: 'Save current filters as',
      noFilters: 'Add a filter first.',
      save: 'Save',
      replace: 'Replace',
      use: 'Use',
      useOne: (name: string) => `Use ${name}`,
      remove: 'Remove',
      removeOne: (name: string) => `Remove ${name}`,
      none: 'No saved filters yet.'
    }
  }
})
