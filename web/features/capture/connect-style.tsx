import { PageStyle } from '../../ui/page-style.tsx'
import css from './form/connect-form.css?inline'
import href from './form/connect-form.css?url'

export function ConnectStyle() {
  return <PageStyle name="connect-form" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
}
