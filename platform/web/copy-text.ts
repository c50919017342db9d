import { toast } from './ui/feedback/toaster.tsx'

/** Copies a text and says so. Browsers refuse it on insecure pages. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(done)
  } catch {
    toast('Your browser does not allow copying here. Select the text and copy it instead.', 'bad')
  }
}
