import { homepageKeys } from '#contract/cards/drawing.ts'
import { useAccountSay } from '../../../../i18n/use-account-say.ts'
import { Choice } from '../../fields/choice.tsx'
import { Group } from '../../fields/group.tsx'
import { Words } from '../../fields/text-field.tsx'
import { Toggle, ToggleField } from '../../fields/toggle.tsx'
import { useDraft } from '../../use-editor.ts'
import { ActionButton } from './action-button.tsx'

/** What a visitor sees first, and what never leaves the house. */
export function HomeSection() {
  const say = useAccountSay()
  const [shown, setShown] = useDraft('settings.homepage')
  const [tagLine, setTagLine] = useDraft('settings.tagLine')
  const [license, setLicense] = useDraft('settings.licenseNumber')
  const [align, setAlign] = useDraft('settings.mobileLayoutAlign')
  const [size, setSize] = useDraft('settings.mobileFontSize')
  const [qr, setQr] = useDraft('settings.QRCode')
  return (
    <>
      <Group title={say('editor.home.shown')} lead={say('editor.home.shownLead')} isRows>
        {homepageKeys.map((key) => (
          <Toggle
            key={key}
            label={say(`editor.home.${key}`)}
            isOn={shown[key] ?? true}
            choose={(isOn) => setShown({ ...shown, [key]: isOn })}
          />
        ))}
      </Group>
      <Group title={say('editor.home.lines')}>
        <Words
          label={say('editor.home.tagLine')}
          hint={say('editor.home.tagLineHint')}
          value={tagLine.text}
          change={(text) => setTagLine({ show: text.trim() !== '', text })}
          isWide
        />
        <Words
          label={say('editor.home.license')}
          value={license.number}
          change={(number) => setLicense({ show: number.trim() !== '', number })}
        />
      </Group>
      <ActionButton />
      <Group title={say('editor.home.layout')}>
        <Choice
          legend={say('editor.home.align')}
          value={align}
          choose={setAlign}
          options={(['left', 'center', 'right'] as const).map((value) => ({ value, label: say(`editor.home.${value}`) }))}
        />
        <Choice
          legend={say('editor.home.size')}
          value={size}
          choose={setSize}
          options={(['sm', 'md', 'lg'] as const).map((value) => ({ value, label: say(`editor.home.${value}`) }))}
        />
      </Group>
      <Group title={say('editor.home.more')} isRows>
        <ToggleField of="hideProfileImageOnHomepage" label={say('editor.home.hideImage')} />
        <ToggleField of="hideProfileOnHomepage" label={say('editor.home.hideProfile')} more={say('editor.home.hideProfileMore')} />
        <Toggle label={say('editor.home.hideQr')} more={say('editor.home.hideQrMore')} isOn={qr.hide} choose={(hide) => setQr({ hide })} />
      </Group>
    </>
  )
}
