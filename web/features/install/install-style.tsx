import { KitStyle } from '../../ui/kit-style.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import css from './install.css?inline'
import href from './install.css?url'

/** The kit, which cards don't load otherwise, in the card's colors. */
export const InstallStyle = () => (
  <>
    <KitStyle />
    <PageStyle name="install" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
  </>
)
