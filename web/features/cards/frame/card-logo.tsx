import { cardHref } from '#contract/pages.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import type { FrameView } from './frame-view.ts'

/** The logo and the company's name; without a company, the person's. */
export function CardLogo({ frame }: { frame: FrameView }) {
  const { logo, company, name } = frame
  return (
    <PageLink className="head-logo across" href={cardHref(frame.address, 'home')}>
      {logo && <img src={logo.src} width={logo.width} height={logo.height} alt="" />}
      <span className="one-line">{company || name}</span>
    </PageLink>
  )
}
