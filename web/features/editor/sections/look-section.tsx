import { layoutFor, layouts } from '#common/layouts.ts'
import { iconPacks, type IconPack } from '#contract/cards/drawing.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useParts } from '../editor-parts.ts'
import { PictureRadios } from '../../../ui/field/picture-radios.tsx'
import { Segments } from '../../../ui/field/segments.tsx'
import { drawingOf } from '../../../ui/art/layouts/drawing-of.ts'
import { Group } from '../fields/group.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { useDraft } from '../use-editor.ts'
import { ColorFields } from './look/color-fields.tsx'
import { PaletteList } from './look/palette-list.tsx'
import styles from './look/look.css?page-style'

/** Layout, colors, pictures and icons. */
export function LookSection() {
  const t = useTranslate()
  const { picture } = useParts()
  const [theme] = useDraft('eCardTheme')
  const [pack, setPack] = useDraft('settings.iconPack')
  const chosen = iconPacks.find((name) => name === pack) ?? 'default'
  const { name: layout, hidesScene } = layoutFor(theme)
  return (
    <>
      <PageStyle name="editor-look" styles={styles} />
      <Layouts />
      <PaletteList />
      <ColorFields />
      <Group title={t('editor.pictures')}>
        {picture('background', {
          label: t('editor.background'),
          hint: hidesScene ? t('editor.sceneHidden', { layout }) : t('editor.backgroundHint'),
        })}
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

/** Each layout as a small picture. */
function Layouts() {
  const t = useTranslate()
  const [theme, setTheme] = useDraft('eCardTheme')
  return (
    <Group title={t('editor.layout')}>
      <div className="layouts wide">
        <PictureRadios
          isLabelHidden
          label={t('editor.layout')}
          choices={layouts.map(({ key, theme: value, name: label }) => ({ value, label, picture: <img src={drawingOf(key)} alt="" /> }))}
          value={layoutFor(theme).theme}
          onChange={setTheme}
        />
      </div>
    </Group>
  )
}
