import { Button, ButtonLink } from '../../web/ui/button/button.tsx'
import { Spark } from '../../web/ui/chart/spark.tsx'
import { StateBars } from '../../web/ui/chart/state-bars.tsx'
import { ColumnChart, RankedBars } from '../../web/ui/chart/ranked-bars.tsx'
import { Icon } from '../../web/ui/icons/icon.tsx'
import { Facts } from '../../web/ui/list/facts.tsx'
import { IconList } from '../../web/ui/list/icon-list.tsx'
import { CursorLinks } from '../../web/ui/list/cursor-links.tsx'
import { SettingButton, SettingLink, SettingRow, Settings, SettingSwitch } from '../../web/ui/list/settings.tsx'
import { ActionRow, SaveBar, Tiles } from '../../web/ui/page/layout.tsx'
import { Panel } from '../../web/ui/page/panel.tsx'
import { DayStreet, StatePanel } from '../../web/ui/page/state-panel.tsx'
import { Badge } from '../../web/ui/status/badge.tsx'
import { Figures, HealthTile, NumberTile } from '../../web/ui/status/figures.tsx'
import { Status } from '../../web/ui/status/status.tsx'
import { Part } from './state.tsx'

const days = [2, 4, 3, 6, 5, 9, 7]
const nothing = () => {}
const pixel = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"
const ways = [
  { name: 'Call me', icon: 'phone', part: 1 },
  { name: 'Email me', icon: 'mail', part: 0.8 },
  { name: 'Share', icon: 'share-2', part: 0 },
] as const

