import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { CodedError } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { type Crop, pixelsOf } from './crop.ts'

export const SHOWN = 'location-images'
export const SOURCES = 'location-image-sources'

/** The largest file that is taken. */
export const MOST_BYTES = 10 * 1024 * 1024
const MOST_PIXELS = 60_000_000
const SHOWN_SIDE = 2000
const SOURCE_SIDE = 3600
const LOGO_SIDE = 256
const PORTRAIT_SIDE = 216

/** The whole picture as it is kept: upright, without metadata, large enough that a part of it is still sharp. */
export function makeSource(file: Buffer): Promise<Buffer> {
	return sharp(file, { limitInputPixels: MOST_PIXELS })
		.rotate()
		.resize(SOURCE_SIDE, SOURCE_SIDE, { fit: 'inside', withoutEnlargement: true })
		.webp({ quality: 90, effort: 2 })
		.toBuffer()
}

/** A logo as it is shown: small, and in a format that every mail program knows. */
export function makeLogo(file: Buffer): Promise<Buffer> {
	return sharp(file, { limitInputPixels: MOST_PIXELS })
		.rotate()
		.resize(LOGO_SIDE, LOGO_SIDE, { fit: 'inside', withoutEnlargement: true })
		.png({ compressionLevel: 9 })
		.toBuffer()
}

/** The face of a person as it is shown: a small square from the middle. */
export function makePortrait(file: Buffer): Promise<Buffer> {
	return sharp(file, { limitInputPixels: MOST_PIXELS })
		.rotate()
		.resize(PORTRAIT_SIDE, PORTRAIT_SIDE, { fit: 'cover' })
		.webp({ quality: 84 })
		.toBuffer()
}

/** The picture as it is shown: this part of the whole, or all of it, with its columns. */
export async function makeShown(source: Buffer, crop: Crop | null) {
	const image = sharp(source, { limitInputPixels: MOST_PIXELS })
	const part = crop ? image.extract(pixelsOf(crop, await image.metadata())) : image
	const made = await part
		.resize(SHOWN_SIDE, SHOWN_SIDE, { fit: 'inside', withoutEnlargement: true })
		.webp({ quality: 82 })
		.toBuffer({ resolveWithObject: true })
	const { dominant } = await sharp(made.data).stats()
	const hex = (channel: number): string => channel.toString(16).padStart(2, '0')
	return {
		data: made.data,
		columns: {
			width: made.info.width,
			height: made.info.height,
			color: `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`,
		},
	}
}

/** Stores a new file with the rights of the caller; its path, or what went wrong. */
export async function keepFile(
	client: Client,
	bucket: string,
	locationId: string,
	file: Buffer,
	ending: 'webp' | 'png' = 'webp',
): Promise<{ path: string; error: null } | { path: null; error: CodedError }> {
	const path = `${locationId}/${randomUUID()}.${ending}`
	const { error } = await client.storage.from(bucket).upload(path, file, { contentType: `image/${ending}` })
	return error ? { path: null, error: { code: 'unexpected', message: error.message } } : { path, error: null }
}

/** Removes the files of a picture that is no longer shown like this. */
export async function dropFiles(client: Client, shown: string | null, source: string | null): Promise<void> {
	await Promise.all([
		shown ? client.storage.from(SHOWN).remove([shown]) : undefined,
		source ? client.storage.from(SOURCES).remove([source]) : undefined,
	])
}
