import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/root.tsx'

export type StoredPicture = { path: string; alt: string; width: number; height: number; color: string }

type Props = {
	picture: StoredPicture
	/** Width in CSS pixels at which it is shown at most; twice that is offered to dense screens. */
	width: number
	/** Height over width of the box. */
	ratio: number
	className?: string
	/** The `sizes` of a picture that is much narrower on phones; then half of `width` is offered too. */
	sizes?: string
	/** For the picture that is seen first. */
	eager?: boolean
}

/** A picture of a location from the storage service, sized by it, on the picture's own dominant colour. */
export function Picture({ picture, width, ratio, className, sizes, eager = false }: Props) {
	const base = useRouteLoaderData<typeof loader>('root')?.services.supabaseUrl ?? ''
	const height = Math.round(width * ratio)
	const file = picture.path.split('/').map(encodeURIComponent).join('/')
	const address = (density: number): string =>
		`${base}/storage/v1/render/image/public/location-images/${file}?width=${Math.round(width * density)}&height=${Math.round(height * density)}&resize=cover`
	return (
		<img
			src={address(1)}
			srcSet={
				sizes
					? [0.5, 1, 2].map((density) => `${address(density)} ${Math.round(width * density)}w`).join(', ')
					: `${address(1)} 1x, ${address(2)} 2x`
			}
			sizes={sizes}
			alt={picture.alt}
			width={width}
			height={height}
			className={className}
			style={{ backgroundColor: picture.color }}
			loading={eager ? 'eager' : 'lazy'}
			fetchPriority={eager ? 'high' : undefined}
			decoding="async"
		/>
	)
}
