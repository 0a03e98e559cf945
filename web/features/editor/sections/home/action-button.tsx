import { cardPages, type CardPage } from '#contract/pages.ts'
import { useAccountSay } from '../../../../i18n/use-account-say.ts'
import { Choice } from '../../fields/choice.tsx'
import { FieldShell } from '../../fields/field-shell.tsx'
import { Group } from '../../fields/group.tsx'
import { ProNote } from '../../fields/pro-note.tsx'
import { Words } from '../../fields/text-field.tsx'
import { useDraft, useFault } from '../../use-editor.ts'

const pages = ['vCard', 'contact', 'connect', 'about', 'reviews', 'review'] as const satisfies readonly CardPage[]
const toPage = 1
const toLink = 2

/** The one solid button: what it says and where it leads. */
export function ActionButton() {
  const say = useAccountSay()
  const [action, set] = useDraft('settings.triggerAction')
  const fault = useFault('settings.triggerAction.route')
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
    <Group title={say('editor.action')} lead={say('editor.actionLead')}>
      <Choice
        legend={say('editor.actionKind')}
        value={kind}
        choose={choose}
        options={[
          { value: 'usual', label: say('editor.actionUsual') },
          { value: 'page', label: say('editor.actionPage') },
          { value: 'link', label: say('editor.actionLink') },
        ]}
      />
      {action && (
        <>
          <Words
            label={say('editor.actionText')}
            value={action.text}
            placeholder={say('home.action')}
            max={60}
            change={(text) => set({ ...action, text })}
          />
          {kind === 'page' ? (
            <FieldShell label={say('editor.actionTo')} fault={fault}>
              {(marks) => (
                <select {...marks} value={action.route} onChange={({ target }) => set({ ...action, route: target.value })}>
                  {pages.map((page) => (
                    <option key={page} value={cardPages[page].segment}>
                      {say(`editor.page.${page}`)}
                    </option>
                  ))}
                </select>
              )}
            </FieldShell>
          ) : (
            <Words
              label={say('editor.actionTo')}
              hint={say('editor.actionLinkHint')}
              type="url"
              max={2000}
              value={action.route}
              fault={fault}
              placeholder="https://"
              change={(route) => set({ ...action, route })}
            />
          )}
          <ProNote right="ActionTrigger" />
        </>
      )}
    </Group>
  )
}
