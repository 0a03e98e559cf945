import { PageStyle } from '../../../ui/page-style.tsx'
import css from './account-menu.css?inline'
import href from './account-menu.css?url'
import { AccountMenu, type AccountMenuProps } from './account-menu.tsx'
import onCardCss from './account-menu-on-card.css?inline'
import onCardHref from './account-menu-on-card.css?url'

/** The same menu on the owner's card, in the card's colours. */
export function AccountMenuOnCard(props: AccountMenuProps) {
  return (
    <>
      <PageStyle name="account-menu" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <PageStyle name="account-menu-on-card" css={import.meta.env.SSR ? onCardCss : ''} href={onCardHref} weight="part" />
      <AccountMenu {...props} isElsewhere />
    </>
  )
}
