import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/root.tsx'
import { densitiesOf, type PictureBox, pictureSize, WHOLE_PICTURE } from './picture-sizes.ts'
import { groundOf } from './tints.ts'

export type StoredPicture = { path: string; alt: string; width: number; height: number; color: string }

type Props = {
	picture: StoredPicture
	box: PictureBox
	className?: string
	/** The `sizes` attribute of a picture whose width depends on the screen; the browser uses it to choose a file. */
	sizes?: string
	/** For the picture that is visible first. */
	eager?: boolean
}

/** The address of the whole picture, as large as a screen shows it. */
export function useWholePicture(): (path: string) => string {
	const base = useRouteLoaderData<typeof loader>('root')?.services.supabaseUrl ?? ''
	const { width, height, resize } = WHOLE_PICTURE
	return (path) =>
		`${base}/storage/v1/render/image/public/location-images/${encoded(path)}?width=${width}&height=${height}&resize=${resize}`
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** A picture of a location, resized by the storage service, on the picture's own dominant colour. */
export function Picture({ picture, box, className, sizes, eager = false }: Props) {
	const base = useRouteLoaderData<typeof loader>('root')?.services.supabaseUrl ?? ''
	const file = encoded(picture.path)
	const address = (density: number): string => {
		const { width, height } = pictureSize(box, density)
		return `${base}/storage/v1/render/image/public/location-images/${file}?width=${width}&height=${height}&resize=cover`
	}
	const offered = densitiesOf(box).map((density) =>
		sizes ? `${address(density)} ${pictureSize(box, density).width}w` : `${address(density)} ${density}x`,
	)
	const { width, height } = pictureSize(box, 1)
	return (
		<img
			src={address(1)}
			srcSet={offered.join(', ')}
			sizes={sizes}
			alt={picture.alt}
			width={width}
			height={height}
			className={`${groundOf(picture.color)} ${className ?? ''}`}
			loading={eager ? 'eager' : 'lazy'}
			fetchPriority={eager ? 'high' : undefined}
			decoding="async"
		/>
	)
}
