import { useEffect, useRef, useState, type RefObject } from 'react'
import type { SharePayload, Sharing, ShareRequest } from '../../platform/sharing.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useCardState } from '../../platform/device/use-card-state.ts'
import type { Report } from '../../platform/visits/use-report.ts'
import { useSite } from '../../platform/use-site.ts'
import { safeLink } from '../../ui/safe-link.ts'
import { useDevice } from '../../ui/use-device.ts'
import { buildPayload } from './payload.ts'
import { readSharePayload } from './share-payload.ts'
import type { SharedCard } from './shared-card.ts'
import { smsSeparator } from './sms-link.ts'

/** The limit for loading the shortener and for its answer. */
const shortenWaitMs = 4000

type SharedRequest = { what: ShareRequest; link: string }

export type Share = {
  here: Sharing
  /** The content of the sheet, and whether it is the card itself. */
  payload: SharePayload
  isOwn: boolean
  short: { isOn: boolean; isFixed: boolean; set(isOn: boolean): void }
  /** The sheet is about to open; if a button of the page opened it, it shares the card. */
  onOpen(): void
}

/** The state of the share sheet. By default, and before scripts run, it shares the card. */
export function useShare(card: SharedCard, report: Report, sheet: RefObject<HTMLElement | null>): Share {
  const isProgrammatic = useRef(false)
  const requestId = useRef(0)
  const [requested, setRequested] = useState<SharedRequest | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const short = useShortLinks(card)
  const payload = usePayload(card, requested)

  useEffect(() => {
    if (!requested || sheet.current?.matches(':popover-open')) return
    isProgrammatic.current = true
    sheet.current?.showPopover()
  }, [requested, sheet])
  useReturn(card, setRequested)

  async function share(what: ShareRequest) {
    const id = ++requestId.current
    setBusy(what.shareLink)
    const link = await short.linkOf(what, short.isOn)
    // A newer request replaces this one.
    if (id !== requestId.current) return
    setBusy(null)
    setRequested({ what, link })
    if (what.shareLink === card.link) report('homepage_click', 'Share')
    else report('advanced_sharing', what.title)
  }

  async function setShort(isOn: boolean) {
    short.remember(isOn)
    if (!requested) return
    const id = ++requestId.current
    const link = await short.linkOf(requested.what, isOn)
    if (id === requestId.current) setRequested({ what: requested.what, link })
  }

  function onOpen() {
    // Opened by a button of the page: shares the card and cancels pending requests.
    if (!isProgrammatic.current) {
      requestId.current++
      setBusy(null)
      setRequested(null)
      report('homepage_click', 'Share')
    }
    isProgrammatic.current = false
  }

  const isOwn = !requested || requested.what.shareLink === card.link
  return { here: { share, busy }, payload, isOwn, short: { isOn: short.isOn, isFixed: card.alwaysShort, set: setShort }, onOpen }
}

/** The short link setting and the shortener. A stored short link is reused. */
function useShortLinks({ alias, alwaysShort }: SharedCard) {
  const { productSlug } = useSite()
  const [state, changeState] = useCardState(alias)
  // Also stored in memory, in case the device has no storage.
  const [choice, setChoice] = useState<boolean | null>(null)
  const shortener = useRef<Promise<(longUrl: string) => Promise<string>>>(undefined)
  useEffect(() => () => void (shortener.current = undefined), [alias, productSlug])
  const shorten = async (longUrl: string) => {
    // Loads on the first request, not for every visitor.
    shortener.current ??= import('./shorten-link.ts').then(({ cardShortener }) => cardShortener(alias, productSlug))
    const short = shortener.current.then((request) => request(longUrl))
    const found = await Promise.race([short, after(shortenWaitMs)]).catch(() => void (shortener.current = undefined))
    return found ?? longUrl
  }

  return {
    isOn: alwaysShort || (choice ?? state?.shareShortLink ?? false),
    async linkOf({ shareLink, shorten: how }: ShareRequest, isOn: boolean): Promise<string> {
      if (!how || !isOn) return shareLink
      return safeLink(how.stored) ?? (await shorten(shareLink))
    },
    remember(isOn: boolean) {
      setChoice(isOn)
      changeState({ shareShortLink: isOn })
    },
  }
}

function usePayload(card: SharedCard, requested: SharedRequest | null): SharePayload {
  const t = useTranslate()
  const device = useDevice()
  const separator = device ? smsSeparator(device, navigator.userAgent) : undefined
  if (!requested || requested.what.shareLink === card.link) {
    const own: ShareRequest = {
      shareLink: card.link,
      title: card.name,
      shareBody: card.textBody,
      emailBody: card.emailBody,
      allowQrCodeDownload: true,
      ...requested?.what,
    }
    return buildPayload(own, { link: `${card.link}?source=share`, words: card.textBody, subject: card.subject, separator })
  }
  const { what, link } = requested
  const facts = { name: card.name, title: what.title, link }
  return buildPayload(what, { link, words: t('share.bodyOf', facts), subject: t('share.subjectOf', facts), separator })
}

/** After the login, opens the sheet with the link to share. */
function useReturn({ link, name }: SharedCard, request: (requested: SharedRequest) => void) {
  const { publicUrl } = useSite()
  useEffect(() => {
    const shareLink = readSharePayload(location.search, publicUrl)
    if (shareLink) request({ what: { shareLink, title: shareLink === link ? name : '' }, link: shareLink })
  }, [link, name, publicUrl, request])
}

const after = (ms: number) => new Promise<null>((done) => setTimeout(done, ms, null))
