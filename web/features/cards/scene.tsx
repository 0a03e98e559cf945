import type { PictureView } from './pictures.ts'

/** The owner's picture behind the card; without one, a plain band. */
export function Scene({ picture, sizes }: { picture: PictureView | null; sizes: string }) {
  return (
    <div className="scene">
      {picture && <img src={picture.src} srcSet={picture.srcSet} sizes={sizes} width={picture.width} height={picture.height} alt="" />}
    </div>
  )
}
