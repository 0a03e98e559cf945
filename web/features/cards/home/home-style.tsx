import { PageStyle } from '../../../ui/page-style.tsx'
import css from './home.css?inline'
import href from './home.css?url'
import printHref from '../frame/print.css?url'

export function HomeStyle() {
  return (
    <>
      <PageStyle name="card-home" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      {/* A file of its own: no first view waits for what paper needs. */}
      <link rel="stylesheet" media="print" href={printHref} />
    </>
  )
}
