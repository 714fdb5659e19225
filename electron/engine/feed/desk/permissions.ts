import { inboxOf } from '../server/connect'
import type { FeedSubjects } from '../wire/subjects'
import type { Permissions } from './jwt'

const bucketOf = ({ lease }: FeedSubjects) => `leadline_v1_recordings_${lease}`

/** It may send the feed, and nothing else that a seat reads. */
export const collectorPermissions = (subjects: FeedSubjects, publicKey: string): Permissions => ({
  publish: [
    subjects.frames,
    subjects.keys,
    subjects.beat,
    `$KV.leadline_v1_leases.${subjects.lease}`,
    `$O.${bucketOf(subjects)}.>`,
    '$JS.API.>',
    '$JS.FC.>'
  ],
  subscribe: [`${inboxOf(publicKey)}.>`]
})

/** It may read the feed and what is kept of it, and send nothing that another one reads. */
export function seatPermissions(subjects: FeedSubjects, publicKey: string): Permissions {
  const store = `OBJ_${bucketOf(subjects)}`
  return {
    publish: [
      `$JS.API.STREAM.MSG.GET.${subjects.stream}`,
      `$JS.API.STREAM.INFO.${store}`,
      `$JS.API.STREAM.MSG.GET.${store}`,
      `$JS.API.DIRECT.GET.${store}.>`,
      `$JS.API.CONSUMER.*.${store}.>`,
      `$JS.FC.${store}.>`
    ],
    subscribe: [subjects.frames, subjects.keys, subjects.beat, `${inboxOf(publicKey)}.>`]
  }
}
