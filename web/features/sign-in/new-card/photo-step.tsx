import { useMemo, useState, type ReactNode } from 'react'
import type { DraftPicture } from '#contract/cards/drafts.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { CardForm } from './card-form.tsx'

export type WizardPictures = { profile: DraftPicture | null; logo: DraftPicture | null }
type Kind = keyof WizardPictures
export type DrawField = (field: {
  kind: Kind
  label: string
  picture: DraftPicture | null
  onChange(picture: DraftPicture | null, colors: readonly string[]): void
  /** A picture is being uploaded. */
  onBusy(isBusy: boolean): void
}) => ReactNode

type Props = { alias: string; pictures: WizardPictures; failure: string; field: DrawField; show(pictures: WizardPictures): void }

/** Photo and logo, both optional. */
export function PhotoStep({ alias, pictures, failure, field, show }: Props) {
  const t = useTranslate()
  const [chosen, setChosen] = useState(pictures)
  const [colors, setColors] = useState<Record<Kind, readonly string[]>>({ profile: [], logo: [] })
  const [busy, setBusy] = useState<Record<Kind, boolean>>({ profile: false, logo: false })
  const onBusy = useMemo(() => {
    const of = (kind: Kind) => (isBusy: boolean) => setBusy((before) => ({ ...before, [kind]: isBusy }))
    return { profile: of('profile'), logo: of('logo') }
  }, [])
  const draw = (kind: Kind, label: string) =>
    field({
      kind,
      label,
      picture: chosen[kind],
      onBusy: onBusy[kind],
      onChange(picture, found) {
        const next = { ...chosen, [kind]: picture }
        setChosen(next)
        show(next)
        setColors((before) => ({ ...before, [kind]: found }))
      },
    })
  return (
    <>
      {/* Outside the form: cropping uses its own form, and forms cannot be nested. */}
      <div className="wizard-pictures">
        {draw('profile', t('signup.photo'))}
        {draw('logo', t('signup.logo'))}
        <noscript>
          <p className="ui-field-note">{t('signup.noScript')}</p>
        </noscript>
      </div>
      <CardForm
        alias={alias}
        next="look"
        failure={failure}
        isBegun={chosen !== pictures || pictures.profile !== null}
        isBusy={busy.profile || busy.logo}
      >
        <input type="hidden" name="profile" value={chosen.profile ? JSON.stringify(chosen.profile) : ''} />
        <input type="hidden" name="logo" value={chosen.logo ? JSON.stringify(chosen.logo) : ''} />
        {/* The logo’s colors first: they were designed. */}
        <input type="hidden" name="colors" value={[...colors.logo, ...colors.profile].slice(0, 6).join(',')} />
      </CardForm>
    </>
  )
}
