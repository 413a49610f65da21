// The parts of the package that the tests use; it has no types of its own.
declare module 'oidc-provider' {
	import type { IncomingMessage, ServerResponse } from 'node:http'
	export type Account = { accountId: string; claims(): Record<string, unknown> }
	type Configuration = {
		interactions: { url(context: unknown, interaction: { uid: string }): string }
		findAccount(context: unknown, id: string): Account | undefined
		[setting: string]: unknown
	}
	type Interaction = {
		prompt: { name: string }
		params: Record<string, unknown>
		session: { accountId: string } | undefined
	}
	export default class Provider {
		constructor(issuer: string, configuration: Configuration)
		callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
		interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
		interactionFinished(
			request: IncomingMessage,
			response: ServerResponse,
			result: Record<string, unknown>,
			options: { mergeWithLastSubmission: boolean },
		): Promise<void>
		Grant: new (of: { accountId: string; clientId: string }) => {
			addOIDCScope(scope: string): void
			save(): Promise<string>
		}
	}
}
