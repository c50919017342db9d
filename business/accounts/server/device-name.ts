import Bowser from 'bowser'

/** What people call the browser that calls, such as 'Firefox on Windows'. It is what the browser says of itself. */
export function deviceName(user_agent: string): string {
  if (user_agent === '') return 'Unknown device'
  const { browser, os } = Bowser.parse(user_agent)
  if (!browser.name) return 'Unknown device'
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
