import base from '../../../ui/styles/base.css?inline'
import fonts from '../../../ui/styles/fonts.css?inline'
import panel from '../../../ui/styles/panel.css?inline'
import tokens from '../../../ui/styles/tokens.css?inline'
import { PageStyle } from '../../../ui/page-style.tsx'
import frameCss from './frame.css?inline'
import type { Layout } from '../home/layout.ts'
import atrium from '../layouts/atrium.css?inline'
import meridian from '../layouts/meridian.css?inline'
import porch from '../layouts/porch.css?inline'
import salon from '../layouts/salon.css?inline'

const layoutCss: Record<Layout, string> = { porch, salon, meridian, atrium }

/** The owner's colors and the styles that all pages of a card share. */
export function CardStyle({ theme }: { theme: string }) {
  return <PageStyle name="card" css={import.meta.env.SSR ? [theme, fonts, tokens, base, panel, frameCss].join('\n') : ''} />
}

/** The styles of this card's layout only. Rendered after the page, so that they win. A preview may change the layout. */
export function LayoutStyle({ layout, href }: { layout: Layout; href?: string | undefined }) {
  return <PageStyle name={`layout-${layout}`} css={import.meta.env.SSR ? layoutCss[layout] : ''} href={href} weight="layout" />
}
