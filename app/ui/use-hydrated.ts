import { createContext, useContext, useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and in the first render of the browser, then true: what needs JavaScript is drawn after it. */
export const useHydrated = (): boolean =>
	useSyncExternalStore(
		never,
		() => true,
		() => false,
	);

/** Is this page sent to a browser whose scripts took over the page before? */
export const ScriptsKnown = createContext(false);

/** Returns true when the content of what is closed has to be there: without scripts, which could draw it when it opens. */
export const useDrawsClosed = (): boolean => {
	const isKnown = useContext(ScriptsKnown);
	const isHydrated = useHydrated();
	return !isKnown || isHydrated;
};
