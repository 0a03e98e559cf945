import { Button, ButtonLink, SummaryButton, type ButtonKind } from '../../web/ui/button/button.tsx'
import { IconButton, IconLink } from '../../web/ui/button/icon-button.tsx'
import { ArrowLink, TextLink } from '../../web/ui/button/text-link.tsx'
import type { IconName } from '../../web/ui/icons/icon-names.ts'
import { Part, State } from './state.tsx'

const kinds: { name: string; kind: ButtonKind; label: string; busyLabel: string; icon?: IconName }[] = [
  { name: 'Primary', kind: 'primary', label: 'Save', busyLabel: 'Saving' },
  { name: 'Line', kind: 'line', label: 'Send a test', busyLabel: 'Sending', icon: 'mail' },
  { name: 'Soft', kind: 'soft', label: 'Add label', busyLabel: 'Adding', icon: 'plus' },
  { name: 'Ghost', kind: 'ghost', label: 'Not now', busyLabel: 'Working' },
  { name: 'Danger, in a dialog', kind: 'danger', label: 'Take down', busyLabel: 'Working' },
  { name: 'Danger, on a page', kind: 'danger-line', label: 'Delete…', busyLabel: 'Working' },
  { name: 'Brass', kind: 'brass', label: 'Upgrade', busyLabel: 'Working', icon: 'key-round' },
]

const forced = [
  ['Hover', 'is-hover'],
  ['Pressed', 'is-pressed'],
  ['Focus', 'is-focus'],
] as const

export function Buttons() {
  return (
    <>
      <Part title="Buttons">
        <div className="kit-matrix">
          {kinds.flatMap(({ name, label, busyLabel, ...look }) => [
            <b key={name}>{name}</b>,
            <State key={`${name} rest`} name="Rest">
              <Button {...look} busyLabel={busyLabel}>
                {label}
              </Button>
            </State>,
            ...forced.map(([stateName, force]) => (
              <State key={name + force} name={stateName} force={force}>
                <Button {...look}>{label}</Button>
              </State>
            )),
            <State key={`${name} busy`} name="Busy">
              <Button {...look} isBusy busyLabel={busyLabel}>
                {label}
              </Button>
            </State>,
            <State key={`${name} off`} name="Disabled">
              <Button {...look} disabled>
                {label}
              </Button>
            </State>,
          ])}
        </div>
      </Part>
      <Part title="Link button, icon button, sizes">
        <div className="kit-row">
          <State name="Opens what follows">
            <details>
              <SummaryButton icon="plus">Add note</SummaryButton>
            </details>
          </State>
          <State name="Link">
            <TextLink href="/cards">Clear filters</TextLink>
          </State>
          <State name="Hover" force="is-hover">
            <TextLink href="/cards">Clear filters</TextLink>
          </State>
          <State name="Focus" force="is-focus">
            <TextLink href="/cards">Clear filters</TextLink>
          </State>
          <State name="Arrow link">
            <ArrowLink href="/analytics">Analytics</ArrowLink>
          </State>
          <State name="Icon">
            <IconButton icon="ellipsis" label="More" />
          </State>
          <State name="Hover" force="is-hover">
            <IconButton icon="ellipsis" label="More" />
          </State>
          <State name="Focus" force="is-focus">
            <IconButton icon="ellipsis" label="More" />
          </State>
          <State name="Line">
            <IconLink icon="phone" label="Call" kind="line" href="tel:+12075550199" />
          </State>
          <State name="Small, 36">
            <Button size="small">Open</Button>
          </State>
          <State name="Large, 54">
            <ButtonLink size="large" href="/open">
              Open
            </ButtonLink>
          </State>
        </div>
      </Part>
    </>
  )
}
