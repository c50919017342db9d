import type { PersonalData } from '#platform/server/index.ts'

const OF_OWNER = { column: 'subscription_id', table: 'subscriptions.subscription', ids: ['owner_id'] }

export const subscriptionsPersonalData: PersonalData = {
  tables: [
    { name: 'plans', table: 'subscriptions.subscription', ids: ['owner_id'], without: ['approve_url', 'change_url'] },
    { name: 'plan-periods', table: 'subscriptions.period', through: OF_OWNER },
    { name: 'plan-events', table: 'subscriptions.event', through: OF_OWNER },
    { name: 'plan-consents', table: 'subscriptions.consent', through: OF_OWNER },
    { name: 'plan-downloads', table: 'subscriptions.download', ids: ['user_id'] },
    { name: 'plan-change-quotes', table: 'subscriptions.change_quote', ids: ['owner_id'] },
    { name: 'renewal-notices', table: 'subscriptions.renewal_notice', through: OF_OWNER, without: ['token_hash'] },
    { name: 'team-seats', table: 'subscriptions.seat', emails: ['email'] }
  ]
}
