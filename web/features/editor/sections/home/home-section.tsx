import { homepageKeys } from '#contract/cards/drawing.ts'
import { cardPages, type CardPage } from '#contract/pages.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Segments } from '../../../../ui/field/segments.tsx'
import { SelectField } from '../../../../ui/field/select-field.tsx'
import { Group } from '../../fields/group.tsx'
import { ProNote } from '../../fields/pro-note.tsx'
import { TextInput } from '../../fields/text-field.tsx'
import { Toggle, ToggleField } from '../../fields/toggle.tsx'
import { useDraft, useIssue } from '../../use-editor.ts'

/** What the home page shows. */
export function HomeSection() {
  const t = useTranslate()
  const [visibility, setVisibility] = useDraft('settings.homepage')
  const [tagLine, setTagLine] = useDraft('settings.tagLine')
  const [license, setLicense] = useDraft('settings.licenseNumber')
  const [align, setAlign] = useDraft('settings.mobileLayoutAlign')
  const [size, setSize] = useDraft('settings.mobileFontSize')
  const [qr, setQr] = useDraft('settings.QRCode')
  return (
    <>
      <Group title={t('editor.home.visible')} lead={t('editor.home.visibleLead')} isRows>
        {homepageKeys.map((key) => (
          <Toggle
            key={key}
            label={t(`editor.home.${key}`)}
            isOn={visibility[key] ?? true}
            choose={(isOn) => setVisibility({ ...visibility, [key]: isOn })}
          />
        ))}
      </Group>
      <Group title={t('editor.home.lines')}>
        <TextInput
          label={t('editor.home.tagLine')}
          hint={t('editor.home.tagLineHint')}
          value={tagLine.text}
          change={(text) => setTagLine({ show: text.trim() !== '', text })}
          isWide
        />
        <TextInput
          label={t('editor.home.license')}
          value={license.number}
          change={(number) => setLicense({ show: number.trim() !== '', number })}
        />
      </Group>
      <ActionButton />
      <Group title={t('editor.home.layout')}>
        <Segments
          isWide
          label={t('editor.home.align')}
          value={align}
          onChange={setAlign}
          choices={(['left', 'center', 'right'] as const).map((value) => ({ value, label: t(`editor.home.${value}`) }))}
        />
        <Segments
          isWide
          label={t('editor.home.size')}
          value={size}
          onChange={setSize}
          choices={(['sm', 'md', 'lg'] as const).map((value) => ({ value, label: t(`editor.home.${value}`) }))}
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

const pages = ['vCard', 'contact', 'connect', 'about', 'reviews', 'review'] as const satisfies readonly CardPage[]
const toPage = 1
const toLink = 2

/** The primary button: its label and link. */
function ActionButton() {
  const t = useTranslate()
  const [action, set] = useDraft('settings.triggerAction')
  const issue = useIssue('settings.triggerAction.route')
  const kind = action === null ? 'usual' : action.type === toLink ? 'link' : 'page'
  const now = action ?? { key: 'action', route: cardPages.contact.segment, text: '', type: toPage }

  function choose(next: typeof kind) {
    if (next === 'usual') set(null)
    else
      set({
        ...now,
        type: next === 'link' ? toLink : toPage,
        route: next === kind ? now.route : next === 'page' ? cardPages.contact.segment : '',
      })
  }

  return (
    <Group title={t('editor.action')} lead={t('editor.actionLead')}>
      <Segments
        isWide
        label={t('editor.actionKind')}
        value={kind}
        onChange={choose}
        choices={[
          { value: 'usual', label: t('editor.actionUsual') },
          { value: 'page', label: t('editor.actionPage') },
          { value: 'link', label: t('editor.actionLink') },
        ]}
      />
      {action && (
        <>
          <TextInput
            label={t('editor.actionText')}
            value={action.text}
            placeholder={t('home.action')}
            max={60}
            change={(text) => set({ ...action, text })}
          />
          {kind === 'page' ? (
            <div className="field">
              <SelectField
                label={t('editor.actionTo')}
                error={issue}
                value={action.route}
                onChange={({ target }) => set({ ...action, route: target.value })}
              >
                {pages.map((page) => (
                  <option key={page} value={cardPages[page].segment}>
                    {t(`editor.page.${page}`)}
                  </option>
                ))}
              </SelectField>
            </div>
          ) : (
            <TextInput
              label={t('editor.actionTo')}
              hint={t('editor.actionLinkHint')}
              type="url"
              max={2000}
              value={action.route}
              issue={issue}
              placeholder="https://"
              change={(route) => set({ ...action, route })}
            />
          )}
          <ProNote permission="ActionTrigger" />
        </>
      )}
    </Group>
  )
}
