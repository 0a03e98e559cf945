import { z } from 'zod'
import { CardSettings, FontSize, LayoutAlign } from './cards.ts'
import { homepageKeys } from './drawing.ts'

const { connectClientsSetting, iconPack, licenseNumber, tagLine, skipLoginPrompt, triggerAction, QRCode, location } = CardSettings.shape

/** A card's settings as they are kept: only what somebody decided, and no product's name in a key. */
export const StoredSettings = z
  .strictObject({
    homepage: z.partialRecord(z.enum(homepageKeys), z.boolean()),
    connectClientsSetting: connectClientsSetting.partial(),
    iconPack,
    licenseNumber,
    tagLine,
    skipLoginPrompt,
    mobileLayoutAlign: LayoutAlign,
    mobileFontSize: FontSize,
    triggerAction,
    QRCode,
    location,
  })
  .partial()

export type StoredSettings = z.output<typeof StoredSettings>
