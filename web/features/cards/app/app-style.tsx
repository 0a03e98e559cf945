import { PageStyle } from '../../../ui/page-style.tsx'
import css from './app-frame.css?inline'
import href from './app-frame.css?url'

/** What only the installed card's frame has. */
export function AppStyle() {
  return <PageStyle name="app-frame" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
}
