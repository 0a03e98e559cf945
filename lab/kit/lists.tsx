import previewUrl from '../../web/ui/art/spot-open-door.svg?url'
import { BarChart } from '../../web/ui/chart/bar-chart.tsx'
import { ArrowLink } from '../../web/ui/button/text-link.tsx'
import { Avatar, EditableAvatar } from '../../web/ui/list/avatar.tsx'
import { GroupedList, List, ListRow, RowIcon, RowPicture } from '../../web/ui/list/list.tsx'
import { Named, Table, type Column } from '../../web/ui/list/table.tsx'
import { Menu } from '../../web/ui/overlay/menu.tsx'
import { Profile } from '../../web/ui/page/page-header.tsx'
import { Panel } from '../../web/ui/page/panel.tsx'
import { Badge } from '../../web/ui/status/badge.tsx'
import { Delta, IconTile } from '../../web/ui/status/icon-tile.tsx'
import { Status } from '../../web/ui/status/status.tsx'
import { Part } from './state.tsx'

const columns: Column[] = [
  { key: 'card', label: 'Card', sortHref: '/cards?sort=-card', sorted: 'ascending' },
  { key: 'plan', label: 'Plan', sortHref: '/cards?sort=plan' },
  { key: 'status', label: 'Status' },
  { key: 'contacts', label: 'Contacts', sortHref: '/cards?sort=contacts', isNumber: true },
  { key: 'actions', label: 'Actions', isLabelHidden: true, isNumber: true },
]
const actions = (name: string) => (
  <Menu label={`Actions for ${name}`} look={{ icon: 'ellipsis' }} groups={[[{ label: 'View card', icon: 'eye', href: '/maren' }]]} />
)
const named = (name: string, note: string) => <Named lead={<Avatar name={name} size={36} />} name={name} note={note} />

export function Lists() {
  return (
    <>
      <Part title="List row" width="half">
        <List label="Contacts">
          <ListRow lead={<Avatar name="Tobias Wren" />} title="Tobias Wren" note="Rest" end={<time>9:42 AM</time>} href="/contacts/1" />
          <ListRow lead={<Avatar name="Amara Field" />} title="Amara Field" note="No link" end={<time>8:15 AM</time>} />
          <ListRow
            lead={<Avatar name="June Okada" />}
            title="June Okada"
            note="Not opened yet"
            end={<Badge kind="door">New</Badge>}
            href="/contacts/3"
            isNew
          />
          <ListRow
            lead={<Avatar name="Bartholomew Featherstonehaugh-Okafor" />}
            title="Bartholomew Featherstonehaugh-Okafor"
            note="Long"
            end={<time>Jun 10</time>}
            href="/contacts/4"
          />
          <ListRow lead={<RowPicture src={previewUrl} />} title="It’s impersonating someone" note="/maren" />
          <ListRow lead={<RowIcon name="map-pin" />} title="8 Lantern Street, Port Hadley, ME 04102, USA" note="Address" isWrapped />
        </List>
      </Part>
      <Part title="List in a panel" width="half">
        <Panel title="Newest contacts" action={<ArrowLink href="/contacts">All 84</ArrowLink>}>
          <List isInside>
            <ListRow
              lead={<Avatar name="Tobias Wren" />}
              title="Tobias Wren"
              note="QR code"
              end={<time>9:42 AM</time>}
              href="/contacts/6"
            />
            <ListRow lead={<IconTile icon="star" kind="brass" />} title="Ask for a review" note="You labeled both “Closed”" isWrapped />
          </List>
        </Panel>
      </Part>
      <Part title="Profile" width="half">
        <Profile
          picture={<EditableAvatar name="Maren Holloway" size={84} editHref="/account/photo" editLabel="Change your photo" />}
          title="Maren Holloway"
        >
          <p>maren@example.com</p>
          <Badge kind="brass">Pro</Badge>
        </Profile>
      </Part>
      <Part title="List row, hover and focus" width="half">
        <div className="is-hover">
          <List label="Hover">
            <ListRow lead={<Avatar name="Amara Field" />} title="Amara Field" note="Hover" end={<time>8:15 AM</time>} href="/contacts/2" />
          </List>
        </div>
        <div className="is-focus">
          <List label="Focus">
            <ListRow lead={<Avatar name="Ana López" />} title="Ana López" note="Focus" end={<time>Jun 10</time>} href="/contacts/5" />
          </List>
        </div>
      </Part>
      <Part title="Grouped list" width="half">
        <GroupedList
          groups={[
            {
              title: 'Today',
              rows: <ListRow lead={<IconTile icon="key-round" />} title="Login link sent" note="To maren@example.com" end="9:12 AM" />,
            },
            {
              title: 'Thursday, June 12',
              rows: <ListRow lead={<IconTile icon="image-off" kind="bad" />} title="Picture taken down" note="Portrait" end="9:48 AM" />,
            },
          ]}
        />
      </Part>
      <Part title="Bar chart" width="half">
        <section className="ui-panel padded">
          <BarChart
            bars={['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label, at) => ({
              label,
              value: [34, 43, 51, 78, 96, 0, 1049][at] ?? 0,
              before: [31, 38, 47, 52, 72, 52, 46][at] ?? 0,
              isNow: at === 6,
            }))}
            words={{ name: 'Views per day', period: 'Day', now: 'This week', before: 'Week before' }}
            writeNumber={(value) => value.toLocaleString('en-US')}
          />
        </section>
      </Part>
      <Part title="Icon tile and change" width="half">
        <div className="kit-row">
          <IconTile icon="link" />
          <IconTile icon="users" kind="door" />
          <IconTile icon="star" kind="brass" />
          <IconTile icon="check" kind="ok" />
          <IconTile icon="link-2-off" kind="warn" />
          <IconTile icon="circle-alert" kind="bad" />
          <Delta way="up" label="Up 21% from the week before">
            21%
          </Delta>
          <Delta way="down" label="Down 4% from the week before">
            4%
          </Delta>
          <Delta way="flat" label="Same as the week before">
            0%
          </Delta>
        </div>
      </Part>
      <Part title="Table">
        <div className="kit-row full">
          <Table
            caption="Cards, sorted by name"
            columns={columns}
            rows={[
              {
                key: 'julian',
                href: '/cards/julian',
                cells: {
                  card: named('Julian Ashcroft', '/julian'),
                  plan: <Badge kind="brass">Pro</Badge>,
                  status: <Status kind="ok">Live</Status>,
                  contacts: '212',
                  actions: actions('Julian Ashcroft'),
                },
              },
              {
                key: 'priya',
                href: '/cards/priya',
                cells: {
                  card: named('Priya Venn', '/priya'),
                  plan: <Badge kind="warn">Trial</Badge>,
                  status: <Status kind="warn">Reported</Status>,
                  contacts: '143',
                  actions: actions('Priya Venn'),
                },
              },
              {
                key: 'oyelaran',
                href: '/cards/oyelaran',
                isSelected: true,
                cells: {
                  card: named('The Oyelaran Team', 'Selected'),
                  plan: <Badge kind="bad">Past due</Badge>,
                  status: <Status kind="off">Taken down</Status>,
                  contacts: '1,041',
                  actions: actions('The Oyelaran Team'),
                },
              },
            ]}
          />
        </div>
      </Part>
    </>
  )
}
