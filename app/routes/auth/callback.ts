import { finishSignIn } from '#app/features/accounts/sign-in-services.server.ts'
import type { Route } from './+types/callback.ts'

/** The browser comes back here from another service. */
export const loader = ({ context, request, url }: Route.LoaderArgs) => finishSignIn(context, request, url)
