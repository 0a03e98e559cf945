import { useRef } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import css from './share-dialog.css?inline'
import href from './share-dialog.css?url'
import { ShareContents } from './share-sheet.tsx'
import type { SharedCard } from './shared-card.ts'
import { useShare } from './use-share.ts'

type Props = { card: SharedCard; upgradeHref: string; isOpen: boolean; closeHref: string; onClose(): void }

/** The owner's share sheet on pages without the card. What is shared there counts as no visit. */
export function ShareDialog({ card, upgradeHref, isOpen, ...dialog }: Props) {
  const t = useTranslate()
  const share = useShare(card, noReport, useRef(null))
  return (
    <Dialog
      {...dialog}
      isOpen={isOpen}
      // Focus starts at the title, not in the link.
      isDanger
      className="share-sheet"
      title={t('share.title', { team: card.isTeam })}
      lead={t('share.lead')}
      closeLabel={t('close')}
    >
      <PageStyle name="share-dialog" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      {isOpen && <ShareContents card={card} share={share} upgradeHref={upgradeHref} isOpen />}
    </Dialog>
  )
}

const noReport = () => {}
