import { choose, count, number, plural } from './language'

export const addressText = choose({
  en: {
    connection: {
      none: 'Addresses belong to a connection. Connect to one first.',
      gone: 'This connection no longer exists.',
      other: 'These addresses belong to another connection. Connect to it to load more.',
      notConnected: 'Connect to load addresses. You can search the loaded ones meanwhile.'
    },
    store: {
      opening: 'Opening.',
      ready: 'Ready.',
      reading: (percent: number) => `Reading the saved addresses: ${percent}%.`,
      ended: 'The address store stopped. Open the view again to restart it.',
      endedUnexpectedly:
        'The address store stopped unexpectedly. Addresses that were not saved to disk must be loaded again.',
      gone: 'This address is no longer loaded.',
      full: (addresses: number) =>
        `Leadline keeps at most ${number(addresses)} addresses. Load fewer with a filter, or clear the loaded ones.`,
      expired: 'This list has expired. Reload it.'
    },
    copy: {
      noRequest: 'This network has no payment requests.',
      nothing: 'Nothing has been copied since Leadline started.',
      wrong: (fault: string) => `Invalid checksum. ${fault}`,
      changed:
        'The address for this ID has changed. Open it, compare both addresses, and copy it there if it is the right one.',
      gone: 'The service no longer has this address. Open it to copy it anyway.',
      done: 'Copied. The clipboard was checked and contains the address.',
      mismatch: 'The clipboard contains something else. Do not paste it; copy again.'
    },
    clipboard: {
      replaced:
        'The clipboard no longer holds the address you copied. If you did not copy the new one yourself, a program on this computer may have replaced it: do not paste it.',
      title: 'The copied address was replaced',
      notification: (copied: string, found: string) =>
        `Copied: ${copied}\nOn the clipboard: ${found}\nDo not paste it unless you copied it yourself.`
    },
    conversion: {
      none: 'Deposits are credited in the asset they arrive in.',
      usd: 'Deposits of the platform’s USD stablecoin are converted to US dollars. Deposits of other assets are credited as they arrive.',
      other: (target: string) =>
        `Deposits of the platform’s USD stablecoin are converted to ${target}. Deposits of other assets are credited as they arrive.`
    },
    checks: {
      unknownNetwork: (network: string) =>
        `Leadline does not know the network ${network} and cannot check this address.`,
      wrong: (network: string, fault: string) => `Do not use this address for ${network}. ${fault}`,
      test: (network: string, form: string) =>
        `An address on ${network}’s test network (${form}). Anything sent to it from the main network is lost.`,
      noChecksum: (network: string, form: string) =>
        `Valid format for ${network} (${form}). This format has no checksum, so a wrong character cannot be detected.`,
      valid: (network: string, form: string) => `The checksum is valid for ${network} (${form}).`
    },
    faults: {
      form: (network: string) => `This is not a ${network} address.`,
      length: (network: string) => `The length is wrong for a ${network} address.`,
      key: (network: string) => `No ${network} key can own this address, so coins sent to it would be lost.`,
      checksum: (_network: string) =>
        'The checksum is wrong: at least one character was changed or is missing.'
    },
    forms: {
      account: 'Account',
      key: 'Key',
      keyWithTokens: 'Key, accepts tokens',
      legacyKey: 'Legacy key',
      legacyScript: 'Legacy script',
      longScript: 'Long script',
      muxed: 'Muxed account',
      olderScript: 'Older script',
      script: 'Script',
      scriptWithTokens: 'Script, accepts tokens',
      segwitKey: 'SegWit key',
      segwitScript: 'SegWit script',
      taproot: 'Taproot'
    },
    networks: {
      BITCOIN: 'Bitcoin',
      ETHEREUM: 'Ethereum',
      BITCOIN_CASH: 'Bitcoin Cash',
      LITECOIN: 'Litecoin',
      SOLANA: 'Solana',
      POLYGON_POS: 'Polygon PoS',
      BASE: 'Base',
      ARBITRUM_ONE: 'Arbitrum One',
      STELLAR: 'Stellar',
      INK: 'Ink',
      XLAYER: 'X Layer',
      AVALANCHE: 'Avalanche',
      DOGECOIN: 'Dogecoin',
      SUI: 'Sui',
      ROBINHOOD: 'Robinhood Chain',
      BNB: 'BNB Chain'
    },
    values: {
      nouns: {
        ids: { one: 'address ID', many: 'address IDs' },
        profileIds: { one: 'profile ID', many: 'profile IDs' },
        identityIds: { one: 'identity ID', many: 'identity IDs' },
        accountIds: { one: 'account ID', many: 'account IDs' },
        refIds: { one: 'reference ID', many: 'reference IDs' },
        networks: { one: 'network', many: 'networks' }
      },
      andMore: (values: string, more: number) => `${values} and ${number(more)} more`,
      invalid: (values: string, invalid: number, one: string, many: string) =>
        plural(invalid, {
          one: `${values} is not a valid ${one} (skipped).`,
          other: `${values} are not valid ${many} (skipped).`
        }),
      tooMany: (max: number, many: string, skipped: number) =>
        `A filter is limited to ${number(max)} ${many}; ${number(skipped)} skipped.`,
      duplicates: (duplicates: number) => `${count(duplicates, 'duplicate')} ignored.`,
      none: (one: string) => `No ${one} found in this text.`
    },
    query: {
      tooMany: (requests: number, max: number) =>
        `These filters would need ${number(requests)} requests; the maximum is ${number(max)}. Use fewer values in one of them.`,
      unreadable: 'The answer of the service could not be read.',
      time: (text: string) => `“${text}” is not a valid time, e.g. 2006-01-02T15:04:05Z.`
    },
    load: {
      running: 'Loading.',
      stopped: (received: string) => `Stopped. ${received}`,
      interrupted: (reason: string, received: string) => `${reason} ${received}`,
      nothing: 'No addresses were received.',
      received: (addresses: number) =>
        `Received ${count(addresses, 'address', 'addresses')}; you can resume loading.`,
      done: (addresses: number, added: number) =>
        `${count(addresses, 'address', 'addresses')} received, ${number(added)} new.`,
      compared: (addresses: number) =>
        `${count(addresses, 'address', 'addresses')} compared with the service.`,
      unreadable: (addresses: number) => `${number(addresses)} could not be read.`,
      changed: (addresses: number) => `${count(addresses, 'address has', 'addresses have')} changed.`
    },
    compare: {
      incomplete: 'Load everything first.',
      moved: 'More addresses have changed meanwhile. Look at them first.'
    },
    search: {
      tooShort: (min: number) => `Type at least ${min} characters to search.`,
      ends: (first: string, last: string) =>
        `Searched for text that begins with “${first}” and ends with “${last}”.`,
      withoutInvisible: (text: string) => `Searched for “${text}”, without invisible characters.`,
      withoutSurrounding: (text: string) => `Searched for “${text}”, without the surrounding characters.`,
      withoutSpaces: (text: string) => `Searched for “${text}”, without spaces.`,
      withoutPunctuation: (text: string) => `Searched for “${text}”, without spaces and punctuation.`
    },
    notes: {
      title: 'address labels and filters',
      progress: 'address progress',
      digest: 'address changes',
      lost: 'some labels or saved filters could not be read',
      longLabel: (max: number) => `A label has at most ${number(max)} characters.`,
      manyLabels: (max: number) => `A connection has at most ${number(max)} labels.`,
      manyValues: (max: number) => `A saved filter has at most ${number(max)} values.`,
      manyFilters: (max: number) => `A connection has at most ${number(max)} saved filters.`,
      filterGone: 'This saved filter no longer exists.'
    },
    saved: {
      notRead: (reason: string) =>
        `The saved addresses could not be read: ${reason}. They are left unchanged.`,
      progressNotSaved: (reason: string) => `The loading progress could not be saved: ${reason}.`,
      digestNotSaved: (reason: string) => `The time of your last look could not be saved: ${reason}.`,
      newer:
        'The saved addresses were written by a newer Leadline. They are left unchanged, and addresses loaded now are not saved.',
      removed: 'The saved addresses were deleted outside of Leadline. Load everything again to restore them.',
      altered: (file: string) =>
        `The saved addresses were changed or damaged outside of Leadline. None of them is shown; the file was set aside as ${file}. Load everything again.`,
      damaged: (lines: number, file: string) =>
        `The saved addresses were damaged. ${count(lines, 'line')} could not be read; the file was set aside as ${file}. Load everything again to restore all of them.`,
      unreadable: (file: string) =>
        `The saved addresses were damaged and could not be read; the file was set aside as ${file}. Load everything again to restore them.`,
      notDeleted: (reason: string) => `The saved addresses could not be deleted: ${reason}.`,
      notSaved: (reason: string) =>
        `The addresses could not be saved to disk: ${reason}. They are kept only until you quit.`
    },
    export: {
      title: 'Export addresses',
      busy: 'Another export is running. Wait for it to finish, or cancel it.',
      running: 'Exporting.',
      done: (rows: number, file: string) => `${count(rows, 'address', 'addresses')} written to ${file}.`,
      partial: 'The list is partial: the service may have more addresses.',
      cancelled: 'The export was cancelled. Nothing was written.',
      failed: (file: string, reason: string) =>
        `${file} could not be written: ${reason}. The previous file is unchanged.`
    }
  }
})
