import {
	ArrowRight,
	BookOpen,
	FileDown,
	FileSignature,
	FileSpreadsheet,
	FileX,
	Mail,
	MailCheck,
	MapPin,
	UserCheck,
} from "lucide-react";
import { type Guarded, may, mayCall } from "#app/session/may-call";
import type { Icon } from "#app/ui/icon";
import type { MenuEntry, MenuTarget } from "#app/ui/menu/menu-entry";

/** An action on the selection with a page of its own: in the bar, in the palette and by its key. */
export interface SelectionPage {
	path: string;
	label: string;
	icon: Icon;
	keys?: readonly string[];
	/** Its button in the bar; without one it is an entry of the bar's menu. */
	button?: BarButton;
	/** The endpoints of which the user must be allowed one (§6); left out for everybody who sees the list. */
	calls?: Guarded;
}

interface BarButton {
	/** What a narrow screen shows of the text; without it only the icon. */
	narrow?: string;
	text: string;
	isPrimary?: boolean;
}

interface Organisation {
	hasLocations: boolean;
	sendsSms: boolean;
	aliases: { course: string };
}

export const selectionPages = (
	{ hasLocations, sendsSms, aliases }: Organisation,
	privileges: readonly string[],
): readonly SelectionPage[] => {
	const pages: readonly SelectionPage[] = [
		{
			path: "email",
			label: "Send Email",
			icon: Mail,
			keys: ["e"],
			calls: may.emailApplicants,
			button: { text: "Email" },
		},
		{
			path: "posting",
			label: "Post to location",
			icon: MapPin,
			keys: ["p"],
			calls: may.changeApplicants,
			button: { text: "Post" },
		},
		{ path: "course", label: `Change ${aliases.course}`, icon: BookOpen, keys: ["c"], calls: may.changeApplicants },
		{ path: "reviewer", label: "Assign to a reviewer", icon: UserCheck, keys: ["a"], calls: may.changeApplicants },
		{ path: "notify", label: "Notify again", icon: MailCheck, calls: may.emailApplicants },
		...(sendsSms ? [{ path: "sms", label: "Send SMS", icon: Mail, calls: may.emailApplicants }] : []),
		{ path: "letters", label: "Make letters", icon: FileSignature, calls: may.changeApplicants },
		{ path: "forms", label: "Download forms", icon: FileDown },
		{ path: "export", label: "Export", icon: FileSpreadsheet },
		{ path: "erase", label: "Erase", icon: FileX, calls: may.keepPrivacy },
	];
	return pages.filter(
		({ path, calls }) =>
			(path !== "posting" || hasLocations) && (calls === undefined || mayCall({ privileges }, calls)),
	);
};

const movePage: SelectionPage = {
	path: "stage",
	label: "Move to stage",
	icon: ArrowRight,
	keys: ["s"],
	button: { narrow: "Move", text: " to stage", isPrimary: true },
};

/** Returns all actions on a selection, the primary one first. */
export const withMove = (pages: readonly SelectionPage[], mayMove: boolean): readonly SelectionPage[] =>
	mayMove ? [movePage, ...pages] : pages;

export type SelectionAction = Exclude<MenuEntry, { show: () => void }> & Pick<SelectionPage, "button">;

/** Returns the actions as the bar and its menu show them. */
export const selectionActions = (
	pages: readonly SelectionPage[],
	targetOf: (path: string) => MenuTarget,
): readonly SelectionAction[] =>
	pages.map(({ path, label, icon, keys, button }) => ({
		...targetOf(path),
		id: path,
		label,
		icon,
		button,
		keys: keys?.map((key) => key.toUpperCase()),
	}));
