import { useMemo, useState, type ComponentProps } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { FramedCard } from './framed-card.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { PreviewSheet } from './preview-sheet.tsx'
import { publicView } from './public-view.ts'
import styles from './preview.css?page-style'

/** The top of the card, for narrow screens; a button opens the whole preview. */
export function PreviewStrip(props: ComponentProps<typeof PreviewPane>) {
  const t = useTranslate()
  const { alias, edited, about, page } = props
  const [isOpen, setOpen] = useState(false)
  const view = useMemo(() => publicView(edited, about), [edited, about])
  const isHydrated = useHydrated()
  return (
    <div className="preview-strip across">
      <PageStyle name="preview" styles={styles} />
      <div className="preview-strip-card" inert aria-hidden="true">
        <FramedCard {...{ alias, view, page, isHydrated }} device="phone" />
      </div>
      <Button size="small" icon="eye" disabled={!isHydrated} onClick={() => setOpen(true)}>
        {t('preview.title')}
      </Button>
      <PreviewSheet isOpen={isOpen} onClose={() => setOpen(false)}>
        <PreviewPane {...props} />
      </PreviewSheet>
    </div>
  )
}
