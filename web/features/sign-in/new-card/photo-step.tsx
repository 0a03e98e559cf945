import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import type { DraftPicture } from '#contract/cards/drafts.ts'
import { propertyOf } from '#common/property-of.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { readStep, storeStep, type StepScope } from '../../../platform/device/new-card-storage.ts'
import { useHydrated } from '../../../ui/use-hydrated.ts'
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

type Props = StepScope & { pictures: WizardPictures; failure: string; field: DrawField; show(pictures: WizardPictures): void }

/** Photo and logo, both optional. */
export function PhotoStep({ account, alias, pictures, failure, field, show }: Props) {
  const t = useTranslate()
  const [initial] = useState<Chosen>(() => ({
    profile: { picture: pictures.profile, colors: [] },
    logo: { picture: pictures.logo, colors: [] },
  }))
  const isHydrated = useHydrated()
  // A picture that the server refused may be gone.
  const stored = useMemo(
    () => (isHydrated && !failure ? readStoredPictures({ account, alias }, initial) : null),
    [isHydrated, failure, account, alias, initial],
  )
  const [changed, setChanged] = useState<Chosen | null>(null)
  const chosen = changed ?? stored ?? initial
  const [busy, setBusy] = useState<Record<Kind, boolean>>({ profile: false, logo: false })
  const onBusy = useMemo(() => {
    const of = (kind: Kind) => (isBusy: boolean) => setBusy((before) => ({ ...before, [kind]: isBusy }))
    return { profile: of('profile'), logo: of('logo') }
  }, [])
  const preview = ({ profile, logo }: Chosen) => show({ profile: profile.picture, logo: logo.picture })
  const previewStored = useEffectEvent(() => stored && preview(stored))
  useEffect(() => void previewStored(), [stored])
  const draw = (kind: Kind, label: string) =>
    field({
      kind,
      label,
      picture: chosen[kind].picture,
      onBusy: onBusy[kind],
      onChange(picture, colors) {
        const next = { ...chosen, [kind]: { picture, colors } }
        setChanged(next)
        preview(next)
        storeStep({ account, alias }, 'photo', { ...next, from: initial })
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
        back="you"
        next="look"
        failure={failure}
        isBegun={chosen !== initial || pictures.profile !== null}
        isBusy={busy.profile || busy.logo}
      >
        <input type="hidden" name="profile" value={valueOf(chosen.profile)} />
        <input type="hidden" name="logo" value={valueOf(chosen.logo)} />
        {/* The logo’s colors first: they were designed. */}
        <input type="hidden" name="colors" value={[...chosen.logo.colors, ...chosen.profile.colors].slice(0, 6).join(',')} />
      </CardForm>
    </>
  )
}

type Choice = { picture: DraftPicture | null; colors: readonly string[] }
type Chosen = Record<Kind, Choice>

const valueOf = ({ picture }: Choice) => (picture ? JSON.stringify(picture) : '')

/** The pictures that were uploaded and not saved, unless the card’s own changed since. */
export function readStoredPictures(of: StepScope, initial: Chosen): Chosen | null {
  const stored = readStep(of, 'photo')
  if (stored === null) return null
  const [profile, logo, from]: unknown[] = ['profile', 'logo', 'from'].map((name) => propertyOf(stored, name))
  return isChoice(profile) && isChoice(logo) && JSON.stringify(from) === JSON.stringify(initial) ? { profile, logo } : null
}

function isChoice(value: unknown): value is Choice {
  const [picture, colors] = [propertyOf(value, 'picture'), propertyOf(value, 'colors')]
  const isColors = Array.isArray(colors) && colors.every((color) => typeof color === 'string')
  return isColors && (picture === null || typeof propertyOf(picture, 'revision') === 'string')
}
