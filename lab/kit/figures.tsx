import { Button, ButtonLink } from '../../web/ui/button/button.tsx'
import { Spark } from '../../web/ui/chart/spark.tsx'
import { Segments } from '../../web/ui/field/segments.tsx'
import { Facts } from '../../web/ui/list/facts.tsx'
import { CursorLinks } from '../../web/ui/list/page-links.tsx'
import { Act, SaveBar } from '../../web/ui/page/layout.tsx'
import { Panel } from '../../web/ui/page/panel.tsx'
import { Figures, HealthTile, HealthTiles } from '../../web/ui/status/figures.tsx'
import { IconTile } from '../../web/ui/status/icon-tile.tsx'
import { Status } from '../../web/ui/status/status.tsx'
import { Part } from './state.tsx'

const days = [2, 4, 3, 6, 5, 9, 7]
const choices = [
  { value: 'plan', label: 'By plan' },
  { value: 'grant', label: 'Always' },
  { value: 'revoke', label: 'Never' },
]

/** Numbers, health, facts, and what is done about them. */
export function NumbersAndActs() {
  return (
    <>
      <Part title="Figures">
        <div className="kit-row full">
          <Figures
            label="Trends"
            figures={[
              { label: 'Cards', value: '1,284', note: '+18 this week', chart: <Spark values={days} /> },
              { label: 'New contacts', value: '2,310', note: 'in 7 days', chart: <Spark values={days.toReversed()} /> },
              { label: 'Sign-ups', value: '0', note: 'in 7 days', chart: <Spark values={days.map(() => 0)} /> },
            ]}
          />
        </div>
      </Part>
      <Part title="Health">
        <div className="kit-row full">
          <HealthTiles>
            <HealthTile
              icon="list-checks"
              title="Jobs, running"
              status={<Status kind="ok">Running</Status>}
              value="0"
              unit="failed"
              lines={['3 waiting, the oldest for 2 s', '18 running, 0 retrying']}
            />
            <HealthTile
              icon="archive-restore"
              title="Backups, failing"
              status={<Status kind="bad">Late</Status>}
              value="3 days ago"
              aside={<progress className="ui-progress-bar" value={0.5} max={1} aria-label="Half" />}
              lines={['Last backup: June 12, 3:00 AM']}
            />
          </HealthTiles>
        </div>
      </Part>
      <Part title="Facts and acts" width="half">
        <Panel title="Facts">
          <Facts
            facts={[
              { name: 'Owners', value: 'maren@example.com', note: 'Passkey and password' },
              { name: 'Created', value: 'March 3, 2024' },
            ]}
          />
        </Panel>
        <Panel title="Take down or delete">
          <Act title="Take this card down" note="You can put it back at any time.">
            <ButtonLink kind="danger-line" size="small" href="/down">
              Take down…
            </ButtonLink>
          </Act>
          <Act title="Delete this card" note="Can’t be undone.">
            <ButtonLink kind="danger-line" size="small" href="/delete">
              Delete…
            </ButtonLink>
          </Act>
        </Panel>
      </Part>
      <Part title="Icon tile, segments in a form, cursor links" width="half">
        <div className="kit-row">
          <IconTile icon="flag" />
          <IconTile icon="flag" kind="door" />
          <IconTile icon="flag" kind="brass" />
          <IconTile icon="flag" kind="ok" />
          <IconTile icon="flag" kind="warn" />
          <IconTile icon="flag" kind="bad" />
        </div>
        <Segments label="Video backgrounds" name="segments" choices={choices} defaultValue="grant" />
        <CursorLinks
          label="Pages, by cursor"
          summary="Sorted by address"
          first={{ href: '/cards', label: 'First page' }}
          next={{ href: '/cards?from=x', label: 'Next page' }}
        />
      </Part>
      <Part title="Save bar">
        <div className="kit-row full">
          <SaveBar title="1 change, not saved yet" note="Video backgrounds: Never">
            <Button kind="ghost">Discard</Button>
            <Button kind="primary">Save</Button>
          </SaveBar>
        </div>
      </Part>
    </>
  )
}
