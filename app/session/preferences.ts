/** The look that a user chose for this browser. In a cookie, so that the server draws the first page right. */
export interface Preferences {
	theme: "system" | "light" | "dark";
	density: "comfortable" | "compact";
	/** Single-key shortcuts; off for users whose tools type letters (WCAG 2.1.4). */
	keys: "on" | "off";
	sidebar: "open" | "icons";
}
