import { cardFields, fieldOf, groupedNames, type CardField } from '#contract/cards/card-fields.ts'
import { fullNameUnder, joined } from '#common/text/full-name.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useParts } from '../editor-parts.ts'
import { Segments } from '../../../ui/field/segments.tsx'
import { Group } from '../fields/group.tsx'
import { FormattedTextField } from '../fields/formatted-text-field.tsx'
import { TextField, TextInput } from '../fields/text-field.tsx'
import { anchorOf } from '../sections.ts'
import { useDraft, useEditorState, useIssue } from '../use-editor.ts'

/** Name, photos and contact details. */
export function ProfileSection() {
  const t = useTranslate()
  const { picture } = useParts()
  const [profile, setProfile] = useDraft('profile')
  return (
    <>
      <Group id="photo" title={t('editor.photos')}>
        {picture('profile', { label: t('editor.portrait'), hint: t('editor.portraitHint') })}
        {picture('cutout', { label: t('editor.cutout'), hint: t('editor.cutoutHint') })}
      </Group>
      <Group title={t('editor.who')}>
        <GroupedFields of="who" />
        <FullNameField />
        <Segments
          isWide
          label={t('editor.profileKind')}
          value={profile}
          onChange={setProfile}
          choices={[
            { value: 1, label: t('editor.single') },
            { value: 2, label: t('editor.team') },
          ]}
        />
      </Group>
      <Group title={t('editor.about')}>
        <Story />
      </Group>
      <Group title={t('editor.reach')} lead={t('editor.reachLead')}>
        <GroupedFields of="reach" />
      </Group>
      <Group title={t('editor.company')}>
        <GroupedFields of="company" />
      </Group>
    </>
  )
}

/** The text fields of a group, in table order. */
function GroupedFields({ of }: { of: CardField['group'] }) {
  const t = useTranslate()
  return groupedNames
    .filter((name) => cardFields[name].group === of)
    .map((name) => {
      const field = cardFields[name]
      const hint = 'hint' in field ? t(field.hint) : undefined
      return <TextField key={name} of={name} label={t(field.label)} hint={hint} {...fieldOf[name].input} />
    })
}

function Story() {
  const t = useTranslate()
  const [bio, change] = useDraft('bio')
  const issue = useIssue('bio')
  const { max } = cardFields.bio
  return (
    <FormattedTextField
      id={anchorOf('bio')}
      label={t('editor.bio')}
      hint={t('editor.bioHint')}
      rows={8}
      max={max}
      value={bio}
      change={change}
      issue={issue}
    />
  )
}

/** The display name: it follows first and last name until it is edited. */
function FullNameField() {
  const t = useTranslate()
  const [, set] = useDraft('fullName')
  const published = useEditorState((state) => state.published)
  const edited = useEditorState((state) => state.edited)
  const patch = useEditorState((state) => state.patch)
  const following = patch.fullName === undefined ? fullNameUnder(published, patch) : undefined
  return (
    <TextInput
      id={anchorOf('fullName')}
      label={t('editor.fullName')}
      hint={t('editor.fullNameHint')}
      value={following ?? edited.fullName}
      placeholder={joined(edited.firstName, edited.lastName)}
      change={set}
      issue={useIssue('fullName')}
    />
  )
}
