import { PageStyle } from '../../../ui/page-style.tsx'
import css from './privacy.css?inline'
import href from './privacy.css?url'

export const PrivacyStyle = () => <PageStyle name="privacy" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
