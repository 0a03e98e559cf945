import { useMemo, useState } from 'react'
import type { EditedCard } from '#contract/cards/drafts.ts'
import { cardHref, type CardPage } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { useAwake } from '../../ui/use-awake.ts'
import { asShown, type AboutCard } from './as-shown.ts'
import { FramedCard } from './framed-card.tsx'
import css from './preview.css?inline'
import href from './preview.css?url'

export type Device = 'phone' | 'desktop'

type Props = {
  alias: string
  edited: EditedCard
  about: AboutCard
  version?: string | undefined
  /** The page that what is edited stands on: the preview goes there when it changes. */
  page?: CardPage | undefined
  /** A card that is not there yet cannot be viewed. */
  isNew?: boolean
}

const devices = ['phone', 'desktop'] as const satisfies readonly Device[]

/** The card as it would be if this were published, on a phone or on a desktop. It fills the place it is put in. */
export function PreviewPane({ alias, edited, about, version, page, isNew = false }: Props) {
  const t = useTranslate()
  const [device, setDevice] = useState<Device>('phone')
  const shown = useMemo(() => asShown(underVersion(edited, version), about), [edited, version, about])
  // Nobody listens before the page is awake: a frame that came earlier would speak to nobody.
  const isAwake = useAwake()
  return (
    <section className="preview" aria-label={t('preview.title')}>
      <PageStyle name="preview" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <div className="preview-bar">
        <div className="preview-devices" role="group" aria-label={t('preview.title')}>
          {devices.map((name) => (
            <button key={name} type="button" aria-pressed={name === device} onClick={() => setDevice(name)}>
              {t(`preview.${name}`)}
            </button>
          ))}
        </div>
        {!isNew && (
          <ButtonLink isDocument href={cardHref({ alias, version }, 'home')} target="_blank" rel="noopener">
            {t('preview.view')}
            <Icon name="arrow-up-right" />
          </ButtonLink>
        )}
      </div>
      <FramedCard key={device} {...{ alias, shown, page, device, isAwake }} />
    </section>
  )
}

/** The card as one of its named versions shows it. */
function underVersion(edited: EditedCard, version: string | undefined): EditedCard {
  const found = edited.versions.find(({ name }) => name.toLowerCase() === version?.toLowerCase())
  return found ? { ...edited, ...found.overrides } : edited
}
