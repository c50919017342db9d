export { type Begun, beginSubscription, loadMyPlan, NO_PAYMENT_PAGE, paymentPageOf } from './calls.ts'
export { PlanCards } from './plan-cards.tsx'
export { SubscribeDialog } from './subscribe-dialog.tsx'
export { SubscriptionCard } from './subscription-card.tsx'
