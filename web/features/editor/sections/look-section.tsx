import { iconPacks, type IconPack } from '#contract/cards/drawing.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useParts } from '../editor-parts.ts'
import { Choice } from '../fields/choice.tsx'
import { Group } from '../fields/group.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { useDraft } from '../use-editor.ts'
import { ColourFields } from './look/colour-fields.tsx'
import { Doors } from './look/doors.tsx'
import { Layouts } from './look/layouts.tsx'
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
        <Choice<IconPack>
          legend={t('editor.iconPack')}
          value={chosen}
          choose={setPack}
          options={iconPacks.map((name) => ({ value: name, label: t(`editor.pack.${name}`) }))}
        />
      </Group>
    </>
  )
}
