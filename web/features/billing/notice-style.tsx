import { PageStyle } from '../../ui/page-style.tsx'
import css from './plan-notices.css?inline'
import href from './plan-notices.css?url'

export const NoticeStyle = () => <PageStyle name="plan-notices" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
