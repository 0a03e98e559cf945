import { PageStyle } from '../../../ui/page-style.tsx'
import css from './account-home.css?inline'
import href from './account-home.css?url'

export const AccountHomeStyle = () => <PageStyle name="account-home" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
