import { layouts } from '#common/layouts.ts'
import { Button } from '../../web/ui/button/button.tsx'
import { IconButton } from '../../web/ui/button/icon-button.tsx'
import { CheckBox } from '../../web/ui/field/check-box.tsx'
import { CheckChips } from '../../web/ui/field/check-chips.tsx'
import { FileField } from '../../web/ui/field/file-field.tsx'
import { FormError } from '../../web/ui/field/form-error.tsx'
import { PasswordField } from '../../web/ui/field/password-field.tsx'
import { PictureRadios } from '../../web/ui/field/picture-radios.tsx'
import { RadioCards } from '../../web/ui/field/radio-cards.tsx'
import { SearchField } from '../../web/ui/field/search-field.tsx'
import { FilterSelect, SelectField } from '../../web/ui/field/select-field.tsx'
import { Segments } from '../../web/ui/field/segments.tsx'
import { Switch } from '../../web/ui/field/switch.tsx'
import { TextArea, TextField } from '../../web/ui/field/text-field.tsx'
import { RemoveChip } from '../../web/ui/page/remove-chip.tsx'
import { LinkTabs } from '../../web/ui/page/link-tabs.tsx'
import portrait from '../../web/ui/art/spot-lamp.svg?url'
import { Part, State } from './state.tsx'

const language = <option>English (US)</option>
const pictured = layouts.map(({ key, name }) => ({
  value: key,
  label: name,
  picture: <img src={portrait} width="60" height="45" alt="" />,
}))
const permissions = [
  { value: 'plan', label: 'Follows plan' },
  { value: 'grant', label: 'Always' },
  { value: 'revoke', label: 'Never' },
]
const any = (value: string) => (
  <>
    <option value="">Any</option>
    <option value="30">{value}</option>
  </>
)

const Price = ({ each }: { each: string }) => (
  <>
    {each}
    <small>a month</small>
  </>
)

