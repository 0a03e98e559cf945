import { useState } from 'react'
import { Button } from '../../web/ui/button/button.tsx'
import { ArrowLink } from '../../web/ui/button/text-link.tsx'
import { TextField } from '../../web/ui/field/text-field.tsx'
import { DangerDialog } from '../../web/ui/overlay/danger-dialog.tsx'
import { closeAround, Dialog, DialogPage } from '../../web/ui/overlay/dialog.tsx'
import { Avatar } from '../../web/ui/list/avatar.tsx'
import { Menu, type MenuItem } from '../../web/ui/overlay/menu.tsx'
import { Sheet } from '../../web/ui/overlay/sheet.tsx'
import { ToastLine, useToast } from '../../web/ui/overlay/toast.tsx'
import { LinkTabs } from '../../web/ui/page/link-tabs.tsx'
import { Part, State } from './state.tsx'

const groups: MenuItem[][] = [
  [
    { label: 'My account', icon: 'circle-user-round', href: '/account' },
    { label: 'Email the owner', icon: 'mail', href: 'mailto:maren@example.com' },
    { label: 'Move', icon: 'arrow-right', note: 'Disabled', isDisabled: true },
  ],
  [{ label: 'Delete this card…', icon: 'trash-2', isDanger: true, onClick: () => {} }],
]
const happens = [
  {
    icon: 'eye-off',
    text: (
      <>
        <b>Visitors</b> see “This card isn’t available” at carte.example/maren, from now on.
      </>
    ),
  },
  {
    icon: 'mail',
    text: (
      <>
        <b>Maren</b> gets an email with your reason. Maren can still log in, edit, and export.
      </>
    ),
  },
  {
    icon: 'users',
    text: (
      <>
        <b>The 84 contacts</b> stay. New ones can’t come in.
      </>
    ),
  },
] as const

export function Overlays() {
  const [open, setOpen] = useState<'label' | 'side' | 'down' | 'delete' | null>(null)
  const showToast = useToast()
  const common = { onClose: () => setOpen(null), cancel: 'Cancel', form: { onSubmit: (event: React.FormEvent) => event.preventDefault() } }
  return (
    <>
      <Part title="Menu" width="third">
        <div className="kit-open">
          <Menu label="Card, shown open" caption="maren.holloway@example.com" groups={groups} />
        </div>
        <div className="kit-row">
          <Menu label="Actions" groups={groups} />
          <Menu label="More actions" look={{ icon: 'ellipsis' }} caption="maren.holloway@example.com" groups={groups} />
        </div>
      </Part>
      <Part title="Dialog, on phones a sheet" width="third">
        <div className="kit-open">
          <div className="ui-dialog">
            <DialogPage
              id="shown"
              title="Revoke “Office spreadsheet”?"
              lead="Programs that use this key stop working at once. You can’t undo this."
              actions={
                <>
                  <Button>Cancel</Button>
                  <Button kind="danger">Revoke key</Button>
                </>
              }
            />
          </div>
        </div>
        <div className="kit-open">
          <div className="ui-dialog side">
            <DialogPage
              id="side"
              picture={<Avatar name="Tobias Wren" />}
              title="Tobias Wren"
              lead="At the side of a wide screen"
              closeLabel="Close"
              closeHref="/contacts"
            />
          </div>
        </div>
        <div className="kit-row">
          <Button onClick={() => setOpen('label')}>New label…</Button>
          <Button onClick={() => setOpen('side')}>Open a contact</Button>
          <Button popoverTarget="kit-sheet">Paste in Gmail</Button>
          <Button kind="danger-line" onClick={() => setOpen('down')}>
            Take down…
          </Button>
          <Button kind="danger-line" onClick={() => setOpen('delete')}>
            Delete for good…
          </Button>
        </div>
        <Dialog
          isOpen={open === 'label'}
          onClose={() => setOpen(null)}
          title="New label"
          closeLabel="Close"
          actions={
            <Button kind="primary" onClick={closeAround}>
              Add label
            </Button>
          }
        >
          <TextField label="Name" defaultValue="Open house" />
        </Dialog>
        <Dialog
          isSide
          isOpen={open === 'side'}
          onClose={() => setOpen(null)}
          picture={<Avatar name="Tobias Wren" />}
          title="Tobias Wren"
          lead="Wren & Daughters"
          closeLabel="Close"
          closeHref="/contacts"
        >
          <p>
            <ArrowLink href="/contacts/1">Everything about Tobias</ArrowLink>
          </p>
        </Dialog>
        <Sheet id="kit-sheet" title="Paste in Gmail" closeLabel="Close">
          <p>Opens and closes before any script.</p>
        </Sheet>
        <DangerDialog
          {...common}
          isOpen={open === 'down'}
          title="Take down Maren Holloway’s card?"
          lead="You can restore it at any time."
          happens={happens}
          reason={{
            label: 'Reason',
            choices: [
              { value: '', label: 'Choose a reason' },
              { value: 'spam', label: 'Spam' },
            ],
          }}
          message={{ label: 'Message to Maren', optional: 'Optional', maxLength: 240 }}
          confirm={{ label: 'Take card down', busyLabel: 'Taking down' }}
        />
        <DangerDialog
          {...common}
          isOpen={open === 'delete'}
          title="Delete Maren Holloway’s card?"
          lead="You can’t undo this after 14 days."
          reason={{ label: 'Reason' }}
          word={{ expected: 'maren', words: { label: 'Type maren to delete' } }}
          confirm={{ label: 'Delete card', busyLabel: 'Deleting' }}
        />
      </Part>
      <Part title="Toast" width="third">
        <div className="kit-row stack">
          <ToastLine kind="done" text="Link copied" />
          <ToastLine kind="done" text="Contact erased" action={{ label: 'Undo', onClick: () => {} }} />
          <ToastLine kind="error" text="Couldn’t save. Try again." />
          <ToastLine kind="busy" text="Sending a test…" />
          <Button onClick={() => showToast('Contact erased', { action: { label: 'Undo', onClick: () => showToast('It’s back') } })}>
            Erase contact
          </Button>
        </div>
      </Part>
      <Part title="Tabs and chips" width="half">
        <LinkTabs
          label="Card"
          current="/cards/maren"
          tabs={[
            { href: '/cards/maren', label: 'Overview' },
            { href: '/cards/maren/plan', label: 'Plan and payments' },
            { href: '/cards/maren/permissions', label: 'Permissions' },
            { href: '/cards/maren/activity', label: 'Activity' },
          ]}
        />
        <div className="kit-row">
          <State name="Chips">
            <LinkTabs
              look="chips"
              label="Labels"
              current="/all"
              tabs={[
                { href: '/all', label: 'All' },
                { href: '/buyer', label: 'Buyer' },
                { href: '/seller', label: 'Seller' },
              ]}
            />
          </State>
          <State name="Hover" force="is-hover">
            <LinkTabs look="chips" label="Label, hover" current="" tabs={[{ href: '/buyer', label: 'Buyer' }]} />
          </State>
          <State name="Focus" force="is-focus">
            <LinkTabs look="chips" label="Label, focus" current="" tabs={[{ href: '/seller', label: 'Seller' }]} />
          </State>
        </div>
      </Part>
    </>
  )
}
