import { inboxOf } from '../server/connect'
import { bucketOf } from '../server/object-store'
import type { ServiceNamed } from '../../connection'
import { feedSubjects } from '../wire/subjects'
import type { Permissions } from './jwt'

/** It may send the feed, and nothing else that a seat reads. */
export function collectorPermissions(service: ServiceNamed, publicKey: string): Permissions {
  const { frames, keys, beat, lease } = feedSubjects(service)
  return {
    publish: [
      frames,
      keys,
      beat,
      `$KV.leadline_v1_leases.${lease}`,
      `$O.${bucketOf(service)}.>`,
      '$JS.API.>',
      '$JS.FC.>'
    ],
    subscribe: [`${inboxOf(publicKey)}.>`]
  }
}

/** It may read the feed and what is kept of it, and send nothing that another one reads. */
export function seatPermissions(service: ServiceNamed, publicKey: string): Permissions {
  const { frames, keys, beat, stream } = feedSubjects(service)
  const store = `OBJ_${bucketOf(service)}`
  return {
    publish: [
      `$JS.API.STREAM.MSG.GET.${stream}`,
      `$JS.API.STREAM.INFO.${store}`,
      `$JS.API.STREAM.MSG.GET.${store}`,
      `$JS.API.DIRECT.GET.${store}.>`,
      `$JS.API.CONSUMER.*.${store}.>`,
      `$JS.FC.${store}.>`
    ],
    subscribe: [frames, keys, beat, `${inboxOf(publicKey)}.>`]
  }
}
