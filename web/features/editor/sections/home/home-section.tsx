import { homepageKeys } from '#contract/cards/drawing.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Choice } from '../../fields/choice.tsx'
import { Group } from '../../fields/group.tsx'
import { Words } from '../../fields/text-field.tsx'
import { Toggle, ToggleField } from '../../fields/toggle.tsx'
import { useDraft } from '../../use-editor.ts'
import { ActionButton } from './action-button.tsx'

/** What a visitor sees first, and what never leaves the house. */
export function HomeSection() {
  const t = useTranslate()
  const [shown, setShown] = useDraft('settings.homepage')
  const [tagLine, setTagLine] = useDraft('settings.tagLine')
  const [license, setLicense] = useDraft('settings.licenseNumber')
  const [align, setAlign] = useDraft('settings.mobileLayoutAlign')
  const [size, setSize] = useDraft('settings.mobileFontSize')
  const [qr, setQr] = useDraft('settings.QRCode')
  return (
    <>
      <Group title={t('editor.home.shown')} lead={t('editor.home.shownLead')} isRows>
        {homepageKeys.map((key) => (
          <Toggle
            key={key}
            label={t(`editor.home.${key}`)}
            isOn={shown[key] ?? true}
            choose={(isOn) => setShown({ ...shown, [key]: isOn })}
          />
        ))}
      </Group>
      <Group title={t('editor.home.lines')}>
        <Words
          label={t('editor.home.tagLine')}
          hint={t('editor.home.tagLineHint')}
          value={tagLine.text}
          change={(text) => setTagLine({ show: text.trim() !== '', text })}
          isWide
        />
        <Words
          label={t('editor.home.license')}
          value={license.number}
          change={(number) => setLicense({ show: number.trim() !== '', number })}
        />
      </Group>
      <ActionButton />
      <Group title={t('editor.home.layout')}>
        <Choice
          legend={t('editor.home.align')}
          value={align}
          choose={setAlign}
          options={(['left', 'center', 'right'] as const).map((value) => ({ value, label: t(`editor.home.${value}`) }))}
        />
        <Choice
          legend={t('editor.home.size')}
          value={size}
          choose={setSize}
          options={(['sm', 'md', 'lg'] as const).map((value) => ({ value, label: t(`editor.home.${value}`) }))}
        />
      </Group>
      <Group title={t('editor.home.more')} isRows>
        <ToggleField of="hideProfileImageOnHomepage" label={t('editor.home.hideImage')} />
        <ToggleField of="hideProfileOnHomepage" label={t('editor.home.hideProfile')} more={t('editor.home.hideProfileMore')} />
        <Toggle label={t('editor.home.hideQr')} more={t('editor.home.hideQrMore')} isOn={qr.hide} choose={(hide) => setQr({ hide })} />
      </Group>
    </>
  )
}
