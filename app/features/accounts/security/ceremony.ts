import type { SecurityReply } from './security.ts'

type Ceremony = NonNullable<SecurityReply['ceremony']>

/** Whether this browser can make and use keys from the options of the auth service. */
export function supportsKeys(): boolean {
	return typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential
}

/** Opens the browser's dialogue and gives the key's answer as JSON; undefined when it was closed or took too long. */
export async function runCeremony({ kind, options }: Ceremony): Promise<string | undefined> {
	try {
		const credential =
			kind === 'create'
				? await navigator.credentials.create({
						publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
							options as PublicKeyCredentialCreationOptionsJSON,
						),
					})
				: await navigator.credentials.get({
						publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
							options as PublicKeyCredentialRequestOptionsJSON,
						),
					})
		return credential ? JSON.stringify((credential as PublicKeyCredential).toJSON()) : undefined
	} catch {
		return undefined
	}
}
