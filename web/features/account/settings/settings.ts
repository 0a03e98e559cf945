import { captureDelayMaxSeconds } from '#contract/constants.ts'

/** The settings of the form that asks visitors for their details, as the server names them. */
export const captureSettings = {
  enabled: { updateType: 1, setting: 'connectClientsSetting.enabled' },
  desktopEnabled: { updateType: 1, setting: 'connectClientsSetting.desktopEnabled' },
  timeout: { updateType: 1, setting: 'connectClientsSetting.timeout' },
  labels: { updateType: 16, setting: 'connectClientsSetting.applyTags' },
} as const
export type CaptureSetting = keyof typeof captureSettings

export const languageSetting = { updateType: 32, setting: 'language' } as const

export const isCaptureSetting = (name: string): name is CaptureSetting => Object.hasOwn(captureSettings, name)

/** How long the form waits, as typed; null for what is no time. */
export function readSeconds(typed: string): number | null {
  const seconds = Number(typed.trim().replace(',', '.'))
  if (typed.trim() === '' || !(seconds >= 0 && seconds <= captureDelayMaxSeconds)) return null
  return Math.round(seconds * 10) / 10
}
