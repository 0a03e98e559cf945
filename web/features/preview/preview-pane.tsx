import { useMemo, useState } from 'react'
import type { EditedCard } from '#contract/cards/drafts.ts'
import { cardHref, type CardPage } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/field/segments.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { publicView, type AboutCard } from './public-view.ts'
import { FramedCard, type Device } from './framed-card.tsx'
import styles from './preview.css?page-style'

type Props = {
  alias: string
  edited: EditedCard
  about: AboutCard
  version?: string | undefined
  /** The page that shows the edited section; the preview navigates there. */
  page?: CardPage | undefined
  /** A card that does not exist yet has no page to view. */
  isNew?: boolean
}

const devices = ['phone', 'desktop'] as const satisfies readonly Device[]

/** A preview of the card as it will look when published, on a phone or desktop. Fills its container. */
export function PreviewPane({ alias, edited, about, version, page, isNew = false }: Props) {
  const t = useTranslate()
  const [device, setDevice] = useState<Device>('phone')
  const view = useMemo(() => publicView(underVersion(edited, version), about), [edited, version, about])
  // Before hydration nothing listens for the frame's messages.
  const isHydrated = useHydrated()
  return (
    <section className="preview" aria-label={t('preview.title')}>
      <PageStyle name="preview" styles={styles} />
      <div className="ui-cluster preview-bar">
        <Segments<Device>
          isWide
          isLabelHidden
          label={t('preview.title')}
          value={device}
          onChange={setDevice}
          choices={devices.map((value) => ({ value, label: t(`preview.${value}`) }))}
        />
        {!isNew && (
          <ButtonLink isDocument href={cardHref({ alias, version }, 'home')} target="_blank" rel="noopener">
            {t('preview.view')}
            <Icon name="arrow-up-right" />
          </ButtonLink>
        )}
      </div>
      <FramedCard key={device} {...{ alias, view, page, device, isHydrated }} />
    </section>
  )
}

/** A named version of the card. */
function underVersion(edited: EditedCard, version: string | undefined): EditedCard {
  const found = edited.versions.find(({ name }) => name.toLowerCase() === version?.toLowerCase())
  return found ? { ...edited, ...found.overrides } : edited
}
