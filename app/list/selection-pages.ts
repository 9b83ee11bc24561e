import { BookOpen, FileDown, FileSignature, FileSpreadsheet, Mail, MailCheck, MapPin } from "lucide-react";
import type { Icon } from "#app/ui/icon";
import { holdsAny, type Permission } from "#worker/contract/permissions";

/** What is done to a selection on a page of its own, besides moving it: in the bar, in the palette and by its key. */
export interface SelectionPage {
	/** Below the list's address. */
	path: string;
	label: string;
	icon: Icon;
	keys?: readonly string[];
	/** Any of these (§6); left out: whoever sees the list. */
	permissions?: readonly Permission[];
}

interface Organisation {
	hasLocations: boolean;
	aliases: { course: string };
}

/** Those that make sense at this institution, for somebody with these privileges. */
export const selectionPages = (
	{ hasLocations, aliases }: Organisation,
	privileges: readonly string[],
): readonly SelectionPage[] => {
	const pages: readonly SelectionPage[] = [
		{ path: "course", label: `Change ${aliases.course}…`, icon: BookOpen, keys: ["c"], permissions: ["candidate:u"] },
		{ path: "posting", label: "Post to location…", icon: MapPin, keys: ["p"], permissions: ["candidate:u"] },
		{ path: "email", label: "Send email…", icon: Mail, keys: ["e"], permissions: ["candiemail:c"] },
		{ path: "notify", label: "Notify again…", icon: MailCheck, permissions: ["candiemail:c"] },
		{ path: "letters", label: "Make letters…", icon: FileSignature, permissions: ["candidate:u"] },
		{ path: "forms", label: "Download forms…", icon: FileDown },
		{ path: "export", label: "Export…", icon: FileSpreadsheet },
	];
	return pages.filter(
		({ path, permissions }) =>
			(path !== "posting" || hasLocations) && (permissions === undefined || holdsAny(privileges, permissions)),
	);
};
