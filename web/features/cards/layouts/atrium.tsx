import { CallToAction } from '../home/call-to-action.tsx'
import { ContactRows } from '../pages/contact-rows.tsx'
import { Portrait } from '../home/portrait.tsx'
import { QrBox } from '../frame/qr-box.tsx'
import { Scene } from '../frame/scene.tsx'
import { Socials } from '../home/socials.tsx'
import { faceClass, Name, type FaceProps } from './face.tsx'

export function Atrium({ view, frame, children }: FaceProps) {
  const { title, company } = view
  // Titles often name the company already.
  const role = title.includes(company) ? title : [title, company].filter(Boolean).join(', ')
  const isTall = frame.qr && view.tagLine && view.rows.length > 2
  const block = ['block', view.showsPortrait ? '' : 'no-portrait', isTall ? 'tall' : ''].filter(Boolean).join(' ')
  return (
    <main id="content" tabIndex={-1} className="face sheet-width">
      <section className={faceClass(view, frame)}>
        <div className={block}>
          {(view.scene || view.videos) && <Scene picture={view.scene} videos={view.videos} sizes="420px" />}
          <div className="identity">
            <Name view={view} />
            {role && <p className="role">{role}</p>}
            {view.license && <p className="license">{view.license}</p>}
          </div>
          <Portrait view={view} frame={frame} sizes="(min-width: 1024px) 380px, 226px" />
        </div>
        <div className={frame.qr ? 'details' : 'details no-qr'}>
          {view.tagLine && <p className="tagline">{view.tagLine}</p>}
          <ContactRows view={view} trail="go" />
          <CallToAction view={view} frame={frame} />
          <Socials view={view} isTeam={frame.isTeam} />
          <QrBox frame={frame} />
        </div>
      </section>
      {children}
    </main>
  )
}
