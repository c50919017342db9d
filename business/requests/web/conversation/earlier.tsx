import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import css from './conversation.module.css'

type EarlierProps = {
  load: () => Promise<void>
  label: string
  /** What is said if loading fails. */
  failure: string
}

/** A button that loads the entries before those that are shown. */
export function Earlier({ load, label, failure }: EarlierProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const press = () => {
    setState('busy')
    load().then(
      () => setState('idle'),
      () => setState('failed')
    )
  }
  return (
    <div className={css['earlier']}>
      {state === 'failed' && <span role="alert">{failure}</span>}
      <Button type="button" small busy={state === 'busy'} onClick={press}>
        {state === 'failed' ? 'Try again' : label}
      </Button>
    </div>
  )
}
