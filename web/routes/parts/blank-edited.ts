import type { EditedCard } from '#contract/drafts.ts'
import type { AboutCard } from '../../features/preview/as-shown.ts'
import { blankCard } from '../../features/preview/blank-card.ts'

const { id, key, revision, permissions, settings, ...fields } = blankCard('')

/** A card of which nothing is decided. */
export const blankEdited: EditedCard = {
  ...fields,
  tags: '',
  language: '',
  services: [],
  versions: [],
  'settings.homepage': {},
  'settings.connectClientsSetting': settings.connectClientsSetting,
  'settings.iconPack': settings.iconPack,
  'settings.licenseNumber': settings.licenseNumber,
  'settings.tagLine': settings.tagLine,
  'settings.skipLoginPrompt': settings.skipLoginPrompt,
  'settings.mobileLayoutAlign': settings['{product}MobileLayoutAlign'],
  'settings.mobileFontSize': settings['{product}MobileFontSize'],
  'settings.triggerAction': settings.triggerAction,
  'settings.QRCode': settings.QRCode,
}

/** What is known of a card that is not there yet. */
export const blankAbout = (alias: string): AboutCard => ({ id, key, alias, revision, permissions, serviceKinds: [] })
