import { fullNameUnder, joined } from '#contract/full-name.ts'
import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { useDraft, useEditorState, useFault } from '../use-editor.ts'
import { Words } from './text-field.tsx'

/** The name as it is shown: it follows first and last name until somebody writes it on purpose. */
export function FullNameField() {
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
