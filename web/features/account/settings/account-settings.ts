import { captureDelayMaxSeconds } from '#contract/constants.ts'

/** The contact form's settings, named as in the API. */
export const captureSettings = {
  enabled: { updateType: 1, setting: 'connectClientsSetting.enabled' },
  desktopEnabled: { updateType: 1, setting: 'connectClientsSetting.desktopEnabled' },
  timeout: { updateType: 1, setting: 'connectClientsSetting.timeout' },
  labels: { updateType: 16, setting: 'connectClientsSetting.applyTags' },
} as const
export type CaptureSetting = keyof typeof captureSettings

export const languageSetting = { updateType: 32, setting: 'language' } as const

export const isCaptureSetting = (name: string): name is CaptureSetting => Object.hasOwn(captureSettings, name)

/** The typed delay of the form; null if it is invalid. */
export function readSeconds(typed: string): number | null {
  const seconds = Number(typed.trim().replace(',', '.'))
  if (typed.trim() === '' || !(seconds >= 0 && seconds <= captureDelayMaxSeconds)) return null
  return Math.round(seconds * 10) / 10
}
