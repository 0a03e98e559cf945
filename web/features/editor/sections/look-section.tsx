import { iconPacks, type IconPack } from '#contract/cards/drawing.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useParts } from '../editor-parts.ts'
import { PictureRadios } from '../../../ui/field/picture-radios.tsx'
import { Segments } from '../../../ui/field/segments.tsx'
import { Group } from '../fields/group.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { useDraft } from '../use-editor.ts'
import { ColorFields } from './look/color-fields.tsx'
import { PaletteList } from './look/palette-list.tsx'
import atrium from './look/layout-atrium.svg?url'
import meridian from './look/layout-meridian.svg?url'
import porch from './look/layout-porch.svg?url'
import salon from './look/layout-salon.svg?url'
import css from './look/look.css?inline'
import href from './look/look.css?url'

/** Layout, colors, pictures and icons. */
export function LookSection() {
  const t = useTranslate()
  const { picture } = useParts()
  const [pack, setPack] = useDraft('settings.iconPack')
  const chosen = iconPacks.find((name) => name === pack) ?? 'default'
  return (
    <>
      <PageStyle name="editor-look" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <Layouts />
      <PaletteList />
      <ColorFields />
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

/** The layout is chosen by a word in the theme’s name. */
const layouts = [
  { name: 'Porch', theme: 'default', word: null, image: porch },
  { name: 'Salon', theme: 'elliman', word: 'elliman', image: salon },
  { name: 'Meridian', theme: 'compass', word: 'compass', image: meridian },
  { name: 'Atrium', theme: 'exp', word: 'exp', image: atrium },
] as const

/** The four layouts, each as a small picture. */
function Layouts() {
  const t = useTranslate()
  const [theme, setTheme] = useDraft('eCardTheme')
  const current = layouts.find(({ word }) => word && theme.toLowerCase().includes(word)) ?? layouts[0]
  return (
    <Group title={t('editor.layout')}>
      <div className="layouts wide">
        <PictureRadios
          isLabelHidden
          label={t('editor.layout')}
          choices={layouts.map(({ theme: value, name: label, image }) => ({ value, label, picture: <img src={image} alt="" /> }))}
          value={current.theme}
          onChange={setTheme}
        />
      </div>
    </Group>
  )
}
