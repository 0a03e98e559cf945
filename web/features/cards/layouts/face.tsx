import type { ReactNode } from 'react'
import type { FrameView } from '../frame/frame-view.ts'
import type { HomeView } from '../home/home-view.ts'

export type FaceProps = { view: HomeView; frame: FrameView; children: ReactNode }

/** Missing parts change the layout. */
export const faceClass = (view: HomeView, frame: FrameView) =>
  ['plate', view.showsPortrait ? '' : 'no-portrait', frame.qr ? '' : 'no-qr', view.hasLongName ? 'long-name' : ''].filter(Boolean).join(' ')

/** The page's h1. A hidden name stays available to screen readers. */
export function Name({ view }: { view: HomeView }) {
  return <h1 className={view.showsName ? undefined : 'sr-only'}>{view.name}</h1>
}

export const Title = ({ view: { title } }: { view: HomeView }) => title && <p className="role">{title}</p>

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
