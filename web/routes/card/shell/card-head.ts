import type { LoaderFunctionArgs } from 'react-router'
import { displayName } from '#contract/text/display-name.ts'
import type { CardPage } from '#contract/pages.ts'
import type { OpenCard } from '../../../features/cards/frame/frame-view.ts'
import { previewSrc } from '../../../features/cards/pictures.ts'
import { whoIs } from '../../../features/cards/frame/who-is.ts'
import { requestLanguage } from '#common/request-language.ts'
import { themeCss } from '../../../features/cards/theme-css.ts'
import { headOf, type Head } from '../../../features/cards/titles.ts'
import { siteContext } from '../../../platform/provided.ts'

/** What a page of a card says of itself to browsers, search engines and chats. */
export function cardHead(
  open: OpenCard,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  { page, section }: { page: CardPage | null; section: string },
): Head {
  const { card, address } = open
  const { productName, publicUrl } = context.get(siteContext)
  const menuItem = card.menus.find(({ key }) => key === page)
  const head = headOf(card, { address, page, section, menuItem, productName, publicUrl })
  return {
    ...head,
    themeColour: themeCss(card).ground,
    preview: {
      name: displayName(card),
      url: head.canonical ?? `${publicUrl}/${card.alias}`,
      siteName: productName,
      image: publicUrl + previewSrc(card),
      locale: localeOf(requestLanguage(request)),
    },
    ...(page === 'home' && head.isListed ? { jsonLd: whoIs(open, publicUrl) } : {}),
  }
}

/** As chats name languages: with the country. */
const localeOf = (tag: string) => {
  const { language, region } = new Intl.Locale(tag).maximize()
  return `${language}_${region}`
}
