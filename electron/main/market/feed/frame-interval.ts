import type { Settings } from '#shared/contract/app/settings'

/** The saving applies to faster rates only. */
export function frameInterval(
  { frameRate, lowerFrameRate }: Pick<Settings, 'frameRate' | 'lowerFrameRate'>,
  { battery, background }: { readonly battery: boolean; readonly background: boolean }
): number {
  const chosen = frameRate === 'full' ? 0 : 1000 / frameRate
  if (!lowerFrameRate || (!battery && !background)) return chosen
  return Math.max(chosen, 1000 / (battery && background ? 15 : 30))
}
