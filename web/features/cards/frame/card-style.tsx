import type { Layout } from '#common/layouts.ts'
import base from '../../../ui/styles/base.css?inline'
import fonts from '../../../ui/styles/fonts.css?inline'
import panel from '../../../ui/styles/panel.css?inline'
import tokens from '../../../ui/styles/tokens.css?inline'
import { PageStyle } from '../../../ui/page-style.tsx'
import frame from './frame.css?inline'
import { stylesOf } from '../layouts/layout-styles.ts'

/** The owner's colors and the styles that all pages of a card share. */
export function CardStyle({ theme }: { theme: string }) {
  const css = import.meta.env.SSR ? [theme, fonts, tokens, base, panel, frame].join('\n') : ''
  return <PageStyle name="card" weight="base" styles={{ css }} />
}

/** The styles of this card's layout only. Rendered after the page, so that they win. A preview may change the layout. */
export function LayoutStyle({ layout, href }: { layout: Layout; href?: string | undefined }) {
  return <PageStyle name={`layout-${layout}`} weight="layout" styles={{ css: import.meta.env.SSR ? stylesOf(layout) : '', href }} />
}
