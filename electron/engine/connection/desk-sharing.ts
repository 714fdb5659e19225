import { fail } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import { checkServers, identityOf, type FeedAccess } from './feed-address'
import type { SavedProfiles } from './saved-profiles'
import type { Seat } from './seat-file'
import type { Secrets } from './secrets'
import { serviceDigest } from './service-digest'

/** With which desks the saved connections share their market data. */
export class DeskSharing {
  constructor(
    private readonly saved: SavedProfiles,
    private readonly secrets: Secrets
  ) {}

  /** False if the user cancels. */
  async begin(id: string, choose: () => Promise<Seat | null>): Promise<boolean> {
    const stored = this.saved.stored(id)
    const seat = await choose()
    if (!seat) return false
    const { secret, shares } = seat
    const { feed, environment } = seat.draft
    if (!shares || !feed || !secret) throw fail('feed.seat-file', feedText.share.onlySeat)
    if (stored.feed || feed.digest !== serviceDigest(stored) || environment !== stored.environment)
      throw fail('feed.seat-file', feedText.share.otherService(stored.name))
    const { servers, authority } = feed
    checkServers(servers)
    await this.secrets.keepShareKey(id, secret)
    await this.saved.put({ ...stored, share: { servers, ...(authority !== undefined && { authority }) } })
    return true
  }

  async end(id: string): Promise<void> {
    const { share: _share, ...stored } = this.saved.stored(id)
    await this.saved.put(stored)
    await this.secrets.deleteShareKey(id)
  }

  /** Null unless the connection shares its data. */
  async access(id: string): Promise<FeedAccess | null> {
    const { share } = this.saved.profile(id)
    const key = share ? await this.secrets.readShareKey(id) : null
    return share && key ? { ...share, digest: '', identity: identityOf(key) } : null
  }
}
