import { useMemo } from 'react'
import { blankCard, blankEdited } from '#common/blank-card.ts'
import type { DraftFields, EditedCard, EditorAnswer } from '#contract/cards/drafts.ts'
import type { CardPage } from '#contract/pages.ts'
import { readPublished } from '../../features/editor/draft/edited.ts'
import { PreviewPane } from '../../features/preview/preview-pane.tsx'
import type { TypedCard } from '../../features/sign-in/new-card/typed-card.ts'
import { useMedia } from '../../ui/use-media.ts'

/** Where there is room for it, as in sign-up.css. */
const wide = '(min-width: 1024px)'

/** A card that is only typed, beside what is typed. The frame stays on one address whatever is typed for it. */
export function TypedPreview({ alias, card }: { alias: string; card: TypedCard }) {
  const isWide = useMedia(wide)
  const { fullName, title, companyName, phoneNumber, emailAddress, profile } = card
  const edited = useMemo(
    (): EditedCard => ({ ...blankEdited(), fullName, title, companyName, phoneNumber, emailAddress, profile: profile === '2' ? 2 : 1 }),
    [fullName, title, companyName, phoneNumber, emailAddress, profile],
  )
  const about = useMemo(() => ({ ...blankCard(alias), serviceKinds: [] }), [alias])
  return isWide && <PreviewPane alias={alias} edited={edited} about={about} isNew />
}

export type StepCard = Pick<EditorAnswer, 'id' | 'key' | 'alias' | 'revision' | 'permissions' | 'serviceKinds' | 'published'>

/** A card that is there, with what is chosen for it now. */
export function StepPreview({ card, chosen, page }: { card: StepCard; chosen: DraftFields; page: CardPage }) {
  const isWide = useMedia(wide)
  const published = useMemo(() => readPublished(card.published), [card])
  const edited = useMemo((): EditedCard => ({ ...published, ...chosen }), [published, chosen])
  const about = useMemo(() => ({ ...card, published }), [card, published])
  return isWide && <PreviewPane alias={card.alias} edited={edited} about={about} page={page} />
}
