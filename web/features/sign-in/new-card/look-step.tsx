import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { layoutFor, layouts, type LayoutTheme, type ThemeColors } from '#common/layouts.ts'
import { propertyOf } from '#common/property-of.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { readStep, storeStep, type StepScope } from '../../../platform/device/new-card-storage.ts'
import { drawingOf } from '../../../ui/art/layouts/drawing-of.ts'
import { PictureRadios } from '../../../ui/field/picture-radios.tsx'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { CardForm } from './card-form.tsx'

export type LookPalette = { id: string; name: string; isFromPhoto: boolean; colors: ThemeColors }

type Props = StepScope & {
  palettes: readonly LookPalette[]
  palette: string
  layout: string
  failure: string
  show(chosen: Partial<ThemeColors> & { eCardTheme?: string }): void
}

/** One layout and one palette; the rest is in the editor. */
export function LookStep({ account, alias, palettes, palette, layout, failure, show }: Props) {
  const t = useTranslate()
  const [initial] = useState<Look>(() => ({
    layout: layoutFor(layout).theme,
    palette: valueOf(palettes.find(({ id }) => id === palette)),
  }))
  const isHydrated = useHydrated()
  const stored = useMemo(() => (isHydrated ? readStoredLook({ account, alias }, initial) : null), [isHydrated, account, alias, initial])
  const [chosen, setChosen] = useState<Look | null>(null)
  const look = chosen ?? stored ?? initial
  const own = palettes.filter(({ isFromPhoto }) => isFromPhoto)
  const preview = (one: Look) => show({ eCardTheme: one.layout, ...palettes.find((other) => valueOf(other) === one.palette)?.colors })
  const choose = (next: Look) => {
    setChosen(next)
    preview(next)
    storeStep({ account, alias }, 'look', { ...next, from: initial })
  }
  const previewStored = useEffectEvent(() => stored && preview(stored))
  useEffect(() => void previewStored(), [stored])
  const group = (title: string, some: readonly LookPalette[]) =>
    some.length > 0 && (
      <PictureRadios
        label={title}
        name="palette"
        choices={some.map((one) => ({ value: valueOf(one), label: one.name, picture: <Swatch colors={one.colors} /> }))}
        value={look.palette}
        onChange={(value) => choose({ ...look, palette: value })}
      />
    )
  return (
    <CardForm alias={alias} back="photo" next="links" failure={failure}>
      <div className="wizard-layouts">
        <PictureRadios<LayoutTheme>
          label={t('signup.layout')}
          name="layout"
          choices={layouts.map(({ key, theme, name }) => ({ value: theme, label: name, picture: <img src={drawingOf(key)} alt="" /> }))}
          value={look.layout}
          onChange={(value) => choose({ ...look, layout: value })}
        />
      </div>
      {group(t('signup.suggestedColors'), own)}
      {group(
        t(own.length > 0 ? 'signup.otherColors' : 'signup.colors'),
        palettes.filter(({ isFromPhoto }) => !isFromPhoto),
      )}
    </CardForm>
  )
}

type Look = { layout: LayoutTheme; palette: string }

/** The look that was chosen and not saved, unless the card’s own changed since. */
export function readStoredLook(of: StepScope, initial: Look): Look | null {
  const stored = readStep(of, 'look')
  if (stored === null) return null
  const [layout, palette, from]: unknown[] = ['layout', 'palette', 'from'].map((name) => propertyOf(stored, name))
  const theme = layouts.find((one) => one.theme === layout)?.theme
  return theme && typeof palette === 'string' && JSON.stringify(from) === JSON.stringify(initial) ? { layout: theme, palette } : null
}

/** What the form posts: the colors themselves. */
const valueOf = (palette: LookPalette | undefined) => JSON.stringify(palette?.colors)

function Swatch({ colors }: { colors: ThemeColors }) {
  return (
    <svg className="wizard-swatch" viewBox="0 0 60 44" aria-hidden="true">
      <rect width="60" height="44" rx="12" fill={colors.eCardBackgroundColor} />
      <rect x="6" y="6" width="48" height="18" rx="7" fill={colors.eCardContactBackground} />
      <rect x="6" y="28" width="14" height="10" rx="4" fill={colors.eCardIconBackground} />
      <rect x="24" y="28" width="30" height="4" rx="2" fill={colors.eCardTextColor} />
      <rect x="24" y="34" width="18" height="4" rx="2" fill={colors.eCardIconColor} />
    </svg>
  )
}
