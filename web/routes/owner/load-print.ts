import type { LoaderFunctionArgs } from 'react-router'
import { encode } from 'uqr'
import { layoutFor } from '#common/layouts.ts'
import { licensesOf } from '#common/licenses.ts'
import { modulesPath } from '#common/qr-shape.ts'
import { requestLanguage } from '#common/request-language.ts'
import type { Card } from '#contract/cards/cards.ts'
import { pictureWidths, qrCode } from '#contract/constants.ts'
import type { Language } from '#contract/languages.ts'
import { cardHref, withSource } from '#contract/pages.ts'
import { displayName } from '#common/text/display-name.ts'
import { contactRows } from '../../features/cards/pages/contact-rows-view.ts'
import { portraitOf, sceneOf, type PictureView } from '../../features/cards/pictures.ts'
import { buildTheme } from '../../features/cards/theme.ts'
import { usesInches, type PrintChoices, type PrintData, type PrintPicture } from '../../features/print/print-data.ts'
import type { PrintView } from '../../features/print/print-page.tsx'
import { openCard } from '../../loaders/open-card.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { siteContext } from '../../platform/router-context.ts'
import { makeReadable, parseColor, toHex, white } from '../../ui/color.ts'

type Translate = ReturnType<typeof translateFor>

/** What can be printed of the public card, so that hidden fields stay hidden. */
export async function loadPrint(args: LoaderFunctionArgs): Promise<PrintView> {
  const { card } = await openCard(args)
  const { publicUrl } = args.context.get(siteContext)
  const t = translateFor(args.request)
  const language = requestLanguage(args.request)
  return { alias: card.alias, data: printData(card, publicUrl, t), defaults: defaultsOf(card, language, t), language }
}

function defaultsOf(card: Card, language: Language, t: Translate): PrintChoices {
  return {
    format: 'tent',
    line: t('print.lineDefault', { team: card.profile === 2 }),
    paper: usesInches(language) ? 'letter' : 'a4',
    marks: 'all',
    photo: !card.hideProfileImageOnHomepage,
    mobile: true,
    email: false,
    company: true,
    license: false,
    background: true,
  }
}

function printData(card: Card, publicUrl: string, t: Translate): PrintData {
  const rows = contactRows(card, t)
  const textOf = (kind: 'mobile' | 'email') => rows.find((row) => row.kind === kind)?.text ?? ''
  const { data, size } = encode(publicUrl + withSource(cardHref(card, 'home'), 'qr'), { ecc: qrCode.errorCorrection, border: 0 })
  const { colors, hasSerifName = false } = layoutFor(card.eCardTheme)
  const { vars } = buildTheme(card, colors)
  const contact = parseColor(vars['--card-contact'])
  const ground = contact ? ([contact[0], contact[1], contact[2]] as const) : white
  return {
    name: displayName(card),
    title: card.title,
    company: card.fullName ? card.companyName : '',
    license: licensesOf(card).join(' · '),
    mobile: textOf('mobile'),
    email: textOf('email'),
    address: `${publicUrl.replace(/^https?:\/\//, '')}/${card.alias}`,
    photo: forPrint(portraitOf(card)),
    background: forPrint(sceneOf(card)),
    code: { size, path: modulesPath(data, size) },
    colors: {
      ground: toHex(ground),
      onGround: vars['--card-on-contact'] ?? '',
      accent: toHex(makeReadable(ground, [white], 4.5)),
    },
    hasSerifName,
  }
}

const widest = Math.max(...pictureWidths)

/** The largest form of a picture that the server has. */
function forPrint(picture: PictureView | null): PrintPicture | null {
  if (!picture) return null
  const width = Math.min(picture.width, widest)
  return { src: picture.src.replace(/\?w=\d+$/, `?w=${widest}`), width, height: (picture.height * width) / picture.width }
}
