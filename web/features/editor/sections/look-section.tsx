import { iconPacks, type IconPack } from '#contract/cards/drawing.ts'
import { useAccountSay } from '../../../i18n/use-account-say.ts'
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
  const say = useAccountSay()
  const { picture } = useParts()
  const [pack, setPack] = useDraft('settings.iconPack')
  const chosen = iconPacks.find((name) => name === pack) ?? 'default'
  return (
    <>
      <PageStyle name="editor-look" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <Layouts />
      <Doors />
      <ColourFields />
      <Group title={say('editor.pictures')}>
        {picture('background', { label: say('editor.background'), hint: say('editor.backgroundHint') })}
        {picture('logo', { label: say('editor.logo'), hint: say('editor.logoHint') })}
        {picture('card', { label: say('editor.cardPicture'), hint: say('editor.cardPictureHint') })}
      </Group>
      <Group title={say('editor.icons')}>
        <Choice<IconPack>
          legend={say('editor.iconPack')}
          value={chosen}
          choose={setPack}
          options={iconPacks.map((name) => ({ value: name, label: say(`editor.pack.${name}`) }))}
        />
      </Group>
    </>
  )
}
