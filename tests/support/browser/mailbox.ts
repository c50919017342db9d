import type { APIRequestContext } from '@playwright/test'
import { expect } from '@playwright/test'

/** Waits for a verification code mailed to an address and returns the newest; `not` waits for a different one. */
export async function mailedCode(request: APIRequestContext, email: string, not?: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const list = await (await request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)).text()
    code = /\b(\d{7}) is your/.exec(list)?.[1]
    expect(code).toBeTruthy()
    expect(code).not.toBe(not)
  }).toPass({ timeout: 20_000 })
  return code!
}

/** Waits for a mail to an address whose subject matches and returns the text part of the newest. */
export async function mailedText(request: APIRequestContext, email: string, subject: RegExp): Promise<string> {
  let text = ''
  await expect(async () => {
    const list = await (await request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)).text()
    const mails = [...list.matchAll(/href="(\/dev\/mailbox\/\d+)"><strong>([^<]*)</g)]
    const address = mails.find(([, , found]) => subject.test(found ?? ''))?.[1]
    expect(address).toBeTruthy()
    const page = await (await request.get(address!)).text()
    text = /<pre>([\s\S]*)<\/pre>/.exec(page)?.[1] ?? ''
    expect(text).not.toBe('')
  }).toPass({ timeout: 20_000 })
  return text
}
