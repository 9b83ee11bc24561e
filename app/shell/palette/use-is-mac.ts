import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns whether ⌘ is the command key. False on the server, so that it is decided after the first paint. */
export const useIsMac = (): boolean =>
	useSyncExternalStore(
		never,
		() => /Mac|iPhone|iPad/.test(navigator.userAgent),
		() => false,
	);
