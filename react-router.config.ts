import type { Config } from '@react-router/dev/config'

export default { appDirectory: 'business', buildDirectory: 'build', ssr: true } satisfies Config
