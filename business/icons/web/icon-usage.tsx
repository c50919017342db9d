import { Link } from 'react-router'
import css from './icon-usage.module.css'
import { UsageLine } from './usage-line.tsx'

type IconUsageProps = { name: string; isFree: boolean; mayMakeKeys: boolean }

/** On the page of an icon: how developers use it. */
export function IconUsage({ name, isFree, mayMakeKeys }: IconUsageProps) {
  return (
    <section aria-labelledby="icon-usage" className={css['section']}>
      <h2 id="icon-usage">Use in code</h2>
      <UsageLine name={name}>
        {isFree ? (
          'It works on every site with Iconify’s components, as long as this icon is free.'
        ) : (
          <>
            It works with Iconify’s components once you hold a license and your page uses a publishable key
            {mayMakeKeys ? (
              <>
                , which you make under <Link to="/developers">Developers</Link>
              </>
            ) : (
              ' of your account'
            )}
            .
          </>
        )}
      </UsageLine>
    </section>
  )
}
