export * from './layout.tsx'
export * from './render.ts'
