/** The environment that functions use: hosted's, or here that of `worker.ts`. */
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
