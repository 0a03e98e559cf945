import { Button } from '../../ui/button/button.tsx'
import { TextLink } from '../../ui/button/text-link.tsx'
import { Banner } from '../../ui/page/banner.tsx'

type Props = {
  token: string
  failure: { message: string } | null
  button: string
  /** If the link doesn't work. */
  newLink: { label: string; href: string }
}

/** Uses a mailed link by a button, because mail scanners open links, too. */
export function UseLinkForm({ token, failure, button, newLink }: Props) {
  if (failure) {
    return (
      <>
        <Banner kind="bad" isLive>
          {failure.message}
        </Banner>
        <p className="login-foot">
          <TextLink isDocument href={newLink.href}>
            {newLink.label}
          </TextLink>
        </p>
      </>
    )
  }
  return (
    <form className="login-form" method="post">
      <input type="hidden" name="token" value={token} />
      <Button kind="primary" size="large" isWide type="submit">
        {button}
      </Button>
    </form>
  )
}
