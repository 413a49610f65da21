import { renderToString } from 'react-dom/server'
import {
	type EntryContext,
	type HandleErrorFunction,
	isRouteErrorResponse,
	type RouterContextProvider,
	ServerRouter,
} from 'react-router'
import { servicesContext } from '#app/lib/context.server.ts'
import { pageBlock } from '#app/lib/page-data.server.ts'
import { pageScripts } from '#app/lib/page-scripts.server.ts'

const END = '</body></html>'

/**
 * Renders a page as a whole. Loaders have their data beforehand and no page suspends, so streaming would only add the cost of
 * its queues; a complete page can also be compressed in one go. An error goes to the router, which reports it and renders its
 * page.
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
	const data = await textOf(entry.serverHandoffStream)
	const html = renderToString(<ServerRouter context={onlyMatched(entry)} url={request.url} />)
	if (!html.endsWith(END)) throw new Error('The page has no end.')
	const scripts = pageScripts(entry, context.get(servicesContext).buildId, data, pageBlock(context))
	return new Response(`<!DOCTYPE html>${html.slice(0, -END.length)}${scripts}${END}`, { status, headers })
}

// For every page the router creates route objects from its whole manifest; those of the page are enough to render it.
function onlyMatched(entry: EntryContext): EntryContext {
	const { manifest, staticHandlerContext } = entry
	const routes = Object.fromEntries(
		staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]]),
	)
	return { ...entry, manifest: { ...manifest, routes }, serverHandoffStream: undefined }
}

async function textOf(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
	const parts: Uint8Array[] = []
	for await (const part of stream ?? []) parts.push(part)
	return Buffer.concat(parts).toString()
}

/** Unknown addresses are not our errors; everything else is reported. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (request.signal.aborted || isRouteErrorResponse(error) || error instanceof Response) return
	const services = (context as RouterContextProvider).get(servicesContext)
	services.report(error, { url: request.url })
}
