type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string } }

/** The address of a script in the form that the page's Trusted Types policy accepts. */
export function trustedScriptUrl(policy: 'captcha' | 'service-worker', url: string): string {
  const policies: Policies | undefined = Reflect.get(window, 'trustedTypes')
  return policies?.createPolicy(policy, { createScriptURL: (address) => address }).createScriptURL(url) ?? url
}
