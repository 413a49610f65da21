import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** A security key in software, for tests: creates one credential and signs with it, in the form a browser would send. */
export type SoftwareKey = {
	create(options: { challenge: string; user: { id: string } }): Record<string, unknown>
	get(options: { challenge: string }): Record<string, unknown>
}

const UV_AND_PRESENT = 0x05
const HAS_CREDENTIAL = 0x40

// Only three kinds of CBOR heads are needed here: an integer, a text or bytes with their length, and a map with its
// size.
function head(kind: number, value: number): Buffer {
	if (value < 24) return Buffer.from([(kind << 5) | value])
	return value < 256 ? Buffer.from([(kind << 5) | 24, value]) : Buffer.from([(kind << 5) | 25, value >> 8, value & 255])
}
const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value))
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)])
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value])
const sha256 = (value: Buffer | string): Buffer => createHash('sha256').update(value).digest()

/** @param rpId the name of the site that the key is bound to. */
export function createSoftwareKey(rpId: string, origin: string): SoftwareKey {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
	const id = randomBytes(16)
	let uses = 0
	let handle = ''
	const cose = Buffer.concat([
		head(5, 5),
		...[integer(1), integer(2), integer(3), integer(-7), integer(-1), integer(1)],
		...[integer(-2), bytes(Buffer.from(x, 'base64url')), integer(-3), bytes(Buffer.from(y, 'base64url'))],
	])
	const clientData = (type: string, challenge: string): Buffer =>
		Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
	const authenticatorData = (flags: number, ...rest: Buffer[]): Buffer => {
		const counter = Buffer.alloc(4)
		counter.writeUInt32BE(uses)
		return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, ...rest])
	}
	const answer = (response: Record<string, string>): Record<string, unknown> => ({
		id: id.toString('base64url'),
		rawId: id.toString('base64url'),
		type: 'public-key',
		clientExtensionResults: {},
		response,
	})
	return {
		create({ challenge, user }) {
			handle = user.id
			const length = Buffer.from([0, id.length])
			const data = authenticatorData(UV_AND_PRESENT | HAS_CREDENTIAL, Buffer.alloc(16), length, id, cose)
			const attestation = [
				head(5, 3),
				text('fmt'),
				text('none'),
				text('attStmt'),
				head(5, 0),
				text('authData'),
				bytes(data),
			]
			return answer({
				clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
				attestationObject: Buffer.concat(attestation).toString('base64url'),
			})
		},
		get({ challenge }) {
			uses += 1
			const client = clientData('webauthn.get', challenge)
			const data = authenticatorData(UV_AND_PRESENT)
			const signature = createSign('SHA256')
				.update(Buffer.concat([data, sha256(client)]))
				.sign(privateKey)
			return answer({
				clientDataJSON: client.toString('base64url'),
				authenticatorData: data.toString('base64url'),
				signature: signature.toString('base64url'),
				userHandle: handle,
			})
		},
	}
}
