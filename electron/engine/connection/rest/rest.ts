import { fail } from '#shared/domain/base/problem'
import { restText } from '#shared/messages/service'
import { decodeDepositAddresses, type DepositAddresses } from '#shared/wire/address-decoder'
import { decodeConversion, type Conversion } from '#shared/wire/conversion-decoder'
import { decodeStatement, type Statement } from '#shared/wire/statement-decoder'
import { Caller } from './caller'
import { operations } from './operations'
import { pagesOf, type PagesOptions } from './pages'
import { addressParameters, pathId, type AddressQuery } from './query'
import type { CallOptions, RestPorts } from './types'

export interface Rest {
  readonly addresses: {
    page(query?: AddressQuery, options?: CallOptions): Promise<DepositAddresses>
    pages(query?: AddressQuery, options?: PagesOptions): AsyncGenerator<DepositAddresses, void, undefined>
  }
  readonly statements: { read(id: string, options?: CallOptions): Promise<Statement> }
  readonly conversions: { read(id: string, options?: CallOptions): Promise<Conversion> }
}

export type AddressRest = Pick<Rest, 'addresses'>

export function createRest(ports: RestPorts): Rest {
  const caller = new Caller(ports)
  const page = async (query: AddressQuery = {}, options: CallOptions = {}) => {
    const parameters = addressParameters(query).toString()
    const path = `/transfer/deposit-addresses${parameters === '' ? '' : `?${parameters}`}`
    return caller.get(operations.listAddresses, path, { ...options, decode: decodeDepositAddresses })
  }
  return {
    addresses: { page, pages: (query = {}, options = {}) => pagesOf(page, query, options) },
    statements: {
      async read(id, options = {}) {
        const wanted = pathId(id, 'statement')
        return caller.get(operations.readStatement, `/rewards/statements/${wanted}`, {
          ...options,
          decode: (body) => sameRecord(decodeStatement(body, ports.keepOutOfLogs), wanted)
        })
      }
    },
    conversions: {
      async read(id, options = {}) {
        const wanted = pathId(id, 'conversion')
        return caller.get(operations.readConversion, `/conversion/stablecoins/${wanted}`, {
          ...options,
          decode: (body) => sameRecord(decodeConversion(body), wanted)
        })
      }
    }
  }
}

/** A record with another ID is worse than none. */
function sameRecord<T extends { readonly id: string }>(record: T, wanted: string): T {
  if (record.id.toLowerCase() === wanted) return record
  throw fail('rest.other-record', restText.otherRecord)
}
