import { layoutFor } from '#common/layouts.ts'
import { pathTo } from '#common/path-to.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { licensesOf } from '#common/licenses.ts'
import { serviceCapabilities, signaturePortraitPx } from '#contract/cards/drawing.ts'
import { displayName } from '#common/text/display-name.ts'
import { cardHref, sideHref, withSource } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import { webLink } from '#common/text/web-link.ts'
import { brandName } from '#contract/cards/service-names.ts'
import { contactRows } from '../../features/cards/pages/contact-rows-view.ts'
import type { OpenCard } from '../../features/cards/frame/frame-view.ts'
import { signatureColors } from '../../features/signature/signature-colors.ts'
import { phoneKinds, defaultChoices, type SignatureData } from '../../features/signature/signature-data.ts'
import type { SignatureView } from '../../features/signature/signature-page.tsx'
import { requestLanguage } from '#common/request-language.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { siteContext } from '../../platform/router-context.ts'
import { openCard } from '../../loaders/open-card.ts'
import type { Owner } from '../../loaders/owner-of.ts'

/** The data of the email signature: the public card, so that hidden fields stay hidden. */
export async function loadSignature(args: LoaderFunctionArgs, owner: Owner): Promise<SignatureView> {
  const { publicUrl } = args.context.get(siteContext)
  const open = await openCard(args)
  return {
    alias: owner.alias,
    data: signatureData(open, { origin: publicUrl, t: translateFor(args.request) }),
    defaults: { ...defaultChoices, portrait: !open.card.hideProfileImageOnHomepage },
    origin: publicUrl,
    address: publicUrl + sideHref(owner.alias, 'emailSignature'),
    email: owner.email,
    language: requestLanguage(args.request),
  }
}

type SignatureContext = { origin: string; t: ReturnType<typeof translateFor> }

export function signatureData({ card, services }: OpenCard, { origin, t }: SignatureContext): SignatureData {
  const { alias, settings } = card
  const defaultColors = layoutFor(card.eCardTheme).colors
  const rows = contactRows(card, t)
  const email = rows.find(({ kind }) => kind === 'email')
  const home = origin + cardHref({ alias }, 'home')
  return {
    name: displayName(card),
    title: card.title,
    company: card.fullName ? card.companyName : '',
    tagLine: settings.tagLine.show ? settings.tagLine.text : '',
    license: licensesOf(card).join(' · '),
    phones: phoneKinds.flatMap((kind) => {
      const row = rows.find((one) => one.kind === kind)
      return row ? [{ kind, text: row.text, label: t(`signature.${kind}`), href: row.href }] : []
    }),
    email: email?.href ? { text: email.text, href: email.href } : null,
    links: linksOf(services),
    card: { href: withSource(home, 'signature'), text: home },
    ...listPictures(card, origin),
    colors: signatureColors({
      text: card.eCardTextColor || defaultColors.eCardTextColor,
      contact: card.eCardContactBackground || defaultColors.eCardContactBackground,
    }),
    words: { viewCard: t('signature.viewCard', { team: card.profile === 2 }), scan: t('signature.scan') },
  }
}

/** Sent emails keep these addresses for years: `latest` always shows the newest photo. */
function listPictures({ alias, permissions, settings }: OpenCard['card'], origin: string) {
  const portrait = pathTo('media.profileImageResized', { alias })
  const qr = pathTo('cards.qr', { alias, version: 'latest' })
  return {
    portrait: `${origin}${portrait}?h=${signaturePortraitPx.height}`,
    qr: has(permissions, 'QRCode') && !settings.QRCode.hide ? `${origin}${qr}?format=png&w=400` : null,
  }
}

const named = serviceCapabilities.social | serviceCapabilities.website

function linksOf(services: OpenCard['services']) {
  return services
    .filter(({ ignoreService, serviceCapabilities: capable }) => !ignoreService && (capable & named) !== 0)
    .toSorted((a, b) => a.weight - b.weight)
    .flatMap(({ serviceName, directLink }) => {
      const href = webLink(directLink)
      return href && serviceName ? [{ name: brandName(serviceName), href }] : []
    })
}
