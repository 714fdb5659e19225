import { inboxOf } from '../server/connect'
import { bucketOf, readingSubjects } from '../server/object-reader'
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

/**
 * It may read the feed, what is kept of it, and the shared recordings, and send nothing that another one reads. It may make
 * no consumers: a key that may do that can have the server send objects to any subject.
 */
export function seatPermissions(service: ServiceNamed, publicKey: string): Permissions {
  const { frames, keys, beat, stream } = feedSubjects(service)
  const recordings = readingSubjects(bucketOf(service))
  return {
    publish: [`$JS.API.STREAM.MSG.GET.${stream}`, recordings.info, recordings.message],
    subscribe: [frames, keys, beat, `${inboxOf(publicKey)}.>`]
  }
}
