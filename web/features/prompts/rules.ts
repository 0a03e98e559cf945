import { installEveryNth, type CardState } from '../../platform/device/device-state.ts'

type PromptContext = {
  isPreview: boolean
  /** Runs as an installed app, or simulates one. */
  isInstalled: boolean
}

export type InstallContext = PromptContext & {
  state: Pick<CardState, 'visitCount' | 'installDiscarded' | 'installed' | 'tourDone'>
  /** The owner sees the tour first; visitors have none. */
  isOwn: boolean
  /** The page is a prompt itself, or another prompt is about to open. */
  isOtherPrompt: boolean
}

/** Whether the install prompt may open by itself: on every fifth visit. */
export function shouldPromptInstall({ state, isOwn, isOtherPrompt, ...here }: InstallContext): boolean {
  if (here.isInstalled || here.isPreview || isOtherPrompt || state.installed) return false
  if (isOwn && !state.tourDone) return false
  return !state.installDiscarded && state.visitCount % installEveryNth === 0
}

export type LoginContext = PromptContext & {
  isSimulated: boolean
  isSkipped: boolean
  isAuthenticated: boolean
  isOnline: boolean
  /** Already prompted since the app was started. */
  wasPrompted: boolean
}

/** Whether the app may navigate to the login by itself. */
export function shouldPromptLogin(here: LoginContext): boolean {
  if (here.isPreview || here.isSimulated || !here.isInstalled) return false
  return !here.isSkipped && !here.isAuthenticated && !here.wasPrompted && here.isOnline
}
