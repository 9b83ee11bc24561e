import { BookOpen, FileDown, MapPin } from "lucide-react";
import type { Icon } from "#app/ui/icon";

/** What is done to a selection on a page of its own, besides moving it: in the bar, in the palette and by its key. */
export interface SelectionPage {
	/** Below the list's address. */
	path: string;
	label: string;
	icon: Icon;
	keys?: readonly string[];
}

/** Those that make sense at this institution. */
export const selectionPages = (organisation: {
	hasLocations: boolean;
	aliases: { course: string };
}): readonly SelectionPage[] => [
	{ path: "course", label: `Change ${organisation.aliases.course}…`, icon: BookOpen, keys: ["c"] },
	...(organisation.hasLocations
		? [{ path: "posting", label: "Post to location…", icon: MapPin, keys: ["p"] as const }]
		: []),
	{ path: "forms", label: "Download forms…", icon: FileDown },
];
