import { BookOpen, FileDown, FileSignature, FileSpreadsheet, Mail, MailCheck, MapPin } from "lucide-react";
import { type Guarded, may, mayCall } from "#app/session/may-call";
import type { Icon } from "#app/ui/icon";

/** An action on the selection with a page of its own: in the bar, in the palette and by its key. */
export interface SelectionPage {
	path: string;
	label: string;
	icon: Icon;
	keys?: readonly string[];
	/** The endpoints of which the user must be allowed one (§6); left out for everybody who sees the list. */
	calls?: Guarded;
}

interface Organisation {
	hasLocations: boolean;
	aliases: { course: string };
}

export const selectionPages = (
	{ hasLocations, aliases }: Organisation,
	privileges: readonly string[],
): readonly SelectionPage[] => {
	const pages: readonly SelectionPage[] = [
		{ path: "course", label: `Change ${aliases.course}…`, icon: BookOpen, keys: ["c"], calls: may.changeApplicants },
		{ path: "posting", label: "Post to location…", icon: MapPin, keys: ["p"], calls: may.changeApplicants },
		{ path: "email", label: "Send email…", icon: Mail, keys: ["e"], calls: may.emailApplicants },
		{ path: "notify", label: "Notify again…", icon: MailCheck, calls: may.emailApplicants },
		{ path: "letters", label: "Make letters…", icon: FileSignature, calls: may.changeApplicants },
		{ path: "forms", label: "Download forms…", icon: FileDown },
		{ path: "export", label: "Export…", icon: FileSpreadsheet },
	];
	return pages.filter(
		({ path, calls }) =>
			(path !== "posting" || hasLocations) && (calls === undefined || mayCall({ privileges }, calls)),
	);
};
