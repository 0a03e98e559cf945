import { createContext, useContext } from 'react'

/** What a share sheet is opened with. */
export type SharePayload = {
  shareLink: string
  title: string
  shareBody: string
  emailLink: string
  smsLink: string
  hideOptions: boolean
  allowQrCodeDownload: boolean
}

/** What somebody asks to pass on; whatever is left out is worded from the link and its title. */
export type ToShare = Partial<SharePayload> & {
  shareLink: string
  title: string
  /** Words of a mail and of a text message; the link is added where they lack it. */
  emailBody?: string
  smsBody?: string
  /** Set where the link is to be shortened first. */
  shorten?: { stored: string; gradeServiceId: number; kind: 'connect' | 'review' }
}

/** `busy` is the link that is being prepared. */
export type SharingHere = { share(what: ToShare): Promise<void>; busy: string | null }

export const SharingContext = createContext<SharingHere>({ share: async () => {}, busy: null })
export const useSharing = (): SharingHere => useContext(SharingContext)
