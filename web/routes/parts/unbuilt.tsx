import { cardHref } from '#contract/pages.ts'
import { CardNotice } from '../../features/cards/card-notice.tsx'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import lamp from '../../ui/art/spot-lamp.svg?url'
import { PageLink } from '../../ui/page-link.tsx'
import { useFrame } from './use-frame.ts'

/** A page that has its address and not yet its content: said plainly, with a way back. */
export function Unbuilt({ name }: { name: string }) {
  const { address } = useFrame()
  const say = useLaterSay()
  return (
    <CardNotice art={lamp} title={say('unbuilt.title')}>
      <p>{say('unbuilt.sentence', { page: name })}</p>
      <PageLink className="btn large solid" href={cardHref(address, 'home')}>
        {say('restricted.backToCard')}
      </PageLink>
    </CardNotice>
  )
}
