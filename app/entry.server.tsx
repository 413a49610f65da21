import { renderToReadableStream } from 'react-dom/server'
import { isbot } from 'isbot'
import {
	type EntryContext,
	type HandleErrorFunction,
	isRouteErrorResponse,
	type RouterContextProvider,
	ServerRouter,
} from 'react-router'
import { nonceContext, servicesContext } from '#app/lib/context.server.ts'

/** Renders a page as a stream; bots wait for the whole of it. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	entry: EntryContext,
	context: RouterContextProvider,
): Promise<Response> {
	const nonce = context.get(nonceContext)
	let finalStatus = status
	const body = await renderToReadableStream(<ServerRouter context={entry} url={request.url} nonce={nonce} />, {
		nonce,
		signal: request.signal,
		onError(error) {
			if (request.signal.aborted) return
			finalStatus = 500
			context.get(servicesContext).report(error, { url: request.url })
		},
	})
	if (isbot(request.headers.get('user-agent'))) await body.allReady
	headers.set('content-type', 'text/html; charset=utf-8')
	return new Response(body, { status: finalStatus, headers })
}

/** Unknown addresses are no errors of ours; everything else is reported. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (request.signal.aborted || isRouteErrorResponse(error) || error instanceof Response) return
	const services = (context as RouterContextProvider).get(servicesContext)
	services.report(error, { url: request.url })
}
