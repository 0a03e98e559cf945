import { fullNameUnder, joined } from '#contract/full-name.ts'
import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { useParts } from '../editor-parts.ts'
import { Choice } from '../fields/choice.tsx'
import { Group } from '../fields/group.tsx'
import { MarkedWords } from '../fields/marked-words.tsx'
import { TextField, Words } from '../fields/text-field.tsx'
import { useDraft, useEditorState, useFault } from '../use-editor.ts'

/** Who this is, and how they are reached. */
export function ProfileSection() {
  const say = useAccountSay()
  const { picture } = useParts()
  const [profile, setProfile] = useDraft('profile')
  return (
    <>
      <Group id="photo" title={say('editor.photos')}>
        {picture('profile', { label: say('editor.portrait'), hint: say('editor.portraitHint') })}
        {picture('cutout', { label: say('editor.cutout'), hint: say('editor.cutoutHint') })}
      </Group>
      <Group title={say('editor.who')}>
        <TextField of="firstName" label={say('editor.firstName')} autoComplete="given-name" />
        <TextField of="lastName" label={say('editor.lastName')} autoComplete="family-name" />
        <TextField of="title" label={say('editor.jobTitle')} hint={say('editor.jobTitleHint')} />
        <FullNameField />
        <Choice
          legend={say('editor.profileKind')}
          value={profile}
          choose={setProfile}
          options={[
            { value: 1, label: say('editor.single') },
            { value: 2, label: say('editor.team') },
          ]}
        />
      </Group>
      <Group title={say('editor.about')}>
        <Story />
      </Group>
      <Group title={say('editor.reach')} lead={say('editor.reachLead')}>
        <TextField of="phoneNumber" label={say('editor.mobile')} type="tel" autoComplete="tel" />
        <TextField of="officePhoneNumber" label={say('editor.office')} type="tel" />
        <TextField of="directPhoneNumber" label={say('editor.direct')} type="tel" />
        <TextField of="telPhoneNumber" label={say('editor.tel')} hint={say('editor.telHint')} type="tel" />
        <TextField of="emailAddress" label={say('editor.email')} type="email" autoComplete="email" isWide />
      </Group>
      <Group title={say('editor.company')}>
        <TextField of="companyName" label={say('editor.companyName')} autoComplete="organization" isWide />
        <TextField of="companyLicense" label={say('editor.companyLicense')} hint={say('editor.companyLicenseHint')} isWide />
        <TextField of="companyAddress" label={say('editor.street')} hint={say('editor.streetHint')} isWide />
        <TextField of="companyCity" label={say('editor.city')} />
        <TextField of="companyState" label={say('editor.state')} />
        <TextField of="companyZip" label={say('editor.zip')} />
        <TextField of="companyCountry" label={say('editor.country')} />
      </Group>
    </>
  )
}

function Story() {
  const say = useAccountSay()
  const [bio, change] = useDraft('bio')
  const fault = useFault('bio')
  return (
    <MarkedWords label={say('editor.bio')} hint={say('editor.bioHint')} rows={8} max={20_000} value={bio} change={change} fault={fault} />
  )
}

/** The name as it is shown: it follows first and last name until somebody writes it on purpose. */
function FullNameField() {
  const say = useAccountSay()
  const [, set] = useDraft('fullName')
  const published = useEditorState((state) => state.published)
  const edited = useEditorState((state) => state.edited)
  const patch = useEditorState((state) => state.patch)
  const following = patch.fullName === undefined ? fullNameUnder(published, patch) : undefined
  return (
    <Words
      label={say('editor.fullName')}
      hint={say('editor.fullNameHint')}
      value={following ?? edited.fullName}
      placeholder={joined(edited.firstName, edited.lastName)}
      change={set}
      fault={useFault('fullName')}
    />
  )
}