export function Fields() {
  return (
    <>
      <Part title="Field">
        <div className="kit-row four">
          <State name="Rest">
            <TextField label="First name" defaultValue="Tobias" />
          </State>
          <State name="Focus" force="is-focus">
            <TextField label="Last name" defaultValue="Wren" />
          </State>
          <State name="Error">
            <TextField label="Email" type="email" defaultValue="tobias@" error="Enter a full email address." />
          </State>
          <State name="Good">
            <TextField label="Card address" defaultValue="maren" good="carte.example/maren is free." />
          </State>
          <State name="Password">
            <PasswordField label="Password" showLabel="Show password" defaultValue="Open-Sesame-1" />
          </State>
          <State name="Above the fields">
            <FormError>Correct the errors!</FormError>
          </State>
          <State name="With a prefix">
            <TextField label="Card address" before="carte.example/" defaultValue="maren" dir="ltr" />
          </State>
          <State name="The same, error">
            <TextField label="Card address" before="carte.example/" defaultValue="maren" dir="ltr" error="This address is taken." />
          </State>
          <State name="Empty, with a hint">
            <TextField label="Phone" type="tel" optional="Optional" placeholder="(207) 555-0199" hint="Only Maren sees this." />
          </State>
          <State name="Hover" force="is-hover">
            <TextField label="Company" defaultValue="Harbor & Pine Realty" />
          </State>
          <State name="Disabled">
            <TextField label="License" defaultValue="BA-918204" disabled />
          </State>
          <State name="Search">
            <SearchField label="Find a card" defaultValue="maren" clear={{ label: 'Clear', href: '/cards' }} />
          </State>
          <State name="Several lines">
            <TextArea
              label="Message to Maren"
              optional="Optional"
              defaultValue="The license number belongs to another broker. Please send us yours."
            />
          </State>
          <State name="Several lines, error and hint">
            <TextArea label="Reason" error="Enter a reason." hint="Maren reads it." />
          </State>
        </div>
      </Part>
      <Part title="Select">
        <div className="kit-row four">
          <State name="Rest">
            <SelectField label="Language">{language}</SelectField>
          </State>
          <State name="Focus" force="is-focus">
            <SelectField label="Language">{language}</SelectField>
          </State>
          <State name="Error">
            <SelectField label="Language" error="Choose a language.">
              <option>Choose one</option>
            </SelectField>
          </State>
          <State name="Disabled">
            <SelectField label="Language" disabled>
              {language}
            </SelectField>
          </State>
        </div>
        <div className="kit-row">
          <State name="Filter">
            <FilterSelect label="Plan">{any('Pro')}</FilterSelect>
          </State>
          <State name="Filter, set">
            <FilterSelect label="Active" defaultValue="30">
              {any('Last 30 days')}
            </FilterSelect>
          </State>
          <State name="Filter, focus" force="is-focus">
            <FilterSelect label="Status">{any('Live')}</FilterSelect>
          </State>
          <State name="Segments">
            <LinkTabs
              look="segments"
              label="Days"
              current="/views/30"
              tabs={[
                { href: '/views/7', label: '7 days' },
                { href: '/views/30', label: '30 days' },
                { href: '/views/365', label: 'Year' },
              ]}
            />
          </State>
          <State name="Segments in a form">
            <Segments isLabelHidden label="Video backgrounds" name="video" choices={permissions} defaultValue="plan" />
          </State>
          <State name="Segments, hover" force="is-hover">
            <Segments isLabelHidden label="Video backgrounds" name="video-hover" choices={permissions} defaultValue="grant" />
          </State>
          <State name="Segments, focus" force="is-focus">
            <Segments isLabelHidden label="Video backgrounds" name="video-focus" choices={permissions.slice(0, 1)} defaultValue="plan" />
          </State>
          <State name="Segments, wide">
            <Segments isWide label="Card layout" choices={permissions} defaultValue="plan" />
          </State>
          <State name="Chosen, with its way out">
            <form>
              <RemoveChip label="Open house" removeLabel="Remove Open house" />
            </form>
          </State>
          <State name="Any of several">
            <CheckChips name="tag" choices={[{ value: 'Buyer', isChecked: true }, { value: 'Seller' }, { value: 'Open house' }]} />
          </State>
        </div>
      </Part>
      <Part title="Check box" width="half">
        <div className="kit-row">
          <State name="Off">
            <CheckBox label="Off" isLabelHidden />
          </State>
          <State name="On">
            <CheckBox label="On" isLabelHidden defaultChecked />
          </State>
          <State name="Mixed">
            <CheckBox label="Mixed" isLabelHidden isMixed />
          </State>
          <State name="Focus" force="is-focus">
            <CheckBox label="Focus" isLabelHidden defaultChecked />
          </State>
          <State name="Error">
            <CheckBox label="I agree" error="Check this box to go on." />
          </State>
          <State name="Disabled">
            <CheckBox label="Disabled" isLabelHidden disabled />
          </State>
          <State name="With words">
            <CheckBox label="Email the owner" hint="With your reason" defaultChecked />
          </State>
        </div>
      </Part>
      <Part title="Switch, 50 × 30" width="half">
        <div className="kit-row">
          <State name="Off">
            <Switch label="Off" isLabelHidden />
          </State>
          <State name="On">
            <Switch label="On" isLabelHidden defaultChecked />
          </State>
          <State name="Pending">
            <Switch label="Pending" isLabelHidden defaultChecked isPending />
          </State>
          <State name="Focus" force="is-focus">
            <Switch label="Focus" isLabelHidden defaultChecked />
          </State>
          <State name="Disabled">
            <Switch label="Disabled" isLabelHidden disabled />
          </State>
          <State name="With words">
            <Switch label="New contacts" hint="One email each" defaultChecked />
          </State>
        </div>
      </Part>
      <Part title="Radio cards">
        <RadioCards
          label="What is sent"
          name="sent"
          columns={4}
          defaultValue="all"
          choices={[
            { value: 'all', label: 'Everything', hint: 'Name, email, phone, note' },
            { value: 'id', label: 'Only name and id', hint: 'Fetch the rest with a key' },
            { value: 'ask', label: 'Ask each time', hint: 'Slow, but you decide' },
            { value: 'office', label: 'By your office', hint: 'Set by your office', isDisabled: true },
          ]}
        />
        <div className="kit-row four">
          <State name="Focus" force="is-focus">
            <RadioCards label="When" name="focus" choices={[{ value: 'ask', label: 'Ask each time', hint: 'Slow, but you decide' }]} />
          </State>
          <State name="Hover" force="is-hover">
            <RadioCards label="When" name="hover" choices={[{ value: 'ask', label: 'Ask each time', hint: 'Slow, but you decide' }]} />
          </State>
          <State name="With a price at the end">
            <RadioCards
              label="Plan"
              name="price"
              defaultValue="one"
              choices={[
                { value: 'one', label: 'Pro', hint: 'For one person', end: <Price each="$9" /> },
                { value: 'team', label: 'Team', hint: 'For an office of five or more', end: <Price each="$39" /> },
              ]}
            />
          </State>
          <State name="Error">
            <RadioCards
              label="When"
              name="wrong"
              error="Choose one."
              choices={[{ value: 'ask', label: 'Ask each time', hint: 'Slow, but you decide' }]}
            />
          </State>
        </div>
      </Part>
      <Part title="Picture radios">
        <PictureRadios label="Layout" columns={4} defaultValue="porch" choices={pictured} />
        <div className="kit-row three">
          <State name="Focus" force="is-focus">
            <PictureRadios label="Layout" columns={3} defaultValue="salon" choices={pictured.slice(0, 1)} />
          </State>
          <State name="Hover" force="is-hover">
            <PictureRadios label="Layout" columns={3} defaultValue="salon" choices={pictured.slice(0, 1)} />
          </State>
        </div>
      </Part>
      <Part title="File">
        <div className="kit-row three">
          <State name="Empty">
            <FileField label="Choose a photo" dropLabel="Drop it here" hint="Or drop it here. JPEG or PNG, 10 MB at most" />
          </State>
          <State name="Sending">
            <FileField
              label="Photo"
              dropLabel="Drop it here"
              chosen={{ name: 'maren-porch-portrait.jpg', sent: 0.62 }}
              action={<IconButton icon="x" label="Stop" />}
            />
          </State>
          <State name="Done">
            <FileField
              label="Photo"
              dropLabel="Drop it here"
              chosen={{ name: 'maren-porch-portrait-retouched-final.jpg', note: '1.8 MB', picture: portrait }}
              action={<IconButton icon="trash-2" label="Remove" />}
            />
          </State>
          <State name="Error">
            <FileField
              label="Photo"
              dropLabel="Drop it here"
              chosen={{ name: 'listing.heic' }}
              error="We can’t open this format. Use JPEG or PNG."
              action={<Button size="small">Choose</Button>}
            />
          </State>
          <State name="Focus" force="is-focus">
            <FileField label="Choose a photo" dropLabel="Drop it here" hint="Or drop it here" />
          </State>
        </div>
      </Part>
    </>
  )
}
