import fonts from '../../ui/styles/fonts.css?inline'
import tokens from '../../ui/styles/tokens.css?inline'
import base from '../../ui/styles/base.css?inline'
import panel from '../../ui/styles/panel.css?inline'
import { PageStyle } from '../../ui/page-style.tsx'
import frameCss from './frame.css?inline'
import homeCss from './home.css?inline'
import type { Layout } from './layout.ts'
import atrium from './layouts/atrium.css?inline'
import meridian from './layouts/meridian.css?inline'
import porch from './layouts/porch.css?inline'
import salon from './layouts/salon.css?inline'
import noticeCss from './notice.css?inline'
import printCss from './print.css?inline'

const layoutCss: Record<Layout, string> = { porch, salon, meridian, atrium }

/** The base, this page's own part and this card's layout, and nothing of the others. The owner's colours come first. */
export function CardStyle({ layout, theme, part }: { layout: Layout; theme: string; part: 'home' | 'notice' }) {
  if (!import.meta.env.SSR) return <PageStyle name={`card-${layout}-${part}`} css="" />
  const own = part === 'home' ? [homeCss, layoutCss[layout], printCss] : [layoutCss[layout], noticeCss]
  return <PageStyle name={`card-${layout}-${part}`} css={[theme, fonts, tokens, base, panel, frameCss, ...own].join('\n')} />
}
