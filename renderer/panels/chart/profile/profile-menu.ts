import { studyText } from '../../../messages/panels/studies'
import { profileKinds, type ChartSettings, type ProfileKind } from '#shared/contract/market/panels/chart'
import type { MenuGroup } from '../../../ui/menu'

export const profileMenu = (
  settings: Pick<ChartSettings, 'profile' | 'anchor'>,
  onset: (profile: ProfileKind) => void
): MenuGroup => ({
  title: studyText.profile.title,
  folded: true,
  items: profileKinds.map((kind) => ({
    label: studyText.profile.kinds[kind],
    checked: settings.profile === kind,
    disabled: kind === 'anchored' && settings.anchor === null ? studyText.profile.noAnchor : null,
    run: () => onset(kind)
  }))
})
