import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
	type EntryContext,
	type HandleErrorFunction,
	isRouteErrorResponse,
	type RouterContextProvider,
	ServerRouter,
} from 'react-router'
import { nonceContext, servicesContext } from '#app/lib/context.server.ts'

/**
 * Renders a page as a whole. Loaders have their data before this, so streaming would only add the cost of its queues;
 * finished bytes can be compressed in one go.
 */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	entry: EntryContext,
	context: RouterContextProvider,
): Promise<Response> {
	headers.set('content-type', 'text/html; charset=utf-8')
	if (request.method === 'HEAD') return new Response(null, { status, headers })
	const nonce = context.get(nonceContext)
	const chunks: Buffer[] = []
	let failed = false
	await new Promise<void>((resolve, reject) => {
		const body = new Writable({
			write(chunk: Buffer, _encoding, done) {
				// React reuses its buffer once a write is done.
				chunks.push(Buffer.from(chunk))
				done()
			},
			final(done) {
				done()
				resolve()
			},
		})
		const { pipe } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} nonce={nonce} />, {
			nonce,
			onAllReady: () => pipe(body),
			onShellError: reject,
			onError(error) {
				failed = true
				context.get(servicesContext).report(error, { url: request.url })
			},
		})
	})
	return new Response(Buffer.concat(chunks), { status: failed ? 500 : status, headers })
}

/** Unknown addresses are no errors of ours; everything else is reported. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (request.signal.aborted || isRouteErrorResponse(error) || error instanceof Response) return
	const services = (context as RouterContextProvider).get(servicesContext)
	services.report(error, { url: request.url })
}
