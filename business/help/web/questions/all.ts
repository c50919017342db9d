import type { Site } from '#platform/web/site.ts'
import { FAQ_CATEGORIES, type Question } from '../../rules.ts'
import { assets } from './assets.ts'
import { people } from './people.ts'
import { service } from './service.ts'

/** Every question, in the order of the categories. */
export function allQuestions(site: Site): Question[] {
  const byTopic = { ...people(site), ...assets(site), ...service(site) }
  return FAQ_CATEGORIES.filter((category) => category !== 'All').flatMap((topic) =>
    (byTopic[topic] ?? []).map(([question, answer]) => ({ topic, question, answer }))
  )
}
