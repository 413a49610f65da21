import { DemoPage } from '#app/features/business/demo/demo-page.tsx'
import { actOnDemo, loadDemo } from '#app/features/sandbox/demo.server.ts'
import type { Route } from './+types/demo.ts'

export const loader = ({ context, request }: Route.LoaderArgs) => loadDemo(context, request)

export const action = ({ context, request }: Route.ActionArgs) => actOnDemo(context, request)

export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
	const again = actionHeaders.get('retry-after')
	return { 'cache-control': 'no-store', ...(again ? { 'retry-after': again } : {}) }
}

export default function Demo({ loaderData, actionData }: Route.ComponentProps) {
	return <DemoPage state={loaderData.state} reply={actionData} />
}
