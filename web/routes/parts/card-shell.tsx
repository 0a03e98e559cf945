import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { CardPage } from '#contract/pages.ts'
import { CardFrame } from '../../features/cards/card-frame.tsx'
import { CardStyle } from '../../features/cards/card-style.tsx'
import { frameView, type FrameView, type OpenCard } from '../../features/cards/frame-view.ts'
import { previewSrc } from '../../features/cards/pictures.ts'
import { themeCss } from '../../features/cards/theme-css.ts'
import { headOf, type Head } from '../../features/cards/titles.ts'
import { ShareSheet } from '../../features/share/share-sheet.tsx'
import { sayer } from '../../i18n/catalogues.ts'
import { chooseLanguage } from '../../i18n/languages.ts'
import type { Say } from '../../i18n/say.ts'
import { siteContext } from '../../platform/provided.ts'

/** What every page of a card loads besides its own content. */
export type Shell = { frame: FrameView; theme: string; head: Head }

export const sayFor = (request: Request): Say => sayer(chooseLanguage(request.headers.get('accept-language')))

export function shellOf(
  open: OpenCard,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  { page, section }: { page: CardPage | null; section: string },
): Shell {
  const site = context.get(siteContext)
  const frame = frameView(open, page, sayFor(request), site)
  const menuItem = open.card.menus.find(({ key }) => key === page)
  const { productName, publicUrl } = site
  const head = headOf(open.card, { address: open.address, page, section, menuItem, productName, publicUrl })
  const { css, ground } = themeCss(open.card)
  return {
    frame,
    theme: css,
    head: {
      ...head,
      themeColour: ground,
      preview: {
        name: open.card.fullName,
        url: head.canonical ?? frame.cardUrl,
        siteName: productName,
        image: publicUrl + previewSrc(open.card),
      },
    },
  }
}

export function CardShell({
  shell,
  part,
  anchors,
  settings,
  children,
}: {
  shell: Shell
  part: 'home' | 'notice'
  anchors?: Partial<Record<CardPage, string>>
  settings?: { align: string; size: string }
  children: ReactNode
}) {
  const { frame, theme } = shell
  const sharing = { link: frame.cardUrl, ...frame.share }
  return (
    <>
      <CardStyle layout={frame.layout} theme={theme} part={part} />
      <CardFrame
        frame={frame}
        {...(anchors ? { anchors } : {})}
        {...(settings ? { settings } : {})}
        share={<ShareSheet sharing={sharing} />}
      >
        {children}
      </CardFrame>
    </>
  )
}
