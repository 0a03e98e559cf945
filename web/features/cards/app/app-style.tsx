import { PageStyle } from '../../../ui/page-style.tsx'
import css from './app-frame.css?inline'
import href from './app-frame.css?url'

/** Styles for the frame of an installed card and of its owner. */
export function AppStyle() {
  return <PageStyle name="app-frame" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
}
