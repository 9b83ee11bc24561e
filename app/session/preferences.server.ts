import * as v from "valibot";
import type { Preferences } from "#app/session/preferences";

/** Any other value in the cookie counts as the default. */
export const PreferencesSchema = v.object({
	theme: v.fallback(v.picklist(["system", "light", "dark"]), "system"),
	density: v.fallback(v.picklist(["comfortable", "compact"]), "comfortable"),
	keys: v.fallback(v.picklist(["on", "off"]), "on"),
	sidebar: v.fallback(v.picklist(["open", "icons"]), "open"),
});

const cookieName = "matricula-look";

/** why: neither secret nor tied to an institution, so readable text at the root path. */
export const readPreferences = (cookieHeader: string | null): Preferences => {
	const value = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w.-]*)`).exec(cookieHeader ?? "")?.[1] ?? "";
	const [theme, density, keys, sidebar] = value.split(".");
	return v.parse(PreferencesSchema, { theme, density, keys, sidebar });
};

export const preferencesCookie = ({ theme, density, keys, sidebar }: Preferences, secure: boolean): string =>
	`${cookieName}=${[theme, density, keys, sidebar].join(".")}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? "; Secure" : ""}`;
