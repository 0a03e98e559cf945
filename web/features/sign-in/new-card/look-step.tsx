import { useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { PictureRadios } from '../../../ui/field/picture-radios.tsx'
import { CardForm } from './card-form.tsx'

export type CardColors = Record<
  | 'eCardBackgroundColor'
  | 'eCardTextColor'
  | 'eCardContactBackground'
  | 'eCardContactColor'
  | 'eCardIconBackground'
  | 'eCardIconColor'
  | 'eCardHeaderIconColor',
  string
>
export type LookPalette = { id: string; name: string; isBuiltIn: boolean; colors: CardColors }

export const layoutNames = ['default', 'elliman', 'compass', 'exp'] as const
const layoutTitles = { default: 'Porch', elliman: 'Salon', compass: 'Meridian', exp: 'Atrium' } as const

type Props = {
  alias: string
  palettes: readonly LookPalette[]
  palette: string
  layout: string
  failure: string
  show(chosen: Partial<CardColors> & { eCardTheme?: string }): void
}

/** One layout and one palette; the rest is in the editor. */
export function LookStep({ alias, palettes, palette, layout, failure, show }: Props) {
  const t = useTranslate()
  const [chosen, setChosen] = useState(() => valueOf(palettes.find(({ id }) => id === palette)))
  const own = palettes.filter(({ isBuiltIn }) => !isBuiltIn)
  const choose = (value: string) => {
    setChosen(value)
    show(palettes.find((one) => valueOf(one) === value)?.colors ?? {})
  }
  const group = (title: string, some: readonly LookPalette[]) =>
    some.length > 0 && (
      <PictureRadios
        label={title}
        name="palette"
        choices={some.map((one) => ({ value: valueOf(one), label: one.name, picture: <Swatch colors={one.colors} /> }))}
        value={chosen}
        onChange={choose}
      />
    )
  return (
    <CardForm alias={alias} next="links" failure={failure}>
      <PictureRadios
        label={t('signup.layout')}
        name="layout"
        columns={4}
        choices={layoutNames.map((value) => ({ value, label: layoutTitles[value], picture: <LayoutSketch name={value} /> }))}
        defaultValue={layoutNames.find((name) => name === layout) ?? 'default'}
        onChange={(eCardTheme) => show({ eCardTheme })}
      />
      {group(t('signup.suggestedColors'), own)}
      {group(
        t(own.length > 0 ? 'signup.otherColors' : 'signup.colors'),
        palettes.filter(({ isBuiltIn }) => isBuiltIn),
      )}
    </CardForm>
  )
}

/** What the form posts: the colors themselves. */
const valueOf = (palette: LookPalette | undefined) => JSON.stringify(palette?.colors)

function Swatch({ colors }: { colors: CardColors }) {
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

const shapes: Record<(typeof layoutNames)[number], string> = {
  default: 'M4 4h40v22H4zM8 30h32v22H8z',
  elliman: 'M8 8h32v26H8zM14 40h20v3H14zM18 47h12v3H18z',
  compass: 'M8 8h32v1H8zM8 20h32v1H8zM8 32h32v1H8zM8 44h32v1H8zM8 12h18v4H8zM8 24h24v4H8zM8 36h14v4H8z',
  exp: 'M4 4h18v48H4zM27 10h16v4H27zM27 18h12v3H27zM27 44h16v6H27z',
}

const LayoutSketch = ({ name }: { name: (typeof layoutNames)[number] }) => (
  <svg className="wizard-sketch" viewBox="0 0 48 56" aria-hidden="true">
    <path d={shapes[name]} />
  </svg>
)
