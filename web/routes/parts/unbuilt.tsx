import { cardHref } from '#contract/pages.ts'
import { CardNotice } from '../../features/cards/card-notice.tsx'
import { useSay } from '../../i18n/use-say.ts'
import lamp from '../../ui/art/spot-lamp.svg?url'
import { CardShell, type Shell } from './card-shell.tsx'

/** A page that has its address and not yet its content: said plainly, with a way back. */
export function Unbuilt({ shell, name }: { shell: Shell; name: string }) {
  const say = useSay()
  return (
    <CardShell shell={shell} part="notice">
      <CardNotice art={lamp} title={say('unbuilt.title')}>
        <p>{say('unbuilt.sentence', { page: name })}</p>
        <a className="btn large solid" href={cardHref(shell.frame.address, 'home')}>
          {say('restricted.backToCard')}
        </a>
      </CardNotice>
    </CardShell>
  )
}
