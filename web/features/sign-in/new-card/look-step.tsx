import { useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { CardForm } from './card-form.tsx'

export type LookColours = Record<
  | 'eCardBackgroundColor'
  | 'eCardTextColor'
  | 'eCardContactBackground'
  | 'eCardContactColor'
  | 'eCardIconBackground'
  | 'eCardIconColor'
  | 'eCardHeaderIconColor',
  string
>
export type LookPalette = { id: string; name: string; isOurs: boolean; colours: LookColours }

export const layoutNames = ['default', 'elliman', 'compass', 'exp'] as const
const layoutTitles = { default: 'Porch', elliman: 'Salon', compass: 'Meridian', exp: 'Atrium' } as const

type Props = {
  alias: string
  palettes: readonly LookPalette[]
  palette: string
  layout: string
  trouble: string
  show(chosen: Partial<LookColours> & { eCardTheme?: string }): void
}

/** One layout and one palette: everything else can be changed later. */
export function LookStep({ alias, palettes, palette, layout, trouble, show }: Props) {
  const t = useTranslate()
  const [chosen, setChosen] = useState(palette)
  const own = palettes.filter(({ isOurs }) => !isOurs)
  const group = (title: string, some: readonly LookPalette[]) =>
    some.length > 0 && (
      <fieldset className="wizard-palettes">
        <legend>{title}</legend>
        {some.map(({ id, name, colours }) => (
          <label key={id}>
            <input
              type="radio"
              name="palette"
              value={JSON.stringify(colours)}
              checked={chosen === id}
              onChange={() => {
                setChosen(id)
                show(colours)
              }}
            />
            <Swatch colours={colours} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
    )
  return (
    <CardForm alias={alias} next="links" trouble={trouble}>
      <fieldset className="wizard-layouts">
        <legend>{t('signup.layout')}</legend>
        {layoutNames.map((name) => (
          <label key={name}>
            <input type="radio" name="layout" value={name} defaultChecked={name === layout} onChange={() => show({ eCardTheme: name })} />
            <LayoutSketch name={name} />
            <span>{layoutTitles[name]}</span>
          </label>
        ))}
      </fieldset>
      {group(t('signup.suggestedColours'), own)}
      {group(
        t(own.length > 0 ? 'signup.otherColours' : 'signup.colours'),
        palettes.filter(({ isOurs }) => isOurs),
      )}
    </CardForm>
  )
}

function Swatch({ colours }: { colours: LookColours }) {
  return (
    <svg viewBox="0 0 60 44" aria-hidden="true">
      <rect width="60" height="44" rx="12" fill={colours.eCardBackgroundColor} />
      <rect x="6" y="6" width="48" height="18" rx="7" fill={colours.eCardContactBackground} />
      <rect x="6" y="28" width="14" height="10" rx="4" fill={colours.eCardIconBackground} />
      <rect x="24" y="28" width="30" height="4" rx="2" fill={colours.eCardTextColor} />
      <rect x="24" y="34" width="18" height="4" rx="2" fill={colours.eCardIconColor} />
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
  <svg viewBox="0 0 48 56" aria-hidden="true">
    <path d={shapes[name]} />
  </svg>
)
