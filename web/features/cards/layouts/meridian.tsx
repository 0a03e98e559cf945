import { CallToAction } from '../home/call-to-action.tsx'
import { ContactRows } from '../pages/contact-rows.tsx'
import { Portrait } from '../home/portrait.tsx'
import { QrBox } from '../frame/qr-box.tsx'
import { Scene } from '../frame/scene.tsx'
import { Socials } from '../home/socials.tsx'
import { faceClass, Name, TagLineAndFirm, Title, type FaceProps } from './face.tsx'

export default function Meridian({ view, frame, children }: FaceProps) {
  return (
    <>
      <Scene picture={view.scene} videos={view.videos} sizes="(min-width: 1024px) 1400px, 1px" />
      <main id="content" tabIndex={-1} className="face sheet-width">
        <section className={faceClass(view, frame)}>
          <div>
            <div className="top">
              <Portrait view={view} frame={frame} sizes="(min-width: 1024px) 192px, 143px" />
              <div className="identity">
                <Name view={view} />
              </div>
            </div>
            <Title view={view} />
            <TagLineAndFirm view={view} />
            {view.coordinates && (
              <p className="coordinates">
                <span>{view.coordinates.lat}</span>
                <span>{view.coordinates.lng}</span>
              </p>
            )}
          </div>
          <div className="details">
            <ContactRows view={view} trail="text" />
            <CallToAction view={view} frame={frame} arrow="arrow-right" />
            <Socials view={view} isTeam={frame.isTeam} />
          </div>
          <QrBox frame={frame} />
        </section>
        {children}
      </main>
    </>
  )
}
