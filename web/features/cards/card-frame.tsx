import type { ReactNode } from 'react'
import type { CardPage } from '#contract/pages.ts'
import { useSay } from '../../i18n/use-say.ts'
import { SharedIcons } from '../../ui/icons/icon.tsx'
import { CardFooter } from './card-footer.tsx'
import { CardHeader } from './card-header.tsx'
import { Dock } from './dock.tsx'
import type { FrameView } from './frame-view.ts'
import { QrSheet } from './qr-sheet.tsx'
import { SideMenu } from './side-menu.tsx'

type Settings = { align?: string; size?: string }

/** What every page of a card stands in. `share` is the sheet that the share buttons open. */
export function CardFrame({
  frame,
  anchors = {},
  settings = {},
  share,
  children,
}: {
  frame: FrameView
  /** Pages whose content is on this very page, further down. */
  anchors?: Partial<Record<CardPage, string>>
  settings?: Settings
  share: ReactNode
  children: ReactNode
}) {
  const say = useSay()
  return (
    <div className={`card ${frame.layout}`} data-align={settings.align} data-size={settings.size}>
      <a className="skip" href="#content">
        {say('skip.content')}
      </a>
      <SharedIcons />
      <CardHeader frame={frame} anchors={anchors} />
      {children}
      <CardFooter frame={frame} />
      <Dock frame={frame} />
      <SideMenu frame={frame} />
      <QrSheet frame={frame} />
      {share}
    </div>
  )
}
