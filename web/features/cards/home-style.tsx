import { PageStyle } from '../../ui/page-style.tsx'
import css from './home.css?inline'
import href from './home.css?url'
import printCss from './print.css?inline'
import printHref from './print.css?url'

export function HomeStyle() {
  return (
    <>
      <PageStyle name="card-home" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <PageStyle name="card-home-print" css={import.meta.env.SSR ? printCss : ''} href={printHref} weight="layout" />
    </>
  )
}
