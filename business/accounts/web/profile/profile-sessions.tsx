import { useState } from 'react'
import { showNumber } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { Session } from '../../profile.contract.ts'
import { EndSession } from './end-session.tsx'
import { ProfileSection } from './profile-section.tsx'
import css from './profile-sessions.module.css'

/** Other sessions are in a disclosure: there can be many. */
const MAX_SHOWN = 5

export function ProfileSessions({ sessions }: { sessions: Session[] }) {
  const [ending, setEnding] = useState<Session | 'others'>()
  return (
    <ProfileSection
      id="sessions"
      title="Where you are signed in"
      about="Don’t recognize a device? Change your password to sign out every other one."
    >
      <noscript>
        <Notice>Signing out a single device needs JavaScript. Changing your password signs out every other one.</Notice>
      </noscript>
      <div className={css['sessions']}>
        <SessionList sessions={sessions.slice(0, MAX_SHOWN)} onEnd={setEnding} />
        {sessions.length > MAX_SHOWN && (
          <details className={css['more']}>
            <summary>{showNumber(sessions.length - MAX_SHOWN)} more</summary>
            <SessionList sessions={sessions.slice(MAX_SHOWN)} onEnd={setEnding} />
          </details>
        )}
      </div>
      {sessions.length > 1 && (
        <div>
          <Button type="button" onClick={() => setEnding('others')}>
            Sign out everywhere else
          </Button>
        </div>
      )}
      {ending && <EndSession ending={ending} onClose={() => setEnding(undefined)} />}
    </ProfileSection>
  )
}

function SessionList({ sessions, onEnd }: { sessions: Session[]; onEnd: (session: Session) => void }) {
  return (
    <ul className={css['list']}>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} onEnd={() => onEnd(session)} />
      ))}
    </ul>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { device, ip, created_at, last_seen_at, is_current } = session
  return (
    <li className={css['session']}>
      <div className={css['details']}>
        <span className={css['device']}>
          {device} {is_current && <Badge tone="good">This device</Badge>}
        </span>
        <span className={css['quiet']}>
          {is_current ? (
            'In use now'
          ) : (
            <>
              Last seen <Moment iso={last_seen_at} />
            </>
          )}
        </span>
        <span className={css['quiet']}>
          Signed in <Moment iso={created_at} />
          {ip && ` from ${ip}`}
        </span>
      </div>
      <Button type="button" small onClick={onEnd} aria-label={`End the session of ${device}${is_current ? ', this device' : ''}`}>
        End
      </Button>
    </li>
  )
}
