export { Heart } from './hearts/heart.tsx'
export { HeartForm } from './hearts/heart-form.tsx'
export { useHeartsTakeOver } from './hearts/use-take-over.ts'
