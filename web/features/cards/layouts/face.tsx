import type { ComponentProps, ReactNode } from 'react'
import type { FrameView } from '../frame/frame-view.ts'
import { QrBox } from '../frame/qr-box.tsx'
import { Scene } from '../frame/scene.tsx'
import { CallToAction } from '../home/call-to-action.tsx'
import type { HomeView } from '../home/home-view.ts'
import { Socials } from '../home/socials.tsx'
import { ContactRows } from '../pages/contact-rows.tsx'

export type FaceProps = { view: HomeView; frame: FrameView; children: ReactNode }

type SheetProps = FaceProps & {
  below: ReactNode
  /** The widths of the scene; without them there is none. */
  scene?: string
}

/** The card itself on its scene, and what is below it on desktops. */
export function Sheet({ view, frame, below, scene, children }: SheetProps) {
  return (
    <>
      {scene && <Scene picture={view.scene} videos={view.videos} sizes={scene} />}
      <main id="content" tabIndex={-1} className="face sheet-width">
        <section className={faceClass(view, frame)}>{children}</section>
        {below}
      </main>
    </>
  )
}

/** Missing parts change the layout. */
const faceClass = (view: HomeView, frame: FrameView) =>
  ['plate', view.showsPortrait ? '' : 'no-portrait', frame.qr ? '' : 'no-qr', view.hasLongName ? 'long-name' : ''].filter(Boolean).join(' ')

/** The page's h1. A hidden name stays available to screen readers. */
export function Name({ view }: { view: HomeView }) {
  return <h1 className={view.showsName ? undefined : 'sr-only'}>{view.name}</h1>
}

export const Title = ({ view: { title } }: { view: HomeView }) => title && <p className="role">{title}</p>

/** The name and what follows it, one below the other. */
export const Identity = ({ view }: { view: HomeView }) => (
  <div className="identity">
    <Name view={view} />
    <Title view={view} />
    <TagLineAndFirm view={view} />
  </div>
)

/** After the title, in the same order in every layout. */
export function TagLineAndFirm({ view: { tagLine, license, company } }: { view: HomeView }) {
  return (
    <>
      {tagLine && <p className="tagline">{tagLine}</p>}
      {(license || company) && (
        <p className="firm">
          {license && <span>{license}</span>}
          {company && license && <i />}
          {company && <span>{company}</span>}
        </p>
      )}
    </>
  )
}

type DetailsProps = ComponentProps<typeof ContactRows> & ComponentProps<typeof CallToAction>

/** How to reach the person, one below the other, and the QR code beside it. */
export const Details = ({ view, frame, trail, arrow }: DetailsProps) => (
  <>
    <div className="details">
      <ContactRows view={view} trail={trail} />
      <CallToAction view={view} frame={frame} arrow={arrow} />
      <Socials view={view} isTeam={frame.isTeam} />
    </div>
    <QrBox frame={frame} />
  </>
)
