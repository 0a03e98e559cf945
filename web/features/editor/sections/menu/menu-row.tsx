import { memo } from 'react'
import type { MenuItem } from '#contract/cards/cards.ts'
import { snackbarMs } from '#contract/constants.ts'
import { useAccountSay } from '../../../../i18n/use-account-say.ts'
import { OwnerIcon as Icon } from '../../../../ui/icons/owner-icon.tsx'
import { useSnackbar } from '../../../../ui/snackbar.tsx'
import { Choice } from '../../fields/choice.tsx'
import { Words } from '../../fields/text-field.tsx'
import { useEditorState } from '../../use-editor.ts'
import { Entry } from '../entry.tsx'
import { iconOf } from './entry-icon.ts'
import { IconChoice } from './icon-choice.tsx'
import { notesOf } from './entry-note.ts'
import { SearchWords } from './search-words.tsx'
import { useMenuActs } from './use-menu.ts'
import { device, everywhere, linkType, usualKeyOf } from './usual-menu.ts'

type Props = { item: MenuItem; usualLabel: string; isNew: boolean; onGone(): void }

const menuElement = (key: string) => `menu-${key}`

/** An entry of the menu: one of the usual ones, or a link of one’s own. */
export const MenuRow = memo(function MenuRow({ item, usualLabel, isNew, onGone }: Props) {
  const say = useAccountSay()
  const { change } = useMenuActs()
  const faults = useEntryFaults(item.key)
  const usual = usualKeyOf(item.key)
  const isLink = usual === null && item.type === linkType
  const name = item.label.trim() || usualLabel
  const icon = iconOf(item.cssClass)
  // What somebody else set up for this owner is moved and hidden, and not rewritten.
  const isOff = !item.editable
  const write = (part: Partial<MenuItem>) => change(item.key, part)

  return (
    <Entry
      id={menuElement(item.key)}
      glyph={usual === null && <Icon name={icon ?? 'link'} />}
      name={name}
      note={[...notesOf(item).map((note) => say(`editor.menu.note.${note}`)), isOff && say('editor.menu.note.fixed')]
        .filter(Boolean)
        .join(' · ')}
      isShown={item.show}
      show={(show) => write({ show })}
      isOpenAtFirst={isNew}
      isFaulty={faults.size > 0}
    >
      <Words
        label={say('editor.menu.label')}
        hint={usual ? say('editor.menu.labelHint', { name: usualLabel }) : undefined}
        placeholder={usual ? usualLabel : undefined}
        max={80}
        isWide
        isOff={isOff}
        value={item.label}
        change={(label) => write({ label })}
        fault={faults.get('label')}
      />
      {isLink && (
        <Words
          label={say('editor.menu.address')}
          hint={say('editor.menu.addressHint')}
          type="url"
          max={2000}
          isWide
          isOff={isOff}
          value={item.route}
          change={(route) => write({ route })}
          fault={faults.get('route')}
        />
      )}
      {usual !== 'vCard' && <Devices version={item.version} choose={(version) => write({ version })} />}
      {isLink && !isOff && <IconChoice cssClass={item.cssClass} choose={(cssClass) => write({ cssClass })} />}
      {!isLink && usual !== 'homeValue' && !isOff && <SearchWords item={item} change={write} />}
      {usual === null && !isOff && <Remove item={item} name={name} onGone={onGone} />}
    </Entry>
  )
})

function Devices({ version, choose }: { version: number; choose(version: number): void }) {
  const say = useAccountSay()
  return (
    <Choice
      legend={say('editor.menu.device')}
      value={version & everywhere}
      choose={choose}
      options={[
        { value: everywhere, label: say('editor.menu.both') },
        { value: device.mobile, label: say('editor.menu.phone') },
        { value: device.desktop, label: say('editor.menu.desktop') },
      ]}
    />
  )
}

function Remove({ item, name, onGone }: { item: MenuItem; name: string; onGone(): void }) {
  const say = useAccountSay()
  const snack = useSnackbar()
  const { remove } = useMenuActs()
  function press() {
    const bringBack = remove(item.key)
    snack(say('editor.links.removed', { name }), { forMs: snackbarMs.notice, act: { text: say('inbox.undo'), press: bringBack } })
    onGone()
  }
  return (
    <div className="entry-foot">
      <button type="button" className="btn ghost" onClick={press}>
        <Icon name="trash-2" />
        {say('editor.menu.remove')}
      </button>
    </div>
  )
}

/** What is wrong with an entry, by its field: faults name it by its place among what is kept. */
function useEntryFaults(key: string): ReadonlyMap<string, string> {
  const at = useEditorState(({ edited }) => edited.menus.findIndex((item) => item.key === key))
  const faults = useEditorState((state) => state.faults)
  const start = `menus.${at}.`
  return new Map(faults.filter(({ path }) => path.startsWith(start)).map(({ path, message }) => [path.slice(start.length), message]))
}
