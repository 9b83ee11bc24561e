import { useSyncExternalStore } from "react";

const names: Record<string, string> = {
	Enter: "↵",
	Escape: "Esc",
	ArrowUp: "↑",
	ArrowDown: "↓",
	ArrowLeft: "←",
	ArrowRight: "→",
	" ": "Space",
};

/** Returns one key as it is printed on a keyboard: `mod+k` is ⌘K on a Mac and Ctrl K elsewhere. */
export const keyLabel = (key: string, isMac: boolean): string => {
	const chord = /^(mod|shift|alt)\+(.+)$/.exec(key);
	if (chord?.[2]) {
		const sign = chord[1] === "shift" ? "⇧" : chord[1] === "alt" ? (isMac ? "⌥" : "Alt ") : isMac ? "⌘" : "Ctrl ";
		return sign + keyLabel(chord[2], isMac);
	}
	return names[key] ?? (/^\p{L}$/u.test(key) ? key.toUpperCase() : key);
};

export const keyLabels = (keys: readonly string[], isMac: boolean): string[] => keys.map((key) => keyLabel(key, isMac));

const never = () => () => {};

/** Returns whether ⌘ is the command key. False on the server, so that it is decided after the first paint. */
export const useIsMac = (): boolean =>
	useSyncExternalStore(
		never,
		() => /Mac|iPhone|iPad/.test(navigator.userAgent),
		() => false,
	);
