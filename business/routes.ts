import type { RouteConfig } from '@react-router/dev/routes'

export default [] satisfies RouteConfig
