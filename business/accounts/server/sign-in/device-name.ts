import Bowser from 'bowser'

/** Returns a readable name such as 'Firefox on Windows', from what the browser sends. */
export function deviceName(user_agent: string): string {
  if (user_agent === '') return 'Unknown device'
  const { browser, os } = Bowser.parse(user_agent)
  if (!browser.name) return 'Unknown device'
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
