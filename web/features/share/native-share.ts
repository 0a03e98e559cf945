type Data = { title: string; text: string; url: string }
export type ShareOutcome = 'shared' | 'canceled' | 'failed'

/** The device's own share sheet. The owner's picture loads meanwhile and is attached where the device takes files. */
export function prepareNativeShare(picture: string | null, pictureName: string) {
  let file: File | null = null
  if (picture) void loadFile(picture, pictureName).then((loaded) => (file = loaded))

  return async (data: Data): Promise<ShareOutcome> => {
    const withPicture = file && { ...data, files: [file] }
    try {
      await navigator.share(withPicture && canShare(withPicture) ? withPicture : data)
      return 'shared'
    } catch (thrown) {
      // InvalidState: the first of two clicks has opened the sheet already.
      return thrown instanceof DOMException && /^(Abort|InvalidState)Error$/.test(thrown.name) ? 'canceled' : 'failed'
    }
  }
}

const canShare = (data: ShareData) => 'canShare' in navigator && navigator.canShare(data)

async function loadFile(address: string, name: string): Promise<File | null> {
  try {
    const response = await fetch(address)
    const bytes = await response.blob()
    const extension = /^image\/(jpeg|png|webp)$/.exec(bytes.type)?.[1]
    return response.ok && extension ? new File([bytes], `${name}.${extension}`, { type: bytes.type }) : null
  } catch {
    return null
  }
}
