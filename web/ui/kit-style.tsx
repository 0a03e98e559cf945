import { PageStyle } from './page-style.tsx'
import css from './styles/kit.css?inline'
import href from './styles/kit.css?url'

/** The styles of every part, for pages behind the login. One sheet for all of them: it is loaded once. No card carries it. */
export const KitStyle = () => <PageStyle name="kit" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
