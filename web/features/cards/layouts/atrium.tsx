import { CallToAction } from '../home/call-to-action.tsx'
import { ContactRows } from '../pages/contact-rows.tsx'
import { Portrait } from '../home/portrait.tsx'
import { QrBox } from '../frame/qr-box.tsx'
import { Scene } from '../frame/scene.tsx'
import { Socials } from '../home/socials.tsx'
import { Name, Sheet, TagLineAndFirm, Title, type FaceProps } from './face.tsx'

export default function Atrium({ view, frame, children }: FaceProps) {
  const isTall = frame.qr && view.tagLine && view.rows.length > 2
  const block = ['block', view.showsPortrait ? '' : 'no-portrait', isTall ? 'tall' : ''].filter(Boolean).join(' ')
  return (
    <Sheet view={view} frame={frame} below={children}>
      <div className={block}>
        {(view.scene || view.videos) && <Scene picture={view.scene} videos={view.videos} sizes="420px" />}
        <div className="identity">
          <Name view={view} />
          <Title view={view} />
        </div>
        <Portrait view={view} frame={frame} sizes="(min-width: 1024px) 380px, 226px" />
      </div>
      <div className={frame.qr ? 'details' : 'details no-qr'}>
        <div className="facts">
          <TagLineAndFirm view={view} />
        </div>
        <ContactRows view={view} trail="go" />
        <CallToAction view={view} frame={frame} />
        <Socials view={view} isTeam={frame.isTeam} />
        <QrBox frame={frame} />
      </div>
    </Sheet>
  )
}
