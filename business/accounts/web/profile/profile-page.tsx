import { data, redirect } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { waitingEmail } from '../../own-account.contract.ts'
import { getNews, getProfile, listSessions } from '../../profile.contract.ts'
import { getSecurity } from '../../security.contract.ts'
import { ProfileSecondFactor } from '../security/profile-second-factor.tsx'
import type { Route } from './+types/profile-page.ts'
import { carryOut, type Intent, intentOf, type Outcome } from './profile-actions.ts'
import { ProfileBasics } from './profile-basics.tsx'
import { ProfileColor } from './profile-color.tsx'
import { ProfileCounts } from './profile-counts.tsx'
import { ProfileData } from './profile-data.tsx'
import { ProfileEmail } from './profile-email.tsx'
import { ProfileNews } from './profile-news.tsx'
import css from './profile-page.module.css'
import { ProfilePassword } from './profile-password.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { ProfileSessions } from './profile-sessions.tsx'
import { ProfileVisitor } from './profile-visitor.tsx'

/** The field whose value comes back with an error. */
const TYPED: Partial<Record<Intent, string>> = { name: 'name', color: 'brand_color', email: 'email' }

const FALLBACK = 'This could not be saved. Please try again.'

export const meta: Route.MetaFunction = () => [{ title: 'Profile' }, { name: 'robots', content: 'noindex' }]

/** Makes no calls for a signed-out visitor: each would return 401. */
export async function loader({ context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  if (!user) return { profile: null }
  const api = context.get(apiContext)
  const [profile, { items }, security, { new_email }, news] = await Promise.all([
    api(getProfile, {}),
    api(listSessions, {}),
    api(getSecurity, {}),
    api(waitingEmail, {}),
    api(getNews, {})
  ])
  return { profile, sessions: items, security, new_email, news }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const intent = intentOf(form)
  if (!intent) return data<Outcome>({}, 400)
  const typed = form.get(TYPED[intent] ?? '')
  const back: Outcome = { intent, ...(typeof typed === 'string' && { typed }) }
  try {
    const outcome = await carryOut(context.get(apiContext), intent, form)
    if (outcome.left) return redirect('/login')
    return data<Outcome>({ ...back, ...outcome }, outcome.fields ? 422 : 200)
  } catch (error) {
    const { data: answer, init } = failed(error, FALLBACK)
    return data<Outcome>({ ...back, ...answer }, init ?? {})
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response) throw error
    // A 503 keeps React Router from reloading the page's data, which would fail too.
    return data<Outcome>({ fields: { form: FALLBACK } }, 503)
  }
}

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.profile) return <ProfileVisitor />
  const { profile, sessions, security, new_email, news } = loaderData
  return (
    <Page title="Profile" intro="Your name and picture, how you sign in, your devices, news, and your data.">
      <div className={css['sections']}>
        <ProfileCounts profile={profile} />
        <ProfilePicture profile={profile} />
        <ProfileBasics profile={profile} />
        <ProfileColor saved={profile.brand_color} />
        <ProfileEmail email={profile.email} pending={new_email} />
        <ProfilePassword email={profile.email} />
        <ProfileSecondFactor security={security} />
        <ProfileSessions sessions={sessions} />
        <ProfileNews news={news} />
        <ProfileData />
      </div>
    </Page>
  )
}
