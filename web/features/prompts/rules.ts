import { installEveryNth, type CardState } from '../../platform/device/device-state.ts'

export type Here = {
  isPreview: boolean
  /** Runs as an app, or pretends to. */
  isInstalled: boolean
}

export type InstallHere = Here & {
  state: Pick<CardState, 'installShown' | 'installDiscarded' | 'installed' | 'tourDone'>
  /** Its owner is first led through the virtual tour; nobody else has one. */
  isOwn: boolean
  /** Where the page itself is the prompt, or another is about to speak. */
  isElsewhere: boolean
}

/** Whether the way to install may be shown by itself: at every fifth load. */
export function mayInstall({ state, isOwn, isElsewhere, ...here }: InstallHere): boolean {
  if (here.isInstalled || here.isPreview || isElsewhere || state.installed) return false
  if (isOwn && !state.tourDone) return false
  return !state.installDiscarded && state.installShown % installEveryNth === 0
}

export type LoginHere = Here & {
  isSimulated: boolean
  isSkipped: boolean
  isAuthenticated: boolean
  isOnline: boolean
  /** Asked once since the app was started. */
  wasAsked: boolean
}

/** Whether the app may lead to the login by itself. */
export function mayLogin(here: LoginHere): boolean {
  if (here.isPreview || here.isSimulated || !here.isInstalled) return false
  return !here.isSkipped && !here.isAuthenticated && !here.wasAsked && here.isOnline
}
