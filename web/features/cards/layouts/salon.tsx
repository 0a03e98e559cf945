import { CallToAction } from '../home/call-to-action.tsx'
import { ContactRows } from '../pages/contact-rows.tsx'
import { Portrait } from '../home/portrait.tsx'
import { QrBox } from '../frame/qr-box.tsx'
import { Scene } from '../frame/scene.tsx'
import { Socials } from '../home/socials.tsx'
import { faceClass, Name, TagLineAndFirm, Title, type FaceProps } from './face.tsx'

export default function Salon({ view, frame, children }: FaceProps) {
  return (
    <>
      <Scene picture={view.scene} videos={view.videos} sizes="max(100vw, 578px)" />
      <main id="content" tabIndex={-1} className="face sheet-width">
        <section className={faceClass(view, frame)}>
          <Portrait view={view} frame={frame} sizes="(min-width: 1024px) 224px, 148px" />
          <div className="identity">
            <Name view={view} />
            <Title view={view} />
            <TagLineAndFirm view={view} />
          </div>
          <div className="details">
            <ContactRows view={view} trail="none" />
            <CallToAction view={view} frame={frame} />
            <Socials view={view} isTeam={frame.isTeam} />
          </div>
          <QrBox frame={frame} />
        </section>
        {children}
      </main>
    </>
  )
}
