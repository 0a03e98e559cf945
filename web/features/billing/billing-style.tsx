import { PageStyle } from '../../ui/page-style.tsx'
import css from './billing.css?inline'
import href from './billing.css?url'

export const BillingStyle = () => <PageStyle name="billing" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
