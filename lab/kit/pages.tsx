import { Button } from '../../web/ui/button/button.tsx'
import { ArrowLink } from '../../web/ui/button/text-link.tsx'
import { Banner } from '../../web/ui/page/banner.tsx'
import { EmptyState } from '../../web/ui/page/empty-state.tsx'
import { PageHeader } from '../../web/ui/page/page-header.tsx'
import { Panel } from '../../web/ui/page/panel.tsx'
import { Skeleton } from '../../web/ui/page/skeleton.tsx'
import { Badge, Count, Tag } from '../../web/ui/status/badge.tsx'
import { Progress } from '../../web/ui/status/progress.tsx'
import { Status } from '../../web/ui/status/status.tsx'
import signpost from '../../web/ui/art/spot-signpost.svg?url'
import { Part } from './state.tsx'

export function Pages() {
  return (
    <>
      <Part title="Banner">
        <div className="kit-row full">
          <Banner kind="info" title="Version 0.2.0 is ready." action={<Button size="small">Reload</Button>}>
            Reload when it suits you.
          </Banner>
          <Banner kind="ok" title="The test arrived.">
            n8n answered 200 in 166 ms.
          </Banner>
          <Banner kind="warn" title="Your trial ends in 2 days." action={<Button size="small">Add</Button>}>
            Add a payment method to keep all contacts.
          </Banner>
          <Banner kind="bad" title="No good backup for 3 days." action={<Button size="small">Free up space</Button>}>
            The backup disk is full.
          </Banner>
          <Banner kind="brass" title="You see your last 5 contacts." action={<Button kind="brass">Upgrade</Button>}>
            79 more are saved.
          </Banner>
          <Banner kind="info">If maren@example.com can be used here, an email is on its way.</Banner>
        </div>
      </Part>
      <Part title="Page header" width="third">
        <div className="kit-row full">
          <Panel>
            <PageHeader
              title="Connections"
              lead="New contacts go where you work."
              actions={
                <Button kind="primary" icon="plus">
                  Add
                </Button>
              }
            />
          </Panel>
          <Panel>
            <PageHeader
              title="Maren Holloway"
              mark={<Badge kind="brass">Pro</Badge>}
              crumbs={{ label: 'Breadcrumb', links: [{ href: '/cards', label: 'Cards' }] }}
            />
          </Panel>
        </div>
      </Part>
      <Part title="Panel" width="third">
        <Panel title="Newest contacts" lead="Six of 84" action={<ArrowLink href="/contacts">All contacts</ArrowLink>}>
          <p>What belongs together.</p>
        </Panel>
      </Part>
      <Part title="Empty" width="third">
        <EmptyState art={signpost} title="No cards match" action={<Button>Clear filters</Button>}>
          Try fewer letters, or clear the filters.
        </EmptyState>
      </Part>
      <Part title="Progress and status" width="half">
        <div className="kit-row full">
          <Progress label="Importing 318 contacts" value={0.62} text="62%" />
          <Progress label="Storage" value={0.91} text="91% used" kind="warn" />
          <div className="kit-row">
            <Status kind="ok">Sent</Status>
            <Status kind="wait">Waiting</Status>
            <Status kind="busy">Sending</Status>
            <Status kind="warn">Deps you</Status>
            <Status kind="bad">Failed</Status>
            <Status kind="off">Off</Status>
          </div>
        </div>
      </Part>
      <Part title="Skeleton" width="half">
        <Skeleton label="Loading contacts" />
      </Part>
      <Part title="Badges">
        <div className="kit-row">
          <Badge kind="door">New</Badge>
          <Badge kind="brass" icon="key-round">
            Pro
          </Badge>
          <Badge kind="ok">Active</Badge>
          <Badge kind="warn">Trial</Badge>
          <Badge kind="bad">Past due</Badge>
          <Badge>Free</Badge>
          <Count of={2} label="messages to read" />
          <Count of={3} label="new contacts" kind="door" />
          <Count of={120} label="messages to read" />
          <Tag>Open day</Tag>
          <Tag kind="ok" icon="check">
            Exceeded
          </Tag>
          <Tag kind="warn" icon="clock">
            11 days left
          </Tag>
          <Tag kind="bad">Not met</Tag>
        </div>
      </Part>
    </>
  )
}
