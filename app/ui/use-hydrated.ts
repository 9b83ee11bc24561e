import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and in the first render of the browser, then true: what needs JavaScript is drawn after it. */
export const useHydrated = (): boolean =>
	useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
