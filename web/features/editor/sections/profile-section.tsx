import { cardFields, fieldOf, groupedNames, type CardField } from '#contract/cards/card-fields.ts'
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
        <GroupedFields of="reach" />
      </Group>
      <Group title={say('editor.company')}>
        <GroupedFields of="company" />
      </Group>
    </>
  )
}

/** The text fields of a group, in the order of the table. */
function GroupedFields({ of }: { of: CardField['group'] }) {
  const say = useAccountSay()
  return groupedNames
    .filter((name) => cardFields[name].group === of)
    .map((name) => {
      const field = cardFields[name]
      const hint = 'hint' in field ? say(field.hint) : undefined
      return <TextField key={name} of={name} label={say(field.label)} hint={hint} {...fieldOf[name].input} />
    })
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
