import { inAlias } from "#app/format/in-alias";
import type { ScreenContext } from "#app/records/screen";
import { useShell } from "#app/shell/shell-context";

/** Returns the texts of a screen in the institution's words, and what its columns need to know. */
export const useScreenTexts = (sort = ""): { inWords: (text: string) => string; context: ScreenContext } => {
	const { orgName, organisation } = useShell();
	return {
		inWords: (text) => inAlias(text, organisation.aliases.course),
		context: { base: `/${orgName}`, timeZone: organisation.timeZone, isSortedBy: (by) => by === sort },
	};
};
