import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { webLink } from '#contract/text/web-link.ts'
import type { SharePayload, SharingHere, ToShare } from '../../platform/sharing.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useCardState } from '../../platform/device/use-card-state.ts'
import type { Report } from '../../platform/visits/use-report.ts'
import { useSite } from '../../platform/use-site.ts'
import { safeLink } from '../../ui/safe-link.ts'
import { useDevice } from '../../ui/use-device.ts'
import { payloadOf } from './payload.ts'
import { readSharePayload } from './share-payload.ts'
import type { SharedCard } from './shared-card.ts'
import { smsSeparator } from './sms-link.ts'

const shortenWaitMs = 4000

type Asked = { what: ToShare; link: string }

export type Share = {
  here: SharingHere
  /** What the sheet shows, and whether that is the card itself. */
  payload: SharePayload
  isOwn: boolean
  short: { isOn: boolean; isFixed: boolean; set(isOn: boolean): void }
  /** The sheet is about to open: by a button of the page it is the card's own again. */
  opening(): void
}

/** What the share sheet is about to pass on. Without anybody asking, and before any script, it is the card. */
export function useShare(card: SharedCard, report: Report, sheet: RefObject<HTMLElement | null>): Share {
  const isMeant = useRef(false)
  const turn = useRef(0)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const short = useShortLinks(card)
  const payload = usePayload(card, asked)

  useEffect(() => {
    if (!asked || sheet.current?.matches(':popover-open')) return
    isMeant.current = true
    sheet.current?.showPopover()
  }, [asked, sheet])
  useReturn(card, setAsked)

  async function share(what: ToShare) {
    const mine = ++turn.current
    setBusy(what.shareLink)
    const link = await short.linkOf(what, short.isOn)
    // Whoever pressed something else meanwhile wants that.
    if (mine !== turn.current) return
    setBusy(null)
    setAsked({ what, link })
    if (what.shareLink === card.link) report('homepage_click', 'Share')
    else report('advanced_sharing', what.title)
  }

  async function setShort(isOn: boolean) {
    short.remember(isOn)
    if (!asked) return
    const mine = ++turn.current
    const link = await short.linkOf(asked.what, isOn)
    if (mine === turn.current) setAsked({ what: asked.what, link })
  }

  function opening() {
    // Opened by a button of the page: the card itself is shared, and whatever was being prepared is not.
    if (!isMeant.current) {
      turn.current++
      setBusy(null)
      setAsked(null)
      report('homepage_click', 'Share')
    }
    isMeant.current = false
  }

  const isOwn = !asked || asked.what.shareLink === card.link
  return { here: { share, busy }, payload, isOwn, short: { isOn: short.isOn, isFixed: card.alwaysShort, set: setShort }, opening }
}

/** Whether links are made short, and how: a stored one is used again. */
function useShortLinks({ alias, alwaysShort }: SharedCard) {
  const { productSlug } = useSite()
  const [kept, keep] = useCardState(alias)
  // What was chosen holds here, also on a device that keeps nothing.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const shorten = useMemo(
    () =>
      createShortener({
        ask: async (longUrl) => {
          // Fetched by whoever presses, not by everybody who looks.
          const { createClient } = await import('../../platform/api/client.ts')
          const answer = await createClient({ slug: productSlug }).call('links.shorten', { query: { longUrl, profile: alias } })
          return answer.text()
        },
        isOnline: () => navigator.onLine,
        waitMs: shortenWaitMs,
      }),
    [alias, productSlug],
  )

  return {
    isOn: alwaysShort || (chosen ?? kept?.shareShortLink ?? false),
    async linkOf({ shareLink, shorten: how }: ToShare, isOn: boolean): Promise<string> {
      if (!how || !isOn) return shareLink
      return safeLink(how.stored) ?? (await shorten(shareLink))
    },
    remember(isOn: boolean) {
      setChosen(isOn)
      keep({ shareShortLink: isOn })
    },
  }
}

function usePayload(card: SharedCard, asked: Asked | null): SharePayload {
  const t = useTranslate()
  const device = useDevice()
  const separator = device ? smsSeparator(device, navigator.userAgent) : undefined
  if (!asked || asked.what.shareLink === card.link) {
    const own: ToShare = {
      shareLink: card.link,
      title: card.name,
      shareBody: card.textBody,
      emailBody: card.emailBody,
      allowQrCodeDownload: true,
      ...asked?.what,
    }
    return payloadOf(own, { link: card.link, words: card.textBody, subject: card.subject, separator })
  }
  const { what, link } = asked
  const facts = { name: card.name, title: what.title, link }
  return payloadOf(what, { link, words: t('share.bodyOf', facts), subject: t('share.subjectOf', facts), separator })
}

/** Back from the login, the sheet opens with what was about to be shared. */
function useReturn({ link, name }: SharedCard, ask: (asked: Asked) => void) {
  const { publicUrl } = useSite()
  useEffect(() => {
    const shareLink = readSharePayload(location.search, publicUrl)
    if (shareLink) ask({ what: { shareLink, title: shareLink === link ? name : '' }, link: shareLink })
  }, [link, name, publicUrl, ask])
}

type Needs = { ask(longUrl: string): Promise<string>; isOnline(): boolean; waitMs: number }

/**
 * Makes links short, once each, also when two presses ask at the same time. Nobody waits for it in vain: without a network, an answer, or a sensible one, the long link
 * is kept as the short one.
 */
export function createShortener({ ask, isOnline, waitMs }: Needs) {
  const kept = new Map<string, Promise<string>>()

  return function shorten(longUrl: string): Promise<string> {
    const known = kept.get(longUrl) ?? shortOrLong(longUrl)
    kept.set(longUrl, known)
    return known
  }

  async function shortOrLong(longUrl: string): Promise<string> {
    return (isOnline() ? await Promise.race([asked(longUrl), after(waitMs)]) : null) ?? longUrl
  }

  async function asked(longUrl: string): Promise<string | null> {
    try {
      return webLink(await ask(longUrl))
    } catch {
      return null
    }
  }
}

const after = (ms: number) => new Promise<null>((done) => setTimeout(done, ms, null))
