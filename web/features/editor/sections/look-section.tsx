import { useId } from 'react'
import { iconPacks, type IconPack } from '#contract/cards/drawing.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useParts } from '../editor-parts.ts'
import { Segments } from '../../../ui/field/segments.tsx'
import { Group } from '../fields/group.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { useDraft } from '../use-editor.ts'
import { ColourFields } from './look/colour-fields.tsx'
import { Doors } from './look/doors.tsx'
import css from './look/look.css?inline'
import href from './look/look.css?url'

/** How the card looks. */
export function LookSection() {
  const t = useTranslate()
  const { picture } = useParts()
  const [pack, setPack] = useDraft('settings.iconPack')
  const chosen = iconPacks.find((name) => name === pack) ?? 'default'
  return (
    <>
      <PageStyle name="editor-look" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <Layouts />
      <Doors />
      <ColourFields />
      <Group title={t('editor.pictures')}>
        {picture('background', { label: t('editor.background'), hint: t('editor.backgroundHint') })}
        {picture('logo', { label: t('editor.logo'), hint: t('editor.logoHint') })}
        {picture('card', { label: t('editor.cardPicture'), hint: t('editor.cardPictureHint') })}
      </Group>
      <Group title={t('editor.icons')}>
        <Segments<IconPack>
          isWide
          label={t('editor.iconPack')}
          value={chosen}
          onChange={setPack}
          choices={iconPacks.map((name) => ({ value: name, label: t(`editor.pack.${name}`) }))}
        />
      </Group>
    </>
  )
}

/** A theme's name chooses the layout by the word in it. */
const layouts = [
  { name: 'Porch', theme: 'default', word: null },
  { name: 'Salon', theme: 'elliman', word: 'elliman' },
  { name: 'Meridian', theme: 'compass', word: 'compass' },
  { name: 'Atrium', theme: 'exp', word: 'exp' },
] as const

/** Four ways a card can be built, each drawn small. */
function Layouts() {
  const t = useTranslate()
  const name = useId()
  const [theme, setTheme] = useDraft('eCardTheme')
  const here = layouts.find(({ word }) => word && theme.toLowerCase().includes(word)) ?? layouts[0]
  return (
    <fieldset className="layouts">
      <legend>{t('editor.layout')}</legend>
      <div>
        {layouts.map((layout) => (
          <label key={layout.name}>
            <input type="radio" name={name} checked={layout === here} onChange={() => setTheme(layout.theme)} />
            <span className={`layout-mini ${layout.name.toLowerCase()}`} aria-hidden="true">
              <i />
              <i />
              <i />
              <i />
              <i />
              <i />
            </span>
            <span>{layout.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