/** Figures, health tiles, facts and actions. */
export function Numbers() {
  return (
    <>
      <Part title="Figures, with a spark">
        <Figures
          label="Trends"
          figures={[
            { label: 'Cards', value: '1,284', note: '+18 this week', chart: <Spark values={days} /> },
            { label: 'New contacts', value: '2,310', note: 'last 7 days', chart: <Spark values={days.toReversed()} /> },
            { label: 'Sign-ups', value: '0', note: 'last 7 days', chart: <Spark values={days.map(() => 0)} /> },
            { label: 'Webhooks', value: '12' },
          ]}
        />
      </Part>
      <Part title="Number tiles">
        <Tiles isSmall>
          <NumberTile title="Views" value="1,024" note="22% more than before" />
          <NumberTile title="Contacts" value="-" note="Not available" />
          <NumberTile title="Click rate" value="?" note="Part of Pro" href="/account/subscription" />
        </Tiles>
      </Part>
      <Part title="Ranked bars" width="half">
        <Panel title="Social links" lead="308 in the last 30 days">
          <RankedBars
            bars={[
              { name: 'Website', icon: <Icon name="globe" />, value: '97', part: 1 },
              { name: 'Without an icon', value: '53', part: 0.55 },
              { name: 'Bartholomew Featherstonehaugh-Okafor and Daughters', value: '1', part: 0.01 },
            ]}
          />
          <RankedBars isGuess bars={[{ name: 'Not in this plan', value: '?', part: 0.6 }]} />
        </Panel>
      </Part>
      <Part title="Columns" width="half">
        <Panel title="Ways to get in touch">
          <ColumnChart columns={ways.map((way) => ({ ...way, value: `${Math.round(way.part * 40)}` }))} />
        </Panel>
        <Panel title="Columns without numbers">
          <ColumnChart isGuess columns={ways.map((way) => ({ ...way, value: '?' }))} />
        </Panel>
      </Part>
      <Part title="State panels">
        <div className="kit-row three">
          <StatePanel id="state-paper" name="Pro" title="Everything is unlocked.">
            <p>Paid until December 26, 2026.</p>
          </StatePanel>
          <StatePanel id="state-ink" kind="ink" icon="circle-alert" name="Pro trial" title="9 days left">
            <p>Keep every contact and your own reviews.</p>
            <DayStreet days={30} daysLeft={9} from="May 26" until="June 25" label="21 of 30 days used" />
            <Button kind="brass">Add a card</Button>
          </StatePanel>
          <StatePanel id="state-brass" kind="brass" title="See what works" art={{ src: pixel, width: 108, height: 137 }}>
            <p>Clicks, click rate and more than a week.</p>
            <Button kind="brass">Upgrade</Button>
          </StatePanel>
        </div>
      </Part>
      <Part title="Health">
        <Tiles>
          <HealthTile
            icon="list-checks"
            title="Jobs"
            status={<Status kind="ok">Running</Status>}
            value="0"
            unit="failed"
            lines={['3 waiting, oldest for 2 sec', '18 running, 0 retrying']}
          />
          <HealthTile
            icon="hard-drive"
            title="Storage"
            status={<Status kind="warn">Almost full</Status>}
            value="91%"
            unit="used"
            aside={<progress className="ui-progress-bar" value={0.91} max={1} aria-label="91% used" />}
            lines={['45.5 of 50 GB']}
          />
          <HealthTile
            icon="archive-restore"
            title="Backups"
            status={<Status kind="bad">Overdue</Status>}
            value="3 days ago"
            aside={<StateBars label="Good backups: 2 of the last 3" states={['ok', 'ok', 'bad']} length={14} />}
            lines={['Last backup: June 12, 3:00 AM', 'The backup disk is full']}
          />
        </Tiles>
      </Part>
      <Part title="Facts" width="half">
        <Panel title="Maren Holloway">
          <Facts
            facts={[
              { name: 'Owner', value: 'maren@example.com', note: 'Passkey and password' },
              { name: 'Created', value: 'March 3, 2024' },
              { name: 'Address', value: 'carte.example/bartholomew-featherstonehaugh-okafor' },
            ]}
          />
        </Panel>
      </Part>
      <Part title="Action rows" width="half">
        <Panel title="Take down or delete">
          <ActionRow title="Take this card down" note="You can restore it at any time.">
            <ButtonLink kind="danger-line" size="small" href="/down">
              Take down…
            </ButtonLink>
          </ActionRow>
          <ActionRow title="Delete this card">
            <ButtonLink kind="danger-line" size="small" href="/delete">
              Delete…
            </ButtonLink>
          </ActionRow>
        </Panel>
      </Part>
      <Part title="Setting rows" width="half">
        <Settings title="Notifications">
          <SettingSwitch icon="mail" title="New contacts" note="One email each" intent="contacts" isOn onChange={nothing} />
          <SettingSwitch icon="bell" title="Inbox" intent="inbox" isOn={false} onChange={nothing} />
          <SettingSwitch icon="users" title="Team contacts" note="Part of Pro" intent="team" isOn={false} isLocked onChange={nothing} />
          <SettingRow icon="credit-card" title="Plan">
            <Badge kind="brass">Pro</Badge>
          </SettingRow>
          <SettingRow icon="id-card" title="Address" note="carte.example/bartholomew-featherstonehaugh-okafor">
            <Button size="small">Change</Button>
          </SettingRow>
        </Settings>
      </Part>
      <Part title="Setting rows, links and states" width="half">
        <Settings title="Account">
          <SettingLink icon="languages" title="Language" note="English (US)" href="/account/language" />
          <SettingLink title="Without an icon" href="/account/more" />
          <SettingButton icon="refresh-cw" title="Reload data" note="If something looks old" />
          <SettingButton icon="refresh-cw" title="Reload data" note="Disabled" disabled />
          <SettingButton icon="trash-2" title="Delete my account" isDanger />
          <div className="is-hover">
            <SettingLink icon="languages" title="Language" note="Hover" href="/account/hover" />
          </div>
          <div className="is-focus">
            <SettingLink icon="languages" title="Language" note="Focus" href="/account/focus" />
          </div>
        </Settings>
      </Part>
      <Part title="Icon lists" width="half">
        <div className="kit-row full">
          <IconList
            items={[
              { icon: 'star', text: 'Reviews from everywhere' },
              { icon: 'infinity', text: 'All contacts' },
            ]}
          />
          <IconList kind="ok" items={[{ icon: 'check', text: 'Your card stays online' }]} />
        </div>
      </Part>
      <Part title="Cursor links" width="half">
        <div className="kit-row full">
          <CursorLinks label="Pages, at the start" summary="Sorted by address" next={{ href: '/cards?from=x', label: 'Next page' }} />
          <CursorLinks
            label="Pages, further on"
            summary="Sorted by address"
            first={{ href: '/cards', label: 'First page' }}
            next={{ href: '/cards?from=y', label: 'Next page' }}
          />
          <CursorLinks label="Pages, at the end" first={{ href: '/cards', label: 'First page' }} next={null} />
        </div>
      </Part>
      <Part title="Save bar" width="half">
        <div className="kit-row full kit-still">
          <SaveBar title="1 unsaved change" note="Video backgrounds: Never">
            <Button kind="ghost">Discard</Button>
            <Button kind="primary">Save</Button>
          </SaveBar>
          <SaveBar title="3 unsaved changes">
            <Button kind="ghost" disabled>
              Discard
            </Button>
            <Button kind="primary" isBusy busyLabel="Saving">
              Save
            </Button>
          </SaveBar>
        </div>
      </Part>
    </>
  )
}
