import type { PageArea } from '#shared/contract/market/panel-export'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { fileName } from '../../lib/panel-export'
import { analysisText } from '../../messages/analysis'
import type { MenuGroup } from '../../ui/menu'

const text = analysisText.actions
const { none } = analysisText.unavailable
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Of the reports as they are shown; the name is null without one. */
export function pictureMenu(
  desk: Desk,
  element: Element | undefined,
  name: string | null
): readonly MenuGroup[] {
  const { panelExport } = desk.bridge.call
  // Once the menu is gone.
  const area = async (): Promise<PageArea> => {
    await frame()
    await frame()
    const { left, top, width, height } = element!.getBoundingClientRect()
    return { left, top, width, height }
  }
  const disabled = name === null ? none : null
  const attempt = (work: () => Promise<void>) => () => element && desk.attempt(work)
  return [
    {
      items: [
        {
          label: text.copyPicture,
          disabled,
          run: attempt(async () => {
            await valueOf(panelExport.copyPicture({ area: await area() }))
            desk.toasts.show('success', text.pictureCopied)
          })
        },
        {
          label: text.savePicture,
          disabled,
          run: attempt(async () => {
            const time = new Date(desk.clock.now).toISOString().slice(0, 19).replace('T', ' ')
            const saved = await valueOf(
              panelExport.savePicture({
                area: await area(),
                name: fileName(name ?? analysisText.title, `${time} UTC`, 'png')
              })
            )
            if (saved) desk.toasts.show('success', text.saved(saved.path))
          })
        }
      ]
    }
  ]
}
