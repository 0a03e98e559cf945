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
  onChange(picture: DraftPicture | null, colours: readonly string[]): void
  /** A picture is on its way. */
  onBusy(isBusy: boolean): void
}) => ReactNode

type Props = { alias: string; pictures: WizardPictures; trouble: string; field: DrawField; show(pictures: WizardPictures): void }

/** A face and a logo. Both may come later. */
export function PhotoStep({ alias, pictures, trouble, field, show }: Props) {
  const t = useTranslate()
  const [shown, setShown] = useState(pictures)
  const [colours, setColours] = useState<Record<Kind, readonly string[]>>({ profile: [], logo: [] })
  const [busy, setBusy] = useState<Record<Kind, boolean>>({ profile: false, logo: false })
  const onBusy = useMemo(() => {
    const of = (kind: Kind) => (isBusy: boolean) => setBusy((before) => ({ ...before, [kind]: isBusy }))
    return { profile: of('profile'), logo: of('logo') }
  }, [])
  const draw = (kind: Kind, label: string) =>
    field({
      kind,
      label,
      picture: shown[kind],
      onBusy: onBusy[kind],
      onChange(picture, found) {
        const next = { ...shown, [kind]: picture }
        setShown(next)
        show(next)
        setColours((before) => ({ ...before, [kind]: found }))
      },
    })
  return (
    <>
      {/* Beside the form, not in it: the picture is cut in a form of its own, and a browser lets no submit out of a form in a form. */}
      <div className="wizard-pictures">
        {draw('profile', t('signup.photo'))}
        {draw('logo', t('signup.logo'))}
        <noscript>
          <p className="ui-field-note">{t('signup.noScript')}</p>
        </noscript>
      </div>
      <CardForm alias={alias} next="look" trouble={trouble} isBegun={shown !== pictures} isBusy={busy.profile || busy.logo}>
        <input type="hidden" name="profile" value={shown.profile ? JSON.stringify(shown.profile) : ''} />
        <input type="hidden" name="logo" value={shown.logo ? JSON.stringify(shown.logo) : ''} />
        {/* The logo’s colours come first: they were chosen. */}
        <input type="hidden" name="colours" value={[...colours.logo, ...colours.profile].slice(0, 6).join(',')} />
      </CardForm>
    </>
  )
}
