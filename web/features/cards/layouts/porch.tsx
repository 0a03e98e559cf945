import { CallToAction } from '../home/call-to-action.tsx'
import { ContactRows } from '../pages/contact-rows.tsx'
import { Portrait } from '../home/portrait.tsx'
import { QrBox } from '../frame/qr-box.tsx'
import { Scene } from '../frame/scene.tsx'
import { Socials } from '../home/socials.tsx'
import { faceClass, Name, TagLineAndFirm, Title, type FaceProps } from './face.tsx'

export default function Porch({ view, frame, children }: FaceProps) {
  return (
    <>
      <Scene picture={view.scene} videos={view.videos} sizes="(min-width: 1024px) min(calc(100vw - 40px), 1400px), max(100vw, 890px)" />
      <main id="content" tabIndex={-1} className="face sheet-width">
        <section className={faceClass(view, frame)}>
          <Portrait view={view} frame={frame} sizes="(min-width: 1024px) 288px, 136px" />
          <div className="body">
            <div className="identity">
              <Name view={view} />
              <Title view={view} />
              <TagLineAndFirm view={view} />
            </div>
            <ContactRows view={view} trail="text" />
            <CallToAction view={view} frame={frame} />
          </div>
          <Socials view={view} isTeam={frame.isTeam} />
          <QrBox frame={frame} />
        </section>
        {children}
      </main>
    </>
  )
}
