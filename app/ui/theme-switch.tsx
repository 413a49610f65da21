import { Form, useLocation, useRouteLoaderData } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import type { loader } from '#app/root.tsx'
import { LineIcon } from './line-icon.tsx'
import styles from './theme-switch.module.css'

/** Switches the theme with a form, so that it works without JavaScript too. */
export function ThemeSwitch() {
	const theme = useRouteLoaderData<typeof loader>('root')?.theme ?? 'light'
	const { pathname, search } = useLocation()
	const next = theme === 'dark' ? 'light' : 'dark'
	return (
		<Form method="post" action={paths.theme()} preventScrollReset>
			<input type="hidden" name="theme" value={next} />
			<input type="hidden" name="back" value={`${pathname}${search}`} />
			<button
				type="submit"
				className={styles.button}
				aria-label={next === 'dark' ? 'Dunkle Darstellung' : 'Helle Darstellung'}
			>
				<LineIcon>
					{next === 'dark' ? (
						<path d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500Z" strokeLinejoin="round" />
					) : (
						<path
							d="M12 3v2m0 14v2M3 12h2m14 0h2M5.600 5.600 7 7m10 10 1.400 1.400M5.600 18.400 7 17M17 7l1.400-1.400M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z"
							strokeLinecap="round"
						/>
					)}
				</LineIcon>
			</button>
		</Form>
	)
}
