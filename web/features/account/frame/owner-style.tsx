import { PageStyle } from '../../../ui/page-style.tsx'
import base from '../../../ui/styles/base.css?inline'
import fonts from '../../../ui/styles/fonts.css?inline'
import ownerTokens from '../../../ui/styles/owner-tokens.css?inline'
import panel from '../../../ui/styles/panel.css?inline'
import paper from '../../../ui/styles/paper.css?inline'
import tokens from '../../../ui/styles/tokens.css?inline'
import accountMenu from './account-menu.css?inline'
import css from './owner.css?inline'

/** The product's own colours and what all pages of the owner's share. */
export function OwnerStyle() {
  return (
    <PageStyle
      name="owner"
      css={import.meta.env.SSR ? [fonts, tokens, base, panel, paper, ownerTokens, accountMenu, css].join('\n') : ''}
    />
  )
}
