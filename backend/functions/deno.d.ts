/** What functions use of their surroundings; the real ones are hosted's and, here, those of `worker.ts`. */
declare namespace Deno {
	type Handler = (request: Request) => Response | Promise<Response>
	function serve(handler: Handler): unknown
	function serve(options: object, handler: Handler): unknown
	const env: { get(name: string): string | undefined; toObject(): Record<string, string> }
}

declare const EdgeRuntime: { waitUntil(promise: Promise<unknown>): void }

declare module 'npm:@supabase/supabase-js@2' {
	export * from '@supabase/supabase-js'
}
