import { Suspense, useContext, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Site } from '#contract/site.ts'
import { layoutOf } from '../../../features/cards/home/layout.ts'
import { themeCss } from '../../../features/cards/theme-css.ts'
import { LanguageContext, useTranslate } from '../../../i18n/use-translate.ts'
import { SnackLine } from '../../../ui/snackbar.tsx'
import { applyMessage, type Previewed } from './apply-message.ts'
import type { Reviewed } from '../ask-zillow.ts'
import { DrawnFrom } from '../shell/drawn-from.tsx'
import { usePreviewMessages } from './use-preview-messages.ts'
import { usePreviewPress } from './use-preview-press.ts'
import { useReviewed } from '../shell/use-reviewed.ts'
import { useTheme } from '../shell/use-theme.ts'

type Props = { preview: Previewed & { site: Site; reviewed: Reviewed }; children: ReactNode }

const never = () => () => {}

/** The card in the frame of its owner's editor, drawn from what the editor tells. On a page of its own it is the card as it is. */
export default function CardPreview({ preview, children }: Props) {
  const isFramed = useSyncExternalStore(
    never,
    () => parent !== window,
    () => false,
  )
  if (!isFramed) return children
  return (
    <Suspense fallback={children}>
      <Redrawn preview={preview}>{children}</Redrawn>
    </Suspense>
  )
}

function Redrawn({ preview, children }: Props) {
  const [{ open, components }, setPreviewed] = useState<Previewed>(preview)
  const t = useTranslate()
  const language = useContext(LanguageContext)
  const reviewed = useReviewed(open.card, preview.reviewed)
  const given = useMemo(
    () => ({ open, components, reviewed, t, language, site: preview.site }),
    [open, components, reviewed, t, language, preview.site],
  )
  useTheme(
    useMemo(() => themeCss(open.card).css, [open.card]),
    layoutOf(open.card.eCardTheme),
  )
  usePreviewMessages(open.address, (message) => setPreviewed((known) => applyMessage(known, message)))
  const { snack, close } = usePreviewPress(open.address)

  return (
    <>
      <DrawnFrom given={given}>{children}</DrawnFrom>
      <SnackLine snack={snack} close={close} />
    </>
  )
}
