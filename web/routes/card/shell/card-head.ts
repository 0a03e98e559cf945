import type { LoaderFunctionArgs } from 'react-router'
import { displayName } from '#common/text/display-name.ts'
import type { CardPage } from '#contract/pages.ts'
import type { OpenCard } from '../../../features/cards/frame/frame-view.ts'
import { previewSrc } from '../../../features/cards/pictures.ts'
import { jsonLdOf } from '../../../features/cards/frame/json-ld.ts'
import { requestLanguage } from '#common/request-language.ts'
import { themeCss } from '../../../features/cards/theme-css.ts'
import { forCrawlers, headOf, type Head } from '../../../features/cards/titles.ts'
import { siteContext } from '../../../platform/router-context.ts'

/** The metadata of a card page for browsers, search engines and link previews. */
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
    themeColor: themeCss(card).ground,
    [forCrawlers]: {
      preview: {
        name: displayName(card),
        url: head.canonical ?? `${publicUrl}/${card.alias}`,
        siteName: productName,
        image: publicUrl + previewSrc(card),
        locale: localeOf(requestLanguage(request)),
      },
      jsonLd: page === 'home' && head.isListed ? jsonLdOf(open, publicUrl) : null,
    },
  }
}

/** The Open Graph locale: language and region. */
const localeOf = (tag: string) => {
  const { language, region } = new Intl.Locale(tag).maximize()
  return `${language}_${region}`
}
